#include "syntax/builder.hpp"

namespace khora2cpp::syntax {

void Builder::add_item(const Node* node) {
  Item item;
  item.span = span(node);
  comments_.take_until(item.span.begin, item.leading);
  Comments inner;
  Comments* const outer = std::exchange(inner_, &inner);
  Children children(node);
  const Node* decl = children.node();
  bool keep = true;
  switch (decl->getRuleIndex()) {
    case Rule::RuleModuleDecl:
      module_line(decl, std::move(item.leading));
      keep = false;
      break;
    case Rule::RuleImportDecl: item.node = import_decl(decl); break;
    case Rule::RuleTypeDecl: item.node = type_decl(decl); break;
    case Rule::RuleRowDecl: item.node = row_decl(decl); break;
    case Rule::RuleTraitDecl: item.node = trait_decl(decl); break;
    case Rule::RuleImplDecl: item.node = impl_decl(decl); break;
    case Rule::RuleEffectDecl: item.node = effect_decl(decl); break;
    case Rule::RuleContextDecl: item.node = context_decl(decl); break;
    case Rule::RuleFunctionDecl: item.node = function_decl(decl); break;
    case Rule::RuleConstDecl: item.node = const_decl(decl); break;
    case Rule::RuleTestDecl: item.node = test_decl(decl); break;
    case Rule::RuleLetDecl: item.node = let_item(decl); break;
    default: keep = false;
  }
  comments_.take_until(item.span.end, inner);
  comments_.take_trailing(item.span.end, inner);
  inner_ = outer;
  if (!keep) return;
  for (Comment& comment : inner) item.leading.push_back(std::move(comment));
  file_.items.push_back(std::move(item));
}

void Builder::finish() {
  comments_.take_until(static_cast<std::uint32_t>(text_.size()) + 1, file_.dangling);
  file_.module_docs = comments_.take_module_docs();
}

void Builder::module_line(const Node* node, Comments leading) {
  Children children(node);
  children.skip();
  Path module = path(children.node());
  if (file_.module) {
    error("D230", module.span, "a file is one module, and has one `module` line")
        .label(file_.module->span, "the first one");
    return;
  }
  if (!file_.items.empty()) {
    error("D230", span(node), "the `module` line is the first declaration of a file")
        .label(file_.items.front().span, "this stands before it");
  }
  file_.module = std::move(module);
  file_.module_leading = std::move(leading);
}

ImportDecl Builder::import_decl(const Node* node) {
  ImportDecl decl;
  Children children(node);
  children.skip();
  decl.module = path(children);
  while (!children.done()) {
    const Node* part = children.take_rule(Rule::RuleImportName);
    if (part == nullptr) {
      children.skip();
      continue;
    }
    Children names(part);
    const PlacedToken& first = names.token();
    ImportName import;
    if (names.take(Kind::AS) != nullptr) {
      import.name = name(first);
      import.alias = binding(names.token());
    } else {
      import.name = binding(first);
    }
    decl.names.push_back(std::move(import));
  }
  return decl;
}

TypeDecl Builder::type_decl(const Node* node) {
  TypeDecl decl;
  Children children(node);
  if (const PlacedToken* derive = children.take(Kind::DERIVE)) {
    decl.derive_span = span(*derive);
    while (!children.at(Kind::RPAREN)) {
      const PlacedToken& token = children.token();
      if (token.kind() == Kind::ID) decl.derives.push_back(name(token));
    }
    decl.derive_span = source::join(decl.derive_span, span(children.token()));
  }
  decl.is_pub = children.take(Kind::PUB) != nullptr;
  children.skip();
  decl.name = binding(children.token());
  if (const Node* parameters = children.take_rule(Rule::RuleTypeParameters))
    decl.parameters = type_parameters(parameters);
  decl.body = OpaqueBody{};
  if (children.take(Kind::ASSIGN) != nullptr) type_body(children.node(), decl);
  return decl;
}

void Builder::type_body(const Node* node, TypeDecl& decl) {
  Children children(node);
  const PlacedToken* pub = children.take(Kind::PUB);
  if (children.at_rule(Rule::RuleType)) {
    decl.body = WrapperBody{pub != nullptr, type(children.node())};
    return;
  }
  if (pub != nullptr) {
    error("D216", span(*pub), "`pub` before the body means nothing here")
        .suggest(
            "mark each field that others may see: `{ pub name: Type }`; the cases of a variant are as "
            "visible as the type");
  }
  if (children.take(Kind::FIELDS_LBRACE) != nullptr) {
    RecordBody body;
    while (!children.at(Kind::RBRACE)) {
      if (const Node* part = children.take_rule(Rule::RuleField)) {
        body.fields.push_back(field(part));
      } else {
        children.skip();
      }
    }
    decl.body = std::move(body);
    return;
  }
  VariantBody body;
  while (const Node* part = children.take_rule(Rule::RuleVariantCase))
    body.cases.push_back(variant_case(part));
  decl.body = std::move(body);
}

FieldDecl Builder::field(const Node* node) {
  FieldDecl field;
  const Span at = span(node);
  comments_.take_until(at.begin, field.leading);
  Children children(node);
  field.is_pub = children.take(Kind::PUB) != nullptr;
  field.is_mut = children.take(Kind::MUT) != nullptr;
  field.name = binding(children.token());
  children.skip();
  field.type = type(children.node());
  comments_.take_until(at.end, field.leading);
  comments_.take_trailing(at.end, field.leading);
  return field;
}

VariantCase Builder::variant_case(const Node* node) {
  VariantCase result;
  result.span = span(node);
  Children children(node);
  children.skip();
  const PlacedToken& word = children.token();
  comments_.take_until(word.begin(), result.leading);
  result.name = binding(word);
  if (children.take(Kind::LPAREN) != nullptr) {
    result.has_payload = true;
    while (!children.at(Kind::RPAREN)) {
      const Node* part = children.take_rule(Rule::RuleCaseField);
      if (part == nullptr) {
        children.skip();
        continue;
      }
      Children fields(part);
      if (const PlacedToken* pub = fields.take(Kind::PUB))
        report_modifier(*pub, "the payload of a case is always public");
      if (const PlacedToken* mut = fields.take(Kind::MUT))
        report_modifier(*mut, "the payload of a case is never assigned to");
      CaseField field;
      if (const PlacedToken* label = fields.take(Kind::ID)) {
        field.name = binding(*label);
        fields.skip();
      }
      field.type = type(fields.node());
      result.payload.push_back(std::move(field));
    }
  }
  comments_.take_until(result.span.end, result.leading);
  comments_.take_trailing(result.span.end, result.leading);
  return result;
}

RowDecl Builder::row_decl(const Node* node) {
  RowDecl decl;
  Children children(node);
  decl.is_pub = children.take(Kind::PUB) != nullptr;
  children.skip();
  decl.name = binding(children.token());
  while (!children.done()) {
    if (const Node* part = children.take_rule(Rule::RuleEntry)) {
      decl.entries.push_back(entry(part, EntryPlace::row));
    } else {
      children.skip();
    }
  }
  return decl;
}

TraitDecl Builder::trait_decl(const Node* node) {
  TraitDecl decl;
  Children children(node);
  decl.is_pub = children.take(Kind::PUB) != nullptr;
  children.skip();
  decl.name = binding(children.token());
  if (const Node* parameters = children.take_rule(Rule::RuleTypeParameters))
    decl.parameters = type_parameters(parameters);
  if (children.take(Kind::COLON) != nullptr) decl.supertraits = bounds(children.node());
  members(children, decl);
  return decl;
}

ImplDecl Builder::impl_decl(const Node* node) {
  ImplDecl decl;
  Children children(node);
  children.skip();
  if (const Node* parameters = children.take_rule(Rule::RuleTypeParameters))
    decl.parameters = type_parameters(parameters);
  decl.target = type(children.node());
  if (children.take(Kind::FOR) != nullptr) {
    decl.trait = std::move(decl.target);
    decl.target = type(children.node());
  }
  members(children, decl);
  return decl;
}

template <typename Decl>
void Builder::members(Children& children, Decl& decl) {
  while (!children.done()) {
    const Node* part = children.take_rule(Rule::RuleMember);
    if (part == nullptr) {
      children.skip();
      continue;
    }
    const Span at = span(part);
    Comments leading;
    comments_.take_until(at.begin, leading);
    Comments* const outer = std::exchange(inner_, &leading);
    Children parts(part);
    if (const Node* type = parts.take_rule(Rule::RuleAssociatedType)) {
      decl.types.push_back(associated_type(type));
    } else {
      FunctionDecl function;
      function.span = at;
      function.is_pub = parts.take(Kind::PUB) != nullptr;
      parts.skip();
      signature(parts.node(), function);
      decl.functions.push_back(std::move(function));
    }
    comments_.take_until(at.end, leading);
    comments_.take_trailing(at.end, leading);
    inner_ = outer;
    (part->children.size() == 1 ? decl.types.back().leading : decl.functions.back().leading) =
        std::move(leading);
  }
}

AssociatedType Builder::associated_type(const Node* node) {
  AssociatedType result;
  result.span = span(node);
  Children children(node);
  children.skip();
  result.name = binding(children.token());
  if (children.take(Kind::COLON) != nullptr) result.bounds = bounds(children.node());
  if (children.take(Kind::ASSIGN) != nullptr) result.type = type(children.node());
  return result;
}

EffectDecl Builder::effect_decl(const Node* node) {
  EffectDecl decl;
  Children children(node);
  decl.is_pub = children.take(Kind::PUB) != nullptr;
  children.skip();
  decl.name = binding(children.token());
  if (const Node* parameters = children.take_rule(Rule::RuleTypeParameters))
    decl.parameters = type_parameters(parameters);
  while (!children.done()) {
    const Node* part = children.take_rule(Rule::RuleEntry);
    if (part == nullptr) {
      children.skip();
      continue;
    }
    const Span at = span(part);
    OperationDecl operation;
    comments_.take_until(at.begin, operation.leading);
    RowEntry read = entry(part, EntryPlace::operation);
    operation.name = std::move(read.label);
    operation.type = std::move(read.type);
    comments_.take_until(at.end, operation.leading);
    comments_.take_trailing(at.end, operation.leading);
    decl.operations.push_back(std::move(operation));
  }
  return decl;
}

ContextDecl Builder::context_decl(const Node* node) {
  ContextDecl decl;
  Children children(node);
  decl.is_pub = children.take(Kind::PUB) != nullptr;
  children.skip();
  decl.name = binding(children.token());
  while (!children.done()) {
    if (const Node* part = children.take_rule(Rule::RuleInitializer)) {
      decl.entries.push_back(initializer(part));
    } else {
      children.skip();
    }
  }
  return decl;
}

ConstDecl Builder::const_decl(const Node* node) {
  ConstDecl decl;
  Children children(node);
  decl.is_pub = children.take(Kind::PUB) != nullptr;
  children.skip();
  if (const PlacedToken* mut = children.take(Kind::MUT)) {
    error("D206", span(*mut), "there are no variables outside of functions, so a constant cannot be `mut`")
        .suggest("keep what changes in a shared cell that is handed to the functions which need it");
  }
  decl.name = binding(children.token());
  if (children.take(Kind::COLON) != nullptr) decl.type = type(children.node());
  children.skip();
  decl.value = expr(children.node());
  return decl;
}

ConstDecl Builder::let_item(const Node* node) {
  Children children(node);
  const PlacedToken& let = children.token();
  children.take(Kind::MUT);
  PatternPtr bound = pattern(children.node());
  ConstDecl decl;
  if (const auto* named = std::get_if<NamePattern>(&bound->node)) decl.name = named->name;
  error("D205", span(let), "outside of functions there is no `let`")
      .suggest("declare a constant: `const " + (decl.name ? decl.name.text : "NAME") + ": Type = …;`");
  if (children.take(Kind::COLON) != nullptr) decl.type = type(children.node());
  children.skip();
  decl.value = expr(children.node());
  return decl;
}

TestDecl Builder::test_decl(const Node* node) {
  TestDecl decl;
  Children children(node);
  decl.is_bench = children.token().kind() == Kind::BENCH;
  const Node* title = children.node();
  decl.name_span = span(title);
  decl.name = plain_string(title);
  decl.body = block(children.node());
  return decl;
}

}  // namespace khora2cpp::syntax
