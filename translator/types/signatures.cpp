// Signatures: bounds, fields and operations, parameters and rows of functions, members of traits.
#include <algorithm>
#include <functional>
#include <set>

#include "types/world.hpp"

namespace khora2cpp::types {

namespace {

/// Whether the row is passed as data in the type: a type argument names it.
bool is_in_arguments(const Type* given, const TypeParam& row) {
  const Type* type = resolved(given);
  const auto inside = [&](const Type* part) { return is_in_arguments(part, row); };
  if (type->kind == Kind::nominal) {
    for (const Type* argument : type->arguments) {
      const Type* known = resolved(argument);
      if (known->kind != Kind::row) continue;
      const std::vector<RowTail>& tails = known->row->tails;
      if (std::any_of(tails.begin(), tails.end(), [&](const RowTail& tail) { return tail.parameter == &row; })) return true;
    }
  }
  return std::any_of(type->arguments.begin(), type->arguments.end(), inside) ||
         std::any_of(type->parameters.begin(), type->parameters.end(), inside) || (type->result != nullptr && inside(type->result));
}

}  // namespace

bool is_constructor(const Type* type) {
  type = resolved(type);
  return (type->kind == Kind::parameter && type->parameter->arity > 0) ||
         (type->kind == Kind::nominal && type->arguments.size() < type->decl->parameters.size());
}

void World::resolve_parameter_bounds(const std::vector<syntax::TypeParameter>& written, std::vector<TypeParam*>& parameters,
                                     const TypeScope& scope) {
  for (std::size_t at = 0; at < written.size() && at < parameters.size(); ++at) {
    if (written[at].kind != syntax::TypeParameter::Kind::type) continue;
    parameters[at]->bounds = resolve_bounds(written[at].bounds, scope, &parameters[at]->is_unsure);
    for (const TypeParam::Bound& bound : parameters[at]->bounds) {
      parameters[at]->arity = std::max(parameters[at]->arity, bound.trait->self->arity);
    }
    for (const TypeParam::Bound& bound : parameters[at]->bounds) {
      // One without functions has the kind of those it extends, which may not be known yet.
      if (bound.trait->self->arity >= parameters[at]->arity || bound.trait->syntax == nullptr || bound.trait->syntax->functions.empty()) continue;
      const int arity = bound.trait->self->arity;
      const std::string wanted = arity == 0 ? "types" : "constructors with " + std::to_string(arity) + " type argument" + (arity == 1 ? "" : "s");
      diagnostics.error("D415", written[at].name.span,
                        "`" + parameters[at]->name + "` stands for a type constructor with " + std::to_string(parameters[at]->arity) +
                            " type argument" + (parameters[at]->arity == 1 ? "" : "s") + " here, and `" + bound.trait->name + "` is for " + wanted);
    }
  }
}

void World::resolve_type_decl(TypeDecl& decl) {
  TypeScope scope{decl.module, decl.file, {&decl.parameters}, nullptr, nullptr, nullptr, nullptr};
  if (decl.effect_syntax != nullptr) {
    resolve_parameter_bounds(decl.effect_syntax->parameters, decl.parameters, scope);
    for (const syntax::OperationDecl& operation : decl.effect_syntax->operations) {
      const auto same = std::find_if(decl.fields.begin(), decl.fields.end(), [&](const Field& known) { return known.name == operation.name.text; });
      if (same != decl.fields.end()) {
        diagnostics.error("D307", operation.name.span, "the operation `" + same->name + "` is declared twice").label(same->span, "first here");
        continue;
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
        diagnostics
            .error("D401", operation.type->span,
                   "the operation `" + field.name + "` needs a function type, and this is `" + to_string(field.type) + "`")
            .suggest("write `() -> " + to_string(field.type) + "`");
        field.type = solver.error();
      }
      for (const TypeParam* row : rows) {
        if (row->is_failure_row || !is_in_arguments(field.type, *row)) continue;
        diagnostics
            .error("D901", operation.type->span,
                   "an operation cannot be generic in a row that is an argument of a type, as `'" + row->name + "` is here")
            .suggest("make it a parameter of the effect: `effect " + decl.name + "<'" + row->name + "> { .. }`");
        field.type = solver.error();
        break;
      }
      for (TypeParam* row : rows) row->is_bound = !row->is_failure_row;
      operation_rows[{&decl, decl.fields.size()}] = rows;
      decl.fields.push_back(std::move(field));
    }
    return;
  }
  const syntax::TypeDecl& written = *decl.syntax;
  resolve_parameter_bounds(written.parameters, decl.parameters, scope);
  if (const auto* record = std::get_if<syntax::RecordBody>(&written.body)) {
    for (const syntax::FieldDecl& field : record->fields) {
      const auto same = std::find_if(decl.fields.begin(), decl.fields.end(), [&](const Field& known) { return known.name == field.name.text; });
      if (same != decl.fields.end()) {
        diagnostics.error("D307", field.name.span, "the field `" + same->name + "` is declared twice").label(same->span, "first here");
        continue;
      }
      decl.fields.push_back({field.name.text, resolve(*field.type, scope), field.is_pub, field.is_mut, field.name.span, &field.leading});
    }
  } else if (const auto* variant = std::get_if<syntax::VariantBody>(&written.body)) {
    for (const syntax::VariantCase& one : variant->cases) {
      const auto same = std::find_if(decl.cases.begin(), decl.cases.end(), [&](const Case& known) { return known.name == one.name.text; });
      if (same != decl.cases.end()) {
        diagnostics.error("D307", one.name.span, "the case `" + same->name + "` is declared twice").label(same->span, "first here");
        continue;
      }
      Case made;
      made.name = one.name.text;
      made.has_payload = one.has_payload;
      made.span = one.name.span;
      made.leading = &one.leading;
      const auto named = [](const syntax::CaseField& field) { return !field.name.text.empty(); };
      if (std::any_of(one.payload.begin(), one.payload.end(), named) && !std::all_of(one.payload.begin(), one.payload.end(), named)) {
        diagnostics.error("D230", one.name.span, "some values of the case `" + one.name.text + "` have names and some have none")
            .suggest("name all of them, or none");
      }
      for (const syntax::CaseField& field : one.payload) {
        for (const syntax::CaseField& earlier : one.payload) {
          if (&earlier == &field) break;
          if (!named(field) || earlier.name.text != field.name.text) continue;
          diagnostics.error("D307", field.name.span, "the name `" + field.name.text + "` is declared twice in the case `" + made.name + "`")
              .label(earlier.name.span, "first here");
          break;
        }
        made.payload.push_back({field.name.text, resolve(*field.type, scope), true, false, field.type->span, nullptr});
      }
      decl.cases.push_back(std::move(made));
    }
  } else if (const auto* wrapper = std::get_if<syntax::WrapperBody>(&written.body)) {
    decl.wrapper_is_pub = wrapper->is_pub;
    decl.fields.push_back({"value", resolve(*wrapper->type, scope), wrapper->is_pub, false, wrapper->type->span, nullptr});
  }
}

namespace {

/// Whether the rows of a function that `parameter` stands in are those of the functions it is handed, and of nothing else, so that whoever
/// calls it can bind to them what the row stands for. What is handed on, kept in a value or answered may be called elsewhere, with other
/// handlers.
bool is_bound(const TypeParam* parameter, const std::vector<Type*>& arguments, const Type* result, const Row& required, bool inferred) {
  const auto mentioned = [&](const Type* type) { return mentions_one_of(type, {parameter}); };
  const auto is_tail = [&](const Row& row) {
    return std::any_of(row.tails.begin(), row.tails.end(), [&](const RowTail& tail) { return tail.parameter == parameter; });
  };
  bool handed = false;
  for (const Type* given : arguments) {
    const Type* type = resolved(given);
    if (!mentioned(type)) continue;
    handed = true;
    if (type->kind != Kind::function || !is_tail(*type->capabilities)) return false;
    if (mentioned(type->result) || std::any_of(type->parameters.begin(), type->parameters.end(), mentioned)) return false;
    for (const auto& [label, effect] : type->capabilities->entries) {
      if (mentioned(effect)) return false;
    }
  }
  for (const auto& [label, effect] : required.entries) {
    if (mentioned(effect)) return false;
  }
  if (mentioned(result)) return false;
  return !handed || inferred || is_tail(required);
}

/// Whether `self` may have this type: `Self`, or in a constructor trait `Self` applied to arguments (R2).
bool is_receiver(const Type* type, const TypeScope& scope) {
  type = resolved(type);
  const Type* self = resolved(scope.self);
  if (type->kind == Kind::error || self->kind == Kind::error) return true;
  if (type->kind == Kind::application) {
    const Type* head = resolved(type->head);
    return head->kind == self->kind && head->parameter == self->parameter;
  }
  if (type->kind != self->kind) return false;
  switch (type->kind) {
    case Kind::parameter: return type->parameter == self->parameter;
    case Kind::nominal: return type->decl == self->decl;
    default: return to_string(type) == to_string(self);
  }
}

}  // namespace

void World::resolve_function(Function& function, TypeScope scope) {
  const syntax::FunctionDecl& written = *function.syntax;
  resolve_parameters(written.parameters, function.parameters);
  infer_kinds(written, function.parameters, parameters_of(scope));
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
      if (!argument.type && is_constructor(scope.self)) {
        diagnostics.error("D415", argument.name.span, "`self` is a value, and `Self` stands for a type constructor here, such as `Option`")
            .suggest("write `self: " + (resolved(scope.self)->kind == Kind::nominal ? resolved(scope.self)->decl->name : "Self") + "<A>`");
        local.type = solver.error();
      }
      if (argument.type && !is_receiver(local.type, scope)) {
        diagnostics
            .error("D401", argument.type->span,
                   "`self` is a value of `" + to_string(scope.self) + "`, and is annotated `" + to_string(local.type) + "`")
            .suggest("write `self` alone; a function without a receiver calls its parameter another name");
        local.type = solver.error();
      }
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
          diagnostics.error("D307", argument.name.span, "the parameter `" + local.name + "` is declared twice")
              .label(earlier->span, "first here");
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
  std::vector<Type*> handed;
  for (const Local* argument : function.arguments) handed.push_back(argument->type);
  for (TypeParam* parameter : function.parameters) {
    const auto bounded = [&](const TypeParam* other) {
      return std::any_of(other->bounds.begin(), other->bounds.end(), [&](const TypeParam::Bound& bound) {
        return std::any_of(bound.arguments.begin(), bound.arguments.end(), [&](const Type* one) { return mentions_one_of(one, {parameter}); });
      });
    };
    parameter->is_bound = parameter->kind == TypeParam::Kind::row && !parameter->is_failure_row &&
                          std::none_of(function.parameters.begin(), function.parameters.end(), bounded) &&
                          is_bound(parameter, handed, function.result, *function.capabilities, function.capabilities_inferred);
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
  trait.supertraits = resolve_bounds(trait.syntax->supertraits, scope, &trait.self->is_unsure);
  // `Self: ThisTrait` is what a default body may assume (R6).
  TypeParam::Bound own{&trait, {}};
  for (const TypeParam* parameter : trait.parameters) own.arguments.push_back(solver.parameter(parameter));
  trait.self->bounds = {own};
  for (std::size_t at = 0; at < trait.types.size(); ++at) {
    trait.types[at].bounds = resolve_bounds(trait.syntax->types[at].bounds, scope);
  }
  return scope;
}

/// A trait has the kind of those it extends (T29): `Self` is one thing for all of them.
void World::check_supertrait_kinds() {
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& [trait, index] : pending_traits_) {
      for (const TypeParam::Bound& super : trait->supertraits) {
        if (super.trait->self->arity <= trait->self->arity) continue;
        trait->self->arity = super.trait->self->arity;
        changed = true;
      }
    }
  }
  for (const auto& [trait, index] : pending_traits_) {
    const TypeScope scope{trait->module, trait->file, {}, nullptr, nullptr, nullptr, nullptr};
    const auto is_other = [&, &trait = trait](const TypeParam::Bound& super) { return super.trait->self->arity != trait->self->arity; };
    for (const syntax::TypePtr& written : trait->syntax->supertraits) {
      const auto* named = std::get_if<syntax::NamedType>(&written->node);
      const TraitDecl* super = named == nullptr ? nullptr : find_trait(named->path.last().text, scope);
      if (super == nullptr || super->self->arity == trait->self->arity) continue;
      diagnostics.error("D415", written->span, "`" + trait->name + "` is for type constructors, such as `Option`, and `" + super->name + "` is for types");
    }
    // No impl is asked for what cannot be.
    trait->supertraits.erase(std::remove_if(trait->supertraits.begin(), trait->supertraits.end(), is_other), trait->supertraits.end());
  }
}

