// Patterns: the test for one, and the names it binds. A part of what is matched is a path, `wind.as<Wind::Gale>().force`; a name that is
// read once stands for its path, one that is read more often, or captured, becomes a `const auto&` (emission.md 7).
#include "analysis/type_query.hpp"
#include "types/walk.hpp"
#include "lower/body.hpp"

namespace khora2cpp::lower {

using types::Overloaded;

Expr* Body::stable(const types::Expr& expr) {
  if (const auto* local = std::get_if<types::LocalExpr>(&expr.node)) {
    Expr* value = read(expr.span, local->local);
    const auto* variable = std::get_if<VariableRef>(&value->node);
    return variable != nullptr && variable->variable->changes ? nullptr : value;
  }
  if (const auto* field = std::get_if<types::FieldExpr>(&expr.node)) {
    if (field->decl->fields[field->field].is_mut) return nullptr;
    Expr* object = stable(*field->object);
    return object == nullptr ? nullptr : make(expr.span, expr.type, Member{object, field->decl, field->field, facts_.is_boxed(field->decl)});
  }
  if (const auto* inner = std::get_if<types::BlockExpr>(&expr.node)) {
    return inner->block->statements.empty() && inner->block->value != nullptr ? stable(*inner->block->value) : nullptr;
  }
  return nullptr;
}

Subject Body::subject_of(const types::Expr& expr, const std::vector<ArmRef>* arms) {
  if (Expr* value = stable(expr)) return {value, {}};
  // A tuple that is only taken apart is never built.
  const auto* tuple = std::get_if<types::TupleExpr>(&expr.node);
  if (tuple != nullptr && arms != nullptr && !tuple->elements.empty()) {
    bool taken_apart = true;
    for (const ArmRef& arm : *arms) {
      taken_apart = taken_apart && (std::holds_alternative<types::TuplePattern>(arm.pattern->node) ||
                                    std::holds_alternative<types::WildcardPattern>(arm.pattern->node));
    }
    if (taken_apart) {
      std::vector<Operand> operands;
      for (const types::Expr* element : tuple->elements) {
        operands.emplace_back([this, element] { return subject_of(*element, nullptr).expr; });
      }
      Subject subject;
      for (Expr* part : in_order(operands)) subject.parts.push_back({part, {}});
      return subject;
    }
  }
  if (wants_place(expr) || leaves(expr)) return {operand(expr), {}};
  Expr* value = operand(expr);
  if (std::holds_alternative<Literal>(value->node) && !is_bare(value)) return {value, {}};
  return {name_it(expr.span, value, suggested_name(expr)), {}};
}

Expr* Body::whole(Span span, const Subject& subject, const Type* type) {
  if (subject.expr != nullptr) return subject.expr;
  MakeTuple made;
  for (const Subject& part : subject.parts) made.elements.push_back(part.expr);
  return make(span, type, std::move(made));
}

Subject Body::payload(const Subject& subject, const types::Pattern& pattern, const types::CasePattern& node, std::size_t index) {
  return {make(pattern.span, node.arguments[index]->type, Payload{whole(pattern.span, subject, pattern.type), node.decl, node.index, index}), {}};
}

namespace {

Literal::Kind kind_of(syntax::LiteralPattern::Kind kind) {
  switch (kind) {
    case syntax::LiteralPattern::Kind::integer:
      return Literal::Kind::integer;
    case syntax::LiteralPattern::Kind::floating:
      return Literal::Kind::floating;
    case syntax::LiteralPattern::Kind::string:
      return Literal::Kind::string;
    case syntax::LiteralPattern::Kind::character:
      return Literal::Kind::character;
    case syntax::LiteralPattern::Kind::boolean:
      return Literal::Kind::boolean;
  }
  return Literal::Kind::unit;
}

/// The first scalar of UTF-8 text.
char32_t scalar_of(const std::string& text) {
  if (text.empty()) return 0;
  const auto byte = [&](std::size_t at) { return static_cast<char32_t>(static_cast<unsigned char>(text[at])); };
  const char32_t first = byte(0);
  if (first < 0x80) return first;
  const std::size_t more = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : 1;
  char32_t value = first & (more == 3 ? 0x07u : more == 2 ? 0x0fu : 0x1fu);
  for (std::size_t i = 1; i <= more && i < text.size(); ++i) value = (value << 6) | (byte(i) & 0x3f);
  return value;
}

}  // namespace

Expr* Body::test(const Subject& subject, const types::Pattern& pattern) {
  const Span span = pattern.span;
  return std::visit(
      Overloaded{
          [](const types::WildcardPattern&) -> Expr* { return nullptr; },
          [](const types::BindPattern&) -> Expr* { return nullptr; },
          [&](const types::LiteralPattern& node) -> Expr* {
            if (node.kind == syntax::LiteralPattern::Kind::boolean) return node.text == "true" ? subject.expr : negated(subject.expr);
            Literal literal{kind_of(node.kind), node.text, 0, false};
            if (literal.kind == Literal::Kind::character) literal.character = scalar_of(node.text);
            Expr* value = make(span, pattern.type, std::move(literal));
            return make(span, bool_type(), BinaryOp{Binary::equal, subject.expr, is_bare(subject.expr) ? exact(value) : value});
          },
          [&](const types::CasePattern& node) -> Expr* {
            Expr* condition = nullptr;
            if (node.decl->cases.size() > 1) {
              condition = make(span, bool_type(), CaseTest{whole(span, subject, pattern.type), node.decl, node.index});
            }
            for (std::size_t i = 0; i < node.arguments.size(); ++i) {
              condition = conjunction(condition, test(payload(subject, pattern, node, i), *node.arguments[i]));
            }
            return condition;
          },
          [&](const types::WrapperPattern& node) -> Expr* {
            Expr* inner = make(span, node.inner->type, Member{whole(span, subject, pattern.type), node.decl, 0, facts_.is_boxed(node.decl)});
            return test({inner, {}}, *node.inner);
          },
          [&](const types::RecordPattern& node) -> Expr* {
            Expr* condition = nullptr;
            for (const auto& [index, field] : node.fields) {
              Expr* part = make(span, field->type, Member{whole(span, subject, pattern.type), node.decl, index, facts_.is_boxed(node.decl)});
              condition = conjunction(condition, test({part, {}}, *field));
            }
            return condition;
          },
          [&](const types::TuplePattern& node) -> Expr* {
            Expr* condition = nullptr;
            for (std::size_t i = 0; i < node.elements.size(); ++i) {
              Subject part = subject.parts.empty() ? Subject{make(span, node.elements[i]->type, TupleGet{subject.expr, i}), {}} : subject.parts[i];
              condition = conjunction(condition, test(part, *node.elements[i]));
            }
            return condition;
          },
      },
      pattern.node);
}

void Body::bind_name(const Subject& subject, const types::Local* local, Span span, bool declares) {
  const analysis::LocalUse& use = facts_.of(local);
  Expr* value = whole(span, subject, local->type);
  const bool is_variable = std::holds_alternative<VariableRef>(value->node);
  const bool may_stand_in = !use.is_assigned && !use.is_captured && (use.reads <= 1 || is_variable) && !touches_.of(value).reads_fields;
  if (!declares || (may_stand_in && subject.parts.empty())) {
    places_[local] = value;
    return;
  }
  if (use.reads == 0 && !use.is_assigned) return;
  Variable* variable = variable_of(local);
  const bool copies = use.is_assigned || touches_.of(value).reads_fields || !subject.parts.empty();
  const auto form = use.is_assigned || (copies && variable->changes) ? Declare::Form::value : copies ? Declare::Form::constant : Declare::Form::reference;
  if (form == Declare::Form::reference) references_[variable] = true;
  emit(span, Declare{variable, form, value, use.reads == 0});
}

void Body::bind(const Subject& subject, const types::Pattern& pattern, bool declares) {
  const Span span = pattern.span;
  std::visit(Overloaded{
                 [&](const types::BindPattern& node) { bind_name(subject, node.local, span, declares); },
                 [&](const types::CasePattern& node) {
                   for (std::size_t i = 0; i < node.arguments.size(); ++i) bind(payload(subject, pattern, node, i), *node.arguments[i], declares);
                 },
                 [&](const types::WrapperPattern& node) {
                   Expr* inner = make(span, node.inner->type, Member{whole(span, subject, pattern.type), node.decl, 0, facts_.is_boxed(node.decl)});
                   bind({inner, {}}, *node.inner, declares);
                 },
                 [&](const types::RecordPattern& node) {
                   for (const auto& [index, field] : node.fields) {
                     Expr* part = make(span, field->type, Member{whole(span, subject, pattern.type), node.decl, index, facts_.is_boxed(node.decl)});
                     bind({part, {}}, *field, declares);
                   }
                 },
                 [&](const types::TuplePattern& node) {
                   for (std::size_t i = 0; i < node.elements.size(); ++i) {
                     Subject part =
                         subject.parts.empty() ? Subject{make(span, node.elements[i]->type, TupleGet{subject.expr, i}), {}} : subject.parts[i];
                     bind(part, *node.elements[i], declares);
                   }
                 },
                 [](const auto&) {},
             },
             pattern.node);
}

}  // namespace khora2cpp::lower
