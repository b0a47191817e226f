// Declarations: one entity for each, signatures resolved in an order in which everything needed is already known.
#include <algorithm>

#include "types/world.hpp"

namespace khora2cpp::types {

namespace {

/// Whether `name` is applied to arguments somewhere in the type: then it is a constructor (T29). Answers the number of arguments.
int applied_arity(const syntax::TypeExpr& type, const std::string& name) {
  int arity = 0;
  const auto look = [&](const auto& self, const syntax::TypeExpr& one) -> void {
    const auto all = [&](const std::vector<syntax::TypePtr>& list) {
      for (const syntax::TypePtr& inner : list) self(self, *inner);
    };
    if (const auto* named = std::get_if<syntax::NamedType>(&one.node)) {
      if (named->path.single() && named->path.last().text == name && !named->arguments.empty()) {
        arity = static_cast<int>(named->arguments.size());
      }
      all(named->arguments);
    } else if (const auto* tuple = std::get_if<syntax::TupleType>(&one.node)) {
      all(tuple->elements);
    } else if (const auto* function = std::get_if<syntax::FunctionType>(&one.node)) {
      all(function->parameters);
      self(self, *function->result);
    } else if (const auto* row = std::get_if<syntax::RowType>(&one.node)) {
      for (const syntax::RowEntry& entry : row->entries) self(self, *entry.type);
    } else if (const auto* sum = std::get_if<syntax::SumType>(&one.node)) {
      all(sum->terms);
    } else if (const auto* forall = std::get_if<syntax::ForallType>(&one.node)) {
      self(self, *forall->body);
    }
  };
  look(look, type);
  return arity;
}

int signature_arity(const syntax::FunctionDecl& function, const std::string& name) {
  int arity = 0;
  for (const syntax::Parameter& argument : function.arguments) {
    if (argument.type) arity = std::max(arity, applied_arity(*argument.type, name));
  }
  if (function.result) arity = std::max(arity, applied_arity(*function.result, name));
  return arity;
}

/// Whether a row variable of a declaration stands after `raises` (or in the failure place of a type) rather than after `with`.
bool row_is_failure(const syntax::TypeExpr& type, const std::string& name);
bool row_is_failure_clause(const syntax::TypePtr& raises, const std::string& name) {
  if (!raises) return false;
  const auto named = [&](const syntax::TypeExpr& one) {
    const auto* variable = std::get_if<syntax::RowVariable>(&one.node);
    return variable != nullptr && variable->name.text == name;
  };
  if (named(*raises)) return true;
  if (const auto* sum = std::get_if<syntax::SumType>(&raises->node)) {
    for (const syntax::TypePtr& term : sum->terms) {
      if (named(*term)) return true;
    }
  }
  return false;
}
bool row_is_failure(const syntax::TypeExpr& type, const std::string& name) {
  if (const auto* function = std::get_if<syntax::FunctionType>(&type.node)) {
    if (row_is_failure_clause(function->raises, name) || row_is_failure(*function->result, name)) return true;
    for (const syntax::TypePtr& parameter : function->parameters) {
      if (row_is_failure(*parameter, name)) return true;
    }
  }
  if (const auto* named = std::get_if<syntax::NamedType>(&type.node)) {
    for (const syntax::TypePtr& argument : named->arguments) {
      if (row_is_failure(*argument, name)) return true;
    }
  }
  return false;
}

bool is_std_module(const modules::Module* module) { return module != nullptr && module->is_std(); }

}  // namespace

NativeFacts native_facts(const syntax::Comments& comments) {
  NativeFacts facts;
  for (const syntax::Comment& comment : comments) {
    if (comment.text.rfind("@native", 0) != 0) continue;
    facts.is_native = true;
    facts.tagged = comment.text.find(" tagged") != std::string::npos;
    facts.stops = comment.text.find(" stops") != std::string::npos;
    facts.ordinary = comment.text.find(" ordinary") != std::string::npos;
  }
  return facts;
}

void World::declare_builtins() {
  const std::pair<const char*, Builtin> names[] = {{"Int", Builtin::int_}, {"I8", Builtin::i8},       {"I16", Builtin::i16},
                                                   {"I32", Builtin::i32},  {"U8", Builtin::u8},       {"U16", Builtin::u16},
                                                   {"U32", Builtin::u32},  {"U64", Builtin::u64},     {"Float", Builtin::float_},
                                                   {"Bool", Builtin::bool_}, {"Char", Builtin::char_}, {"String", Builtin::string},
                                                   {"Ptr", Builtin::ptr}};
  for (const auto& [name, builtin] : names) {
    program.type_decls.emplace_back();
    TypeDecl& decl = program.type_decls.back();
    decl.name = name;
    decl.is_pub = true;
    decl.shape = TypeDecl::Shape::builtin;
    decl.builtin = builtin;
    builtins[name] = &decl;
  }
  builtins["I64"] = builtins["Int"];
}

Function* World::make_function(const syntax::FunctionDecl& written, Function::Role role, const modules::ItemRef& ref) {
  program.functions.emplace_back();
  Function& function = program.functions.back();
  function.role = role;
  function.name = written.name.text;
  function.name_span = written.name.span;
  function.span = written.span;
  function.is_pub = written.is_pub;
  function.module = ref.module;
  function.file = ref.file;
  function.leading = &written.leading;
  function.syntax = &written;
  function.is_extern = written.is_extern;
  function.from_interface = ref.module->is_interface;
  function.native = native_facts(written.leading);
  return &function;
}

void World::declare_item(Part& part, const modules::ItemRef& ref) {
  const syntax::Item& item = *ref.item;
  const std::size_t index = static_cast<std::size_t>(&part - program.parts.data());
  const auto common = [&](Declared& decl, const syntax::Name& name, bool is_pub) {
    decl.name = name.text;
    decl.name_span = name.span;
    decl.span = item.span;
    decl.is_pub = is_pub;
    decl.module = ref.module;
    decl.file = ref.file;
    decl.leading = &item.leading;
  };
  if (const auto* type = std::get_if<syntax::TypeDecl>(&item.node)) {
    // The library may declare the built-in names, so that an explicit import has something to resolve to (M5).
    if (ref.module->path == "std::core" && builtins.contains(type->name.text)) {
      types[&item] = builtins[type->name.text];
      return;
    }
    program.type_decls.emplace_back();
    TypeDecl& decl = program.type_decls.back();
    common(decl, type->name, type->is_pub);
    decl.syntax = type;
    for (const syntax::Comment& comment : item.leading) {
      if (comment.text.rfind("@native type", 0) == 0) decl.is_native = true;
    }
    if (std::holds_alternative<syntax::RecordBody>(type->body)) decl.shape = TypeDecl::Shape::record;
    if (std::holds_alternative<syntax::VariantBody>(type->body)) decl.shape = TypeDecl::Shape::variant;
    if (std::holds_alternative<syntax::WrapperBody>(type->body)) decl.shape = TypeDecl::Shape::wrapper;
    if (decl.shape == TypeDecl::Shape::opaque) decl.is_native = true;
    types[&item] = &decl;
    resolve_parameters(type->parameters, decl.parameters);
    pending_types_.emplace_back(&decl, index);
    part.declarations.push_back(&decl);
  } else if (const auto* effect = std::get_if<syntax::EffectDecl>(&item.node)) {
    program.type_decls.emplace_back();
    TypeDecl& decl = program.type_decls.back();
    common(decl, effect->name, effect->is_pub);
    decl.shape = TypeDecl::Shape::effect;
    decl.effect_syntax = effect;
    types[&item] = &decl;
    resolve_parameters(effect->parameters, decl.parameters);
    pending_types_.emplace_back(&decl, index);
    part.declarations.push_back(&decl);
  } else if (const auto* trait = std::get_if<syntax::TraitDecl>(&item.node)) {
    program.trait_decls.emplace_back();
    TraitDecl& decl = program.trait_decls.back();
    common(decl, trait->name, trait->is_pub);
    decl.syntax = trait;
    program.type_params.emplace_back();
    decl.self = &program.type_params.back();
    decl.self->name = "Self";
    decl.self->is_self = true;
    resolve_parameters(trait->parameters, decl.parameters);
    for (const syntax::FunctionDecl& function : trait->functions) {
      decl.self->arity = std::max(decl.self->arity, signature_arity(function, "Self"));
    }
    for (const syntax::AssociatedType& associated : trait->types) {
      decl.types.emplace_back();
      decl.types.back().name = associated.name.text;
      decl.types.back().span = associated.name.span;
    }
    traits[&item] = &decl;
    pending_traits_.emplace_back(&decl, index);
    part.declarations.push_back(&decl);
  } else if (const auto* impl = std::get_if<syntax::ImplDecl>(&item.node)) {
    program.impl_decls.emplace_back();
    ImplDecl& decl = program.impl_decls.back();
    decl.span = item.span;
    decl.name_span = impl->target->span;
    decl.module = ref.module;
    decl.file = ref.file;
    decl.leading = &item.leading;
    decl.syntax = impl;
    resolve_parameters(impl->parameters, decl.parameters);
    pending_impls_.emplace_back(&decl, index);
    part.declarations.push_back(&decl);
  } else if (const auto* function = std::get_if<syntax::FunctionDecl>(&item.node)) {
    Function* decl = make_function(*function, Function::Role::function, ref);
    decl->leading = &item.leading;
    decl->native = native_facts(item.leading);
    functions[&item] = decl;
    pending_functions_.emplace_back(decl, index);
    part.declarations.push_back(decl);
  } else if (const auto* constant = std::get_if<syntax::ConstDecl>(&item.node)) {
    program.constants.emplace_back();
    Constant& decl = program.constants.back();
    common(decl, constant->name, constant->is_pub);
    program.functions.emplace_back();
    decl.initializer = &program.functions.back();
    common(*decl.initializer, constant->name, constant->is_pub);
    decl.initializer->role = Function::Role::constant;
    if (ref.module->is_interface) {  // its facts stand above it, and its value is a stand-in
      decl.initializer->from_interface = true;
      decl.initializer->leading = &item.leading;
    }
    decl.syntax = constant;
    constants[&item] = &decl;
    part.declarations.push_back(&decl);
  } else if (const auto* test = std::get_if<syntax::TestDecl>(&item.node)) {
    if (ref.module->is_interface) return;
    Function& decl = test->is_bench ? checked_only_.emplace_back() : program.functions.emplace_back();
    common(decl, {test->name, test->name_span}, false);
    decl.role = Function::Role::test;
    decl.test_syntax = test;
    decl.result = solver.unit();
    decl.capabilities = solver.empty_row();
    decl.failures = solver.empty_row();
    decl.failures_inferred = true;
    tests.push_back(&decl);
    if (!test->is_bench) part.tests.push_back(&decl);
  } else if (const auto* context = std::get_if<syntax::ContextDecl>(&item.node)) {
    if (ref.module->is_interface) return;
    Function& decl = checked_only_.emplace_back();
    common(decl, context->name, false);
    decl.result = solver.unit();
    decl.capabilities = solver.empty_row();
    decl.failures = solver.empty_row();
    decl.capabilities_inferred = decl.failures_inferred = true;
    contexts.emplace_back(&decl, context);
  }
}

void World::resolve_parameters(const std::vector<syntax::TypeParameter>& written, std::vector<TypeParam*>& parameters) {
  for (const syntax::TypeParameter& one : written) {
    program.type_params.emplace_back();
    TypeParam& parameter = program.type_params.back();
    parameter.name = one.name.text;
    parameter.kind = one.kind == syntax::TypeParameter::Kind::row        ? TypeParam::Kind::row
                     : one.kind == syntax::TypeParameter::Kind::constant ? TypeParam::Kind::constant
                                                                         : TypeParam::Kind::type;
    for (const TypeParam* earlier : parameters) {
      if (earlier->name == parameter.name && (earlier->kind == TypeParam::Kind::row) == (parameter.kind == TypeParam::Kind::row)) {
        diagnostics.error("D307", one.name.span, "the type parameter `" + parameter.name + "` is declared twice");
      }
    }
    parameters.push_back(&parameter);
  }
}

void World::resolve_parameter_bounds(const std::vector<syntax::TypeParameter>& written, std::vector<TypeParam*>& parameters,
                                     const TypeScope& scope) {
  for (std::size_t at = 0; at < written.size() && at < parameters.size(); ++at) {
    if (written[at].kind != syntax::TypeParameter::Kind::type) continue;
    parameters[at]->bounds = resolve_bounds(written[at].bounds, scope);
    for (const TypeParam::Bound& bound : parameters[at]->bounds) {
      parameters[at]->arity = std::max(parameters[at]->arity, bound.trait->self->arity);
    }
  }
}

/// Kinds come from use (T29): a parameter applied to arguments is a constructor, and so is one bounded by a constructor trait.
void World::infer_arities() {
  for (const auto& [decl, index] : pending_types_) {
    if (decl->syntax == nullptr) continue;
    for (TypeParam* parameter : decl->parameters) {
      const auto look = [&](const syntax::TypePtr& type) {
        if (!type) return;
        parameter->arity = std::max(parameter->arity, applied_arity(*type, parameter->name));
        if (parameter->kind == TypeParam::Kind::row && row_is_failure(*type, parameter->name)) parameter->is_failure_row = true;
      };
      if (const auto* record = std::get_if<syntax::RecordBody>(&decl->syntax->body)) {
        for (const syntax::FieldDecl& field : record->fields) look(field.type);
      } else if (const auto* variant = std::get_if<syntax::VariantBody>(&decl->syntax->body)) {
        for (const syntax::VariantCase& one : variant->cases) {
          for (const syntax::CaseField& field : one.payload) look(field.type);
        }
      } else if (const auto* wrapper = std::get_if<syntax::WrapperBody>(&decl->syntax->body)) {
        look(wrapper->type);
      }
      // An opaque library type with a row parameter carries failures: `Fiber<A, 'er>`, `SharedFn<A, B, 'er>`.
      if (parameter->kind == TypeParam::Kind::row && decl->shape == TypeDecl::Shape::opaque) parameter->is_failure_row = true;
    }
  }
  for (const auto& [impl, index] : pending_impls_) {
    for (TypeParam* parameter : impl->parameters) {
      parameter->arity = std::max(parameter->arity, applied_arity(*impl->syntax->target, parameter->name));
      for (const syntax::FunctionDecl& function : impl->syntax->functions) {
        parameter->arity = std::max(parameter->arity, signature_arity(function, parameter->name));
      }
    }
  }
}

void World::resolve_type_decl(TypeDecl& decl) {
  TypeScope scope{decl.module, decl.file, {&decl.parameters}, nullptr, nullptr, nullptr, nullptr};
  if (decl.effect_syntax != nullptr) {
    resolve_parameter_bounds(decl.effect_syntax->parameters, decl.parameters, scope);
    for (const syntax::OperationDecl& operation : decl.effect_syntax->operations) {
      for (const Field& earlier : decl.fields) {
        if (earlier.name == operation.name.text) {
          diagnostics.error("D307", operation.name.span, "the operation `" + earlier.name + "` is declared twice").label(earlier.span, "first here");
        }
      }
      std::vector<TypeParam*> rows;
      TypeScope inner = scope;
      inner.implicit_rows = &rows;
      inner.parameters.push_back(&rows);
      Field field;
      field.name = operation.name.text;
      field.span = operation.name.span;
      field.is_pub = true;
      field.leading = &operation.leading;
      field.type = resolve(*operation.type, inner);
      if (resolved(field.type)->kind == Kind::forall) {
        diagnostics.error("D422", operation.type->span, "an operation cannot be generic in a type, and `" + field.name + "` is")
            .suggest("write a generic function that takes the effect as a capability");
        field.type = solver.error();
      } else if (resolved(field.type)->kind != Kind::function && resolved(field.type)->kind != Kind::error) {
        diagnostics.error("D401", operation.type->span, "the operation `" + field.name + "` needs a function type, and this is `" + to_string(field.type) + "`")
            .suggest("write `() -> " + to_string(field.type) + "`");
        field.type = solver.error();
      }
      operation_rows[{&decl, decl.fields.size()}] = rows;
      decl.fields.push_back(std::move(field));
    }
    return;
  }
  const syntax::TypeDecl& written = *decl.syntax;
  resolve_parameter_bounds(written.parameters, decl.parameters, scope);
  if (const auto* record = std::get_if<syntax::RecordBody>(&written.body)) {
    for (const syntax::FieldDecl& field : record->fields) {
      for (const Field& earlier : decl.fields) {
        if (earlier.name == field.name.text) {
          diagnostics.error("D307", field.name.span, "the field `" + earlier.name + "` is declared twice").label(earlier.span, "first here");
        }
      }
      decl.fields.push_back({field.name.text, resolve(*field.type, scope), field.is_pub, field.is_mut, field.name.span, &field.leading});
    }
  } else if (const auto* variant = std::get_if<syntax::VariantBody>(&written.body)) {
    for (const syntax::VariantCase& one : variant->cases) {
      for (const Case& earlier : decl.cases) {
        if (earlier.name == one.name.text) {
          diagnostics.error("D307", one.name.span, "the case `" + earlier.name + "` is declared twice").label(earlier.span, "first here");
        }
      }
      Case made;
      made.name = one.name.text;
      made.has_payload = one.has_payload;
      made.span = one.name.span;
      made.leading = &one.leading;
      for (const syntax::CaseField& field : one.payload) {
        made.payload.push_back({field.name.text, resolve(*field.type, scope), true, false, field.type->span, nullptr});
      }
      decl.cases.push_back(std::move(made));
    }
  } else if (const auto* wrapper = std::get_if<syntax::WrapperBody>(&written.body)) {
    decl.wrapper_is_pub = wrapper->is_pub;
    decl.fields.push_back({"value", resolve(*wrapper->type, scope), wrapper->is_pub, false, wrapper->type->span, nullptr});
  }
}

void World::resolve_function(Function& function, TypeScope scope) {
  const syntax::FunctionDecl& written = *function.syntax;
  resolve_parameters(written.parameters, function.parameters);
  for (TypeParam* parameter : function.parameters) {
    parameter->arity = std::max(parameter->arity, signature_arity(written, parameter->name));
    if (parameter->kind == TypeParam::Kind::row) {
      parameter->is_failure_row = row_is_failure_clause(written.raises, parameter->name);
      for (const syntax::Parameter& argument : written.arguments) {
        if (argument.type && row_is_failure(*argument.type, parameter->name)) parameter->is_failure_row = true;
      }
    }
  }
  scope.parameters.push_back(&function.parameters);
  resolve_parameter_bounds(written.parameters, function.parameters, scope);
  for (std::size_t at = 0; at < written.arguments.size(); ++at) {
    const syntax::Parameter& argument = written.arguments[at];
    program.locals.emplace_back();
    Local& local = program.locals.back();
    local.origin = Local::Origin::parameter;
    local.name = argument.name.text == "_" ? "" : argument.name.text;
    local.span = argument.name.span;
    if (argument.name.text == "self" && at == 0 && scope.self != nullptr) {
      function.has_self = true;
      local.type = argument.type ? resolve(*argument.type, scope) : scope.self;
    } else if (argument.type) {
      local.type = resolve(*argument.type, scope);
    } else {
      diagnostics.error("D420", argument.name.span, "the parameter `" + argument.name.text + "` of `" + function.name + "` needs a type")
          .suggest("write `" + argument.name.text + ": Type`; only a lambda's parameters are inferred");
      local.type = solver.error();
    }
    if (!local.name.empty()) {
      for (const Local* earlier : function.arguments) {
        if (earlier->name == local.name) {
          diagnostics.error("D307", argument.name.span, "the parameter `" + local.name + "` is declared twice").label(earlier->span, "first here");
        }
      }
    }
    function.arguments.push_back(&local);
  }
  function.result = written.result ? resolve(*written.result, scope) : solver.unit();
  const bool may_infer = written.body != nullptr && !written.is_pub && !written.is_extern &&
                         (function.role == Function::Role::function || function.role == Function::Role::inherent);
  if (written.with) {
    function.capabilities = resolve_row(*written.with, scope, false);
  } else {
    function.capabilities = solver.empty_row();
    function.capabilities_inferred = may_infer;
  }
  if (written.raises) {
    function.failures = resolve_row(*written.raises, scope, true);
  } else if (may_infer) {
    function.failures = solver.empty_row();  // grows while the body is checked
    function.failures_inferred = true;
  } else {
    function.failures = solver.empty_row();
  }
  for (const auto& [label, type] : function.capabilities->entries) {
    program.locals.emplace_back();
    Local& local = program.locals.back();
    local.origin = Local::Origin::capability;
    local.name = label;
    local.type = type;
    local.span = written.with ? written.with->span : written.name.span;
    function.capability_locals.push_back(&local);
  }
  if (written.is_extern) check_foreign(function, written);
  scopes[&function] = scope;
}

/// Bounds and supertraits of one trait; its functions follow once all traits have theirs.
TypeScope World::resolve_trait_head(TraitDecl& trait) {
  std::vector<TypeParam*>* self_list = &trait_self_lists_.emplace_back(std::vector<TypeParam*>{trait.self});
  TypeScope scope{trait.module, trait.file, {self_list, &trait.parameters}, solver.parameter(trait.self), &trait, nullptr, nullptr};
  resolve_parameter_bounds(trait.syntax->parameters, trait.parameters, scope);
  trait.supertraits = resolve_bounds(trait.syntax->supertraits, scope);
  // `Self: ThisTrait` is what a default body may assume (R6).
  TypeParam::Bound own{&trait, {}};
  for (const TypeParam* parameter : trait.parameters) own.arguments.push_back(solver.parameter(parameter));
  trait.self->bounds = {own};
  for (const TypeParam::Bound& super : trait.supertraits) trait.self->arity = std::max(trait.self->arity, super.trait->self->arity);
  for (std::size_t at = 0; at < trait.types.size(); ++at) {
    trait.types[at].bounds = resolve_bounds(trait.syntax->types[at].bounds, scope);
  }
  return scope;
}

void World::resolve_trait_functions(TraitDecl& trait, const TypeScope& scope) {
  const modules::ItemRef ref{trait.module, trait.file, nullptr};
  for (const syntax::FunctionDecl& written : trait.syntax->functions) {
    Function* function = make_function(written, Function::Role::trait_member, ref);
    function->trait = &trait;
    resolve_function(*function, scope);
    // An associated type used after `with` or `raises` is a row.
    for (const Row* row : {function->capabilities, function->failures}) {
      for (const RowTail& tail : row->tails) {
        if (tail.projection == nullptr || resolved(tail.projection)->kind != Kind::projection) continue;
        for (AssociatedType& type : trait.types) {
          if (type.name == resolved(tail.projection)->name) type.is_row = true;
        }
      }
    }
    trait.functions.push_back(function);
  }
}

void World::resolve_impl(ImplDecl& impl, Part&) {
  const syntax::ImplDecl& written = *impl.syntax;
  TypeScope scope{impl.module, impl.file, {&impl.parameters}, nullptr, nullptr, nullptr, nullptr};
  resolve_parameter_bounds(written.parameters, impl.parameters, scope);
  if (written.trait) {
    const auto* named = std::get_if<syntax::NamedType>(&written.trait->node);
    TraitDecl* trait = named != nullptr && named->path.single() ? find_trait(named->path.last().text, scope) : nullptr;
    if (trait == nullptr) {
      const std::string name = named != nullptr ? named->path.last().text : "";
      auto& error = diagnostics.error("D302", written.trait->span,
                                      named != nullptr && find_type(name, scope) != nullptr ? "`" + name + "` is a type, and `impl .. for` wants a trait"
                                                                                           : "cannot find a trait `" + name + "` in this scope");
      if (const modules::Module* core = graph.find("std::core"); core != nullptr && core->own.types.contains(name)) {
        error.suggest("import it: `import std::core::{" + name + "};`");
      }
      impl.target = solver.error();
      return;
    }
    impl.trait = trait;
    for (std::size_t at = 0; at < named->arguments.size(); ++at) {
      static const TypeParam plain{};
      impl.trait_arguments.push_back(resolve_argument(*named->arguments[at], at < trait->parameters.size() ? *trait->parameters[at] : plain, scope));
    }
    if (impl.trait_arguments.size() != trait->parameters.size()) {
      diagnostics.error("D415", written.trait->span, "the trait `" + trait->name + "` takes " + std::to_string(trait->parameters.size()) + " type argument" + (trait->parameters.size() == 1 ? "" : "s"));
      impl.target = solver.error();
      return;
    }
    if (trait->self->arity > 0) {
      // A constructor trait is implemented for the bare constructor (R11).
      static thread_local TypeParam constructor;
      constructor.arity = trait->self->arity;
      const auto* target = std::get_if<syntax::NamedType>(&written.target->node);
      if (target != nullptr && target->path.single() && !target->arguments.empty()) {
        diagnostics.error("D415", written.target->span, "`" + trait->name + "` is implemented for a type constructor, and this is a complete type")
            .suggest("write `impl " + trait->name + " for " + target->path.last().text + "`");
        impl.target = solver.error();
        return;
      }
      impl.target = resolve_argument(*written.target, constructor, scope);
      const Type* known = resolved(impl.target);
      if (known->kind == Kind::nominal && static_cast<int>(known->decl->parameters.size()) < trait->self->arity) {
        diagnostics.error("D415", written.target->span, "`" + known->decl->name + "` takes no type argument, and `" + trait->name + "` is for types that do")
            .suggest("`" + trait->name + "` is implemented for a constructor such as `Option`");
        impl.target = solver.error();
        return;
      }
    } else {
      impl.target = resolve(*written.target, scope);
    }
  } else {
    impl.target = resolve(*written.target, scope);
  }
  Type* target = resolved(impl.target);
  if (target->kind == Kind::error) return;
  scope.self = impl.target;
  scope.impl = &impl;
  if (impl.trait == nullptr) {
    if (target->kind != Kind::nominal) {
      diagnostics.error("D312", written.target->span, "methods are declared only for types of this module, and `" + to_string(target) + "` is none");
      return;
    }
    if (target->decl->module != impl.module && !is_std_module(impl.module)) {
      diagnostics.error("D312", written.target->span, "methods of `" + target->decl->name + "` can be declared only in the module that declares the type")
          .suggest("write a function, or a trait of your own and `impl Trait for " + target->decl->name + "`");
    }
    inherent[target->decl].push_back(&impl);
  } else {
    if (target->kind == Kind::parameter || target->kind == Kind::application || target->kind == Kind::projection) {
      impl.target = solver.error();
      diagnostics.error("D601", written.target->span, "an impl for every type would overlap with all others")
          .suggest("implement `" + impl.trait->name + "` for the types that need it");
      return;
    }
    if (impl.trait == program.share || (impl.trait->name == "Share" && is_std_module(impl.trait->module))) {
      if (target->kind != Kind::nominal || target->decl->module != impl.module || target->decl->shape != TypeDecl::Shape::opaque) {
        diagnostics.error("D605", written.target->span, "only the module that declares `" + to_string(target) + "` may say that it is `Share`, and only for a type without a body")
            .suggest("for any other type the compiler derives the answer");
        return;
      }
    }
    solver.impls.add(&impl);
  }
  for (const syntax::AssociatedType& type : written.types) {
    if (!type.type) continue;
    const bool is_row = std::holds_alternative<syntax::RowType>(type.type->node) ||
                        (impl.trait != nullptr && std::any_of(impl.trait->types.begin(), impl.trait->types.end(),
                                                              [&](const AssociatedType& one) { return one.name == type.name.text && one.is_row; }));
    if (is_row && std::holds_alternative<syntax::RowType>(type.type->node)) {
      impl.types[type.name.text] = solver.row_type(resolve_row(*type.type, scope, false));
    } else if (is_row) {
      Row* row = resolve_row(*type.type, scope, false);
      impl.types[type.name.text] = row->entries.empty() && row->tails.size() == 1 && row->tails[0].projection != nullptr
                                       ? row->tails[0].projection
                                       : solver.row_type(row);
    } else {
      impl.types[type.name.text] = resolve(*type.type, scope);
    }
  }
  const modules::ItemRef ref{impl.module, impl.file, nullptr};
  for (const syntax::FunctionDecl& function : written.functions) {
    Function* made = make_function(function, impl.trait == nullptr ? Function::Role::inherent : Function::Role::impl_member, ref);
    made->impl = &impl;
    for (const Function* earlier : impl.functions) {
      if (earlier->name == made->name) {
        diagnostics.error("D307", made->name_span, "`" + made->name + "` is declared twice in this impl").label(earlier->name_span, "first here");
      }
    }
    resolve_function(*made, scope);
    impl.functions.push_back(made);
  }
}

void World::add_derived(TypeDecl& decl, Part& part, std::vector<Declaration>& after) {
  static const std::vector<std::string> derivable = {"Eq", "Ord", "Show", "Hash", "Decode", "Encode"};
  if (decl.syntax == nullptr) return;
  TypeScope scope{part.module, part.file, {}, nullptr, nullptr, nullptr, nullptr};
  for (const syntax::Name& name : decl.syntax->derives) {
    if (std::find(derivable.begin(), derivable.end(), name.text) == derivable.end()) {
      diagnostics.error("D606", name.span, "`" + name.text + "` cannot be derived").suggest("derivable are `Eq`, `Ord`, `Show`, `Hash`, `Decode` and `Encode`");
      continue;
    }
    TraitDecl* trait = find_trait(name.text, scope);
    if (trait == nullptr && part.module->path == "std::core") trait = find_trait(name.text, scope);
    if (trait == nullptr) {
      const std::string home = name.text == "Decode" || name.text == "Encode" ? "std::schema" : "std::core";
      diagnostics.error("D302", name.span, "cannot find a trait `" + name.text + "` in this scope").suggest("import it: `import " + home + "::{" + name.text + "};`");
      continue;
    }
    if (trait->module != nullptr && !trait->module->is_std()) {
      diagnostics.error("D606", name.span, "`" + name.text + "` cannot be derived: here it is a trait of module `" + trait->module->path + "`");
      continue;
    }
    program.impl_decls.emplace_back();
    ImplDecl& impl = program.impl_decls.back();
    impl.span = name.span;
    impl.name_span = name.span;
    impl.module = decl.module;
    impl.file = decl.file;
    impl.trait = trait;
    impl.is_derived = true;
    std::vector<Type*> arguments;
    for (const TypeParam* parameter : decl.parameters) {
      program.type_params.emplace_back(*parameter);
      TypeParam& copy = program.type_params.back();
      if (copy.kind == TypeParam::Kind::type && copy.arity == 0) copy.bounds.push_back({trait, {}});
      impl.parameters.push_back(&copy);
      if (copy.kind == TypeParam::Kind::row) {
        Row* row = solver.empty_row();
        row->tails.push_back({nullptr, &copy, nullptr});
        arguments.push_back(solver.row_type(row));
      } else {
        arguments.push_back(solver.parameter(&copy));
      }
    }
    impl.target = solver.nominal(&decl, std::move(arguments));
    solver.impls.add(&impl);
    decl.derives.push_back(trait);
    after.push_back(&impl);
  }
}

void World::well_known() {
  const modules::Module* core = graph.find("std::core");
  if (core == nullptr) return;
  const auto trait = [&](const char* name) -> const TraitDecl* {
    const auto at = core->own.types.find(name);
    if (at == core->own.types.end()) return nullptr;
    const auto decl = traits.find(at->second.item.item);
    return decl == traits.end() ? nullptr : decl->second;
  };
  const auto type = [&](const char* name) -> const TypeDecl* {
    const auto at = core->own.types.find(name);
    if (at == core->own.types.end()) return nullptr;
    const auto decl = types.find(at->second.item.item);
    return decl == types.end() ? nullptr : decl->second;
  };
  program.eq = trait("Eq");
  program.ord = trait("Ord");
  program.show = trait("Show");
  program.hash = trait("Hash");
  program.share = trait("Share");
  program.iterator = trait("Iterator");
  program.list = type("List");
  program.range = type("Range");
  program.option = type("Option");
  program.step = type("Step");
  program.ordering = type("Ordering");
}

void World::declare() {
  program.graph = &graph;
  declare_builtins();
  for (const auto& module : graph.modules) {
    for (const syntax::File* file : module->parts) program.parts.push_back({module.get(), file, {}, {}});
  }
  for (Part& part : program.parts) {
    for (const syntax::Item& item : part.file->items) declare_item(part, {part.module, part.file, &item});
  }
  well_known();
  // Kinds before types, traits before what they bound, types before impls, impls before anything that projects through them.
  infer_arities();
  std::vector<TypeScope> trait_scopes;
  for (const auto& [trait, index] : pending_traits_) trait_scopes.push_back(resolve_trait_head(*trait));
  for (std::size_t at = 0; at < pending_traits_.size(); ++at) resolve_trait_functions(*pending_traits_[at].first, trait_scopes[at]);
  for (const auto& [decl, index] : pending_types_) resolve_type_decl(*decl);
  std::vector<std::vector<Declaration>> derived(program.parts.size());
  std::map<const TypeDecl*, std::vector<Declaration>> after;
  for (const auto& [decl, index] : pending_types_) {
    std::vector<Declaration> made;
    add_derived(*decl, program.parts[index], made);
    if (!made.empty()) after[decl] = std::move(made);
  }
  for (const auto& [impl, index] : pending_impls_) resolve_impl(*impl, program.parts[index]);
  for (const auto& [function, index] : pending_functions_) {
    resolve_function(*function, {function->module, function->file, {}, nullptr, nullptr, nullptr, nullptr});
  }
  for (const Part& part : program.parts) {
    if (part.module->is_interface) continue;
    for (const syntax::Item& item : part.file->items) {
      if (const auto* row = std::get_if<syntax::RowDecl>(&item.node)) check_row(*row, {part.module, part.file, {}, nullptr, nullptr, nullptr, nullptr});
    }
  }
  for (Part& part : program.parts) {
    std::vector<Declaration> with_derived;
    for (const Declaration& declaration : part.declarations) {
      with_derived.push_back(declaration);
      if (const auto* decl = std::get_if<TypeDecl*>(&declaration)) {
        if (const auto extra = after.find(*decl); extra != after.end()) {
          with_derived.insert(with_derived.end(), extra->second.begin(), extra->second.end());
        }
      }
    }
    part.declarations = std::move(with_derived);
    for (const Declaration& declaration : part.declarations) {
      if (const auto* impl = std::get_if<ImplDecl*>(&declaration); impl != nullptr && (*impl)->trait != nullptr) program.impls.push_back(*impl);
    }
  }
  check_coherence();
  for (Part& part : program.parts) {
    if (part.module->is_interface) continue;
    for (const Declaration& declaration : part.declarations) {
      if (const auto* impl = std::get_if<ImplDecl*>(&declaration); impl != nullptr && (*impl)->trait != nullptr) check_impl(**impl);
    }
  }
}

}  // namespace khora2cpp::types