/// Traits that extend each other (R3): each cycle is reported once, where it is closed.
void World::check_supertraits() {
  std::vector<const TraitDecl*> path;
  std::set<const TraitDecl*> seen;
  const std::function<void(TraitDecl&)> walk = [&](TraitDecl& trait) {
    if (!seen.insert(&trait).second) return;
    path.push_back(&trait);
    std::erase_if(trait.supertraits, [&](const TypeParam::Bound& super) {
      const auto start = std::find(path.begin(), path.end(), super.trait);
      if (start == path.end()) {
        walk(const_cast<TraitDecl&>(*super.trait));
        return false;
      }
      std::string cycle;
      for (auto at = start; at != path.end(); ++at) cycle += "`" + (*at)->name + "` -> ";
      const TypeScope scope{trait.module, trait.file, {}, nullptr, nullptr, nullptr, nullptr};
      Span place = trait.name_span;
      for (const syntax::TypePtr& written : trait.syntax->supertraits) {
        const auto* named = std::get_if<syntax::NamedType>(&written->node);
        if (named != nullptr && find_trait(named->path.last().text, scope) == super.trait) place = written->span;
      }
      diagnostics.error("D615", place, "this trait extends itself: " + cycle + "`" + super.trait->name + "`")
          .suggest("remove one of these supertraits; a trait that extends both has the functions of both");
      // Arguments could grow on every turn; without them a walk over supertraits meets what it knows, and ends.
      return !super.arguments.empty();
    });
    path.pop_back();
  };
  for (const auto& [trait, index] : pending_traits_) walk(*trait);
}

void World::resolve_trait_functions(TraitDecl& trait, const TypeScope& scope) {
  const modules::ItemRef ref{trait.module, trait.file, nullptr};
  for (const syntax::FunctionDecl& written : trait.syntax->functions) {
    Function* function = make_function(written, Function::Role::trait_member, ref);
    function->trait = &trait;
    if (const Function* earlier = trait.find(function->name); earlier != nullptr) {
      diagnostics.error("D307", function->name_span, "`" + function->name + "` is declared twice in this trait")
          .label(earlier->name_span, "first here");
      continue;
    }
    resolve_function(*function, scope);
    const std::function<void(const Row*, bool)> note_row = [&](const Row* row, bool failures) {
      for (const RowTail& tail : row->tails) {
        if (tail.projection == nullptr || resolved(tail.projection)->kind != Kind::projection) continue;
        for (AssociatedType& type : trait.types) {
          if (type.name != resolved(tail.projection)->name) continue;
          (failures ? type.is_failure_row : type.is_row) = true;
        }
      }
    };
    const std::function<void(const Type*)> note_type = [&](const Type* type) {
      type = resolved(type);
      for (std::size_t at = 0; at < type->arguments.size(); ++at) {
        const Type* argument = resolved(type->arguments[at]);
        const bool failures = type->kind == Kind::nominal && at < type->decl->parameters.size() && type->decl->parameters[at]->is_failure_row;
        if (argument->kind == Kind::row) note_row(argument->row, failures);
        note_type(argument);
      }
      for (const Type* parameter : type->parameters) note_type(parameter);
      if (type->result != nullptr) note_type(type->result);
      if (type->capabilities != nullptr) note_row(type->capabilities, false);
      if (type->failures != nullptr) note_row(type->failures, true);
    };
    // An associated type used after `with` is a row of capabilities; one used after `raises` is a failure type, or a row of them.
    note_row(function->capabilities, false);
    note_row(function->failures, true);
    for (const Local* argument : function->arguments) note_type(argument->type);
    note_type(function->result);
    trait.functions.push_back(function);
  }
}

}  // namespace khora2cpp::types
