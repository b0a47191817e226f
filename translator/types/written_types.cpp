// Written types to types: names, arguments, rows (syntax-and-types.md 2.2, 4.5, 5, 6.2).
#include <algorithm>
#include <charconv>
#include <system_error>

#include "types/world.hpp"

namespace khora2cpp::types {

TypeParam* World::find_parameter(const std::string& name, TypeParam::Kind kind, const TypeScope& scope) {
  for (auto list = scope.parameters.rbegin(); list != scope.parameters.rend(); ++list) {
    for (TypeParam* parameter : **list) {
      if (parameter->name == name && (parameter->kind == TypeParam::Kind::row) == (kind == TypeParam::Kind::row)) return parameter;
    }
  }
  return nullptr;
}

TypeDecl* World::find_type(const std::string& name, const TypeScope& scope) {
  const modules::Names& known = names(scope).types;
  if (const auto at = known.find(name); at != known.end()) {
    if (const auto decl = types.find(at->second.item.item); decl != types.end()) return decl->second;
  }
  if (const auto at = builtins.find(name); at != builtins.end()) return at->second;
  return nullptr;
}

TraitDecl* World::find_trait(const std::string& name, const TypeScope& scope) {
  const modules::Names& known = names(scope).types;
  if (const auto at = known.find(name); at != known.end()) {
    if (const auto decl = traits.find(at->second.item.item); decl != traits.end()) return decl->second;
  }
  return nullptr;
}

bool World::is_unknown(const std::string& name, const TypeScope& scope) const {
  if (reported_names.contains({scope.file, name})) return true;
  const modules::Scope& known = names(scope);
  for (const modules::Names* group : {&known.types, &known.values}) {
    if (const auto at = group->find(name); at != group->end() && !at->second.item) return true;
  }
  return false;
}

bool World::is_unknown_again(const std::string& name, Span use, const TypeScope& scope) {
  if (!is_unknown(name, scope)) return false;
  diagnostics.meet_again();
  if (reported_names.contains({scope.file, name})) report_unknown("D302", name, use, "cannot find `" + name + "` in this scope", scope);
  return true;
}

diagnostics::Diagnostic& World::report_unknown(const char* code, const std::string& name, Span span, std::string message,
                                               const TypeScope& scope, diagnostics::Site site) {
  // Signatures are read once and before all bodies: a name that one of them reported is reported for all that follows in the file.
  if (is_declaring) reported_names.insert({scope.file, name});
  diagnostics::Diagnostic& error = diagnostics.error(code, span, std::move(message), site);
  error.subject = name;
  return error;
}

bool World::misses_types(const TypeScope& scope) const {
  const modules::Names& known_types = names(scope).types;
  return std::any_of(known_types.begin(), known_types.end(), [](const auto& known) { return !known.second.item; });
}

TraitDecl* World::meant_trait(const std::string& name, const TypeScope& scope, std::string& hint) {
  std::vector<std::string> candidates;
  for (const auto& [known, binding] : names(scope).types) {
    if (traits.contains(binding.item.item)) candidates.push_back(known);
  }
  if (const std::string close = near_miss(name, candidates); !close.empty()) {
    hint = "did you mean `" + close + "`?";
    return find_trait(close, scope);
  }
  const modules::Module* core = graph.find("std::core");
  if (core == nullptr || !core->own.types.contains(name)) return nullptr;
  hint = "import it: `import std::core::{" + name + "};`";
  return find_trait(name, {core, core->parts.front(), {}, nullptr, nullptr, nullptr, nullptr});
}

std::string World::near_type(const std::string& name, const TypeScope& scope) {
  std::vector<std::string> candidates;
  for (const auto& [known, binding] : names(scope).types) candidates.push_back(known);
  for (const auto& [known, decl] : builtins) candidates.push_back(known);
  for (const auto* list : scope.parameters) {
    for (const TypeParam* parameter : *list) candidates.push_back(parameter->name);
  }
  const std::string close = near_miss(name, candidates);
  if (!close.empty()) return "did you mean `" + close + "`?";
  // A library name that only needs an import is the commonest reason.
  if (const modules::Module* core = graph.find("std::core"); core != nullptr && core->own.types.contains(name)) {
    return "import it: `import std::core::{" + name + "};`";
  }
  return "imports are per file: import the type where it is written";
}

Type* World::resolve(const syntax::TypeExpr& written, const TypeScope& scope) {
  const auto all = [&](const std::vector<syntax::TypePtr>& list) {
    std::vector<Type*> result;
    for (const syntax::TypePtr& one : list) result.push_back(resolve(*one, scope));
    return result;
  };
  return std::visit(
      [&](const auto& node) -> Type* {
        using Node = std::decay_t<decltype(node)>;
        if constexpr (std::is_same_v<Node, syntax::NamedType>) {
          return resolve_named(written, node, scope);
        } else if constexpr (std::is_same_v<Node, syntax::TupleType>) {
          return solver.tuple(all(node.elements));
        } else if constexpr (std::is_same_v<Node, syntax::FunctionType>) {
          Row* with = node.with ? resolve_row(*node.with, scope, false) : solver.empty_row();
          Row* raises = node.raises ? resolve_row(*node.raises, scope, true) : solver.empty_row();
          std::vector<Type*> parameters = all(node.parameters);
          return solver.function(std::move(parameters), resolve(*node.result, scope), with, raises);
        } else if constexpr (std::is_same_v<Node, syntax::SumType>) {
          diagnostics.error("D418", written.span, "`+` joins failure types, and only in a `raises` clause")
              .suggest(
                  "a `Result` holds one error type; a function with several kinds of failure says `raises A + B` and its caller uses "
                  "`catch`");
          return solver.error();
        } else if constexpr (std::is_same_v<Node, syntax::RowType>) {
          diagnostics.error("D419", written.span, "braces in a type are a row of capabilities or failures, and a type is wanted here")
              .suggest("declare a record with `type Name = { .. };` and use its name");
          return solver.error();
        } else if constexpr (std::is_same_v<Node, syntax::RowVariable>) {
          diagnostics.error("D419", written.span, "`'" + node.name.text + "` is a row variable, and a type is wanted here");
          return solver.error();
        } else if constexpr (std::is_same_v<Node, syntax::ConstArgument>) {
          diagnostics.error("D415", written.span, "a number is no type");
          return solver.error();
        } else if constexpr (std::is_same_v<Node, syntax::ForallType>) {
          Type* type = program.arena.make(Kind::forall);
          auto* binders = new std::vector<TypeParam*>();  // lives as long as the program's types do
          forall_binders_.emplace_back(binders);
          resolve_parameters(node.parameters, *binders);
          for (TypeParam* binder : *binders) binder->arity = arity_in(*node.body, binder->name, scope);
          TypeScope inner = scope;
          inner.parameters.push_back(binders);
          resolve_parameter_bounds(node.parameters, *binders, inner);
          type->binders.assign(binders->begin(), binders->end());
          type->body = resolve(*node.body, inner);
          return type;
        } else {
          return solver.error();
        }
      },
      written.node);
}

Type* World::resolve_argument(const syntax::TypeExpr& written, const TypeParam& parameter, const TypeScope& scope) {
  if (parameter.kind == TypeParam::Kind::row) {
    if (std::holds_alternative<syntax::RowVariable>(written.node) || std::holds_alternative<syntax::RowType>(written.node)) {
      return solver.row_type(resolve_row(written, scope, parameter.is_failure_row));
    }
    if (const auto* named = std::get_if<syntax::NamedType>(&written.node); named != nullptr && named->path.segments.size() == 2) {
      Type* projected = resolve(written, scope);
      if (projected->kind == Kind::row || projected->kind == Kind::error) return projected;
      Row* row = solver.empty_row();
      row->tails.push_back({nullptr, nullptr, projected});
      return solver.row_type(row);
    }
    diagnostics.error("D419", written.span, "a type stands where a row belongs")
        .suggest("write it in braces with its label, such as `{ Jam: Jam }` for a failure or `{ oven: Oven }` for a capability");
    return solver.error();
  }
  if (parameter.kind == TypeParam::Kind::constant) {
    if (const auto* constant = std::get_if<syntax::ConstArgument>(&written.node)) {
      Type* type = program.arena.make(Kind::constant);
      const std::string& digits = constant->digits;
      if (std::from_chars(digits.data(), digits.data() + digits.size(), type->value).ec == std::errc::result_out_of_range) {
        diagnostics.error("D412", written.span, digits + " does not fit `Int`").suggest("the largest `Int` is 9223372036854775807");
        return solver.error();
      }
      return type;
    }
    if (const auto* named = std::get_if<syntax::NamedType>(&written.node); named != nullptr && named->path.single()) {
      if (TypeParam* found = find_parameter(named->path.last().text, TypeParam::Kind::constant, scope);
          found != nullptr && found->kind == TypeParam::Kind::constant) {
        return solver.parameter(found);
      }
    }
    diagnostics.error("D416", written.span, "a number is wanted here: `" + parameter.name + "` is a `const` parameter");
    return solver.error();
  }
  if (parameter.arity == 0) return resolve(written, scope);
  // A constructor is written bare: `Bin`, not `Bin<A>`.
  const auto* named = std::get_if<syntax::NamedType>(&written.node);
  if (named != nullptr && named->path.single() && !named->has_arguments) {
    const std::string& name = named->path.last().text;
    const auto takes = [&](std::size_t count) { return "`" + name + "` takes " + (count == 0 ? "none" : std::to_string(count)); };
    if (name == "Self" && scope.self != nullptr && is_constructor(scope.self)) return scope.self;
    if (TypeParam* found = find_parameter(name, TypeParam::Kind::type, scope)) {
      if (found->arity == parameter.arity) return solver.parameter(found);
      return refuse_kind(written.span, parameter.arity, takes(static_cast<std::size_t>(found->arity)));
    }
    if (TypeDecl* decl = find_type(name, scope)) {
      const auto is_plain = [](const TypeParam* one) { return one->kind == TypeParam::Kind::type && one->arity == 0; };
      if (!std::all_of(decl->parameters.begin(), decl->parameters.end(), is_plain)) {
        return refuse_kind(written.span, parameter.arity, "`" + name + "` takes arguments of another kind");
      }
      if (static_cast<int>(decl->parameters.size()) == parameter.arity) return solver.nominal(decl);
      return refuse_kind(written.span, parameter.arity, takes(decl->parameters.size()));
    }
  }
  Type* whole = resolve(written, scope);
  return resolved(whole)->kind == Kind::error ? whole : refuse_kind(written.span, parameter.arity, "`" + to_string(whole) + "` is complete");
}

/// For what is no constructor of that many types (T29).
Type* World::refuse_kind(Span span, int wanted, const std::string& found) {
  diagnostics.error("D415", span, "a type constructor with " + std::to_string(wanted) + " type argument" + (wanted == 1 ? "" : "s") +
                                      " is wanted here, and " + found)
      .suggest(wanted == 1 ? "write one alone, such as `Option` or `List`" : "write one alone, such as `Result`");
  return solver.error();
}

namespace {

/// The traits whose associated types of `parameter` stand in the type.
void add_projected(const Type* given, const TypeParam* parameter, std::vector<TypeParam::Bound>& bounds) {
  const Type* type = resolved(given);
  if (type->kind == Kind::projection && resolved(type->self)->kind == Kind::parameter && resolved(type->self)->parameter == parameter) {
    const auto is_known = [&](const TypeParam::Bound& one) { return one.trait == type->trait; };
    if (std::none_of(bounds.begin(), bounds.end(), is_known)) bounds.push_back({type->trait, type->arguments});
  }
  for (const Type* argument : type->arguments) add_projected(argument, parameter, bounds);
  for (const Type* one : type->parameters) add_projected(one, parameter, bounds);
  if (type->result != nullptr) add_projected(type->result, parameter, bounds);
}

}  // namespace

/// The bounds of a type's parameters hold wherever the type is written (T28). Which impls there are is known once all are declared.
void World::note_bounds(const TypeDecl& decl, const std::vector<Type*>& arguments, Span span) {
  const std::vector<syntax::TypeParameter>* written = nullptr;
  if (decl.effect_syntax != nullptr) written = &decl.effect_syntax->parameters;
  else if (decl.syntax != nullptr) written = &decl.syntax->parameters;
  // The library's adapters, such as `Mapped<I, B>`, have associated types of parameters without a bound.
  const bool is_adapter = decl.module != nullptr && decl.module->is_std();
  const bool has_bounds = written != nullptr && std::any_of(written->begin(), written->end(), [](const auto& one) { return !one.bounds.empty(); });
  if (decl.parameters.empty() || (!has_bounds && !is_adapter)) return;
  if (is_declaring) written_bounds_.push_back({&decl, arguments, span});
  else check_bounds(decl, arguments, span);
}

void World::check_bounds(const TypeDecl& decl, const std::vector<Type*>& arguments, Span span) {
  Substitution substitution;
  for (std::size_t at = 0; at < decl.parameters.size(); ++at) substitution.set(decl.parameters[at], arguments[at]);
  for (std::size_t at = 0; at < decl.parameters.size(); ++at) {
    std::vector<TypeParam::Bound> bounds = decl.parameters[at]->bounds;
    if (bounds.empty()) {
      for (const Field& field : decl.fields) add_projected(field.type, decl.parameters[at], bounds);
    }
    for (const TypeParam::Bound& bound : bounds) {
      Solver::Requirement requirement{bound.trait, {}, arguments[at]};
      for (Type* argument : bound.arguments) requirement.arguments.push_back(substitution.apply(solver, argument));
      Solver::Requirement culprit;
      if (solver.holds(requirement, &culprit) != Solver::Verdict::no) continue;
      // What a parameter stands for is its user's business: a value of such a type exists only where the bound holds.
      const Type* self = resolved(culprit.self != nullptr ? culprit.self : requirement.self);
      if (self->kind != Kind::nominal && self->kind != Kind::tuple && self->kind != Kind::function) continue;
      const std::string message = "`" + to_string(requirement.self) + "` has no `" + bound.trait->name + "`, which `" + decl.name + "` needs";
      unmet_bounds.insert(message);
      diagnostics.error("D417", span, message);
    }
  }
}

Type* World::resolve_named(const syntax::TypeExpr& written, const syntax::NamedType& named, const TypeScope& scope) {
  if (!named.path.single()) return resolve_projection(written, named, scope);
  const std::string& name = named.path.last().text;
  const auto arguments_for = [&](const std::vector<TypeParam*>* parameters, std::size_t wanted) {
    std::vector<Type*> arguments;
    for (std::size_t at = 0; at < named.arguments.size(); ++at) {
      static const TypeParam plain{};
      const TypeParam& parameter = parameters != nullptr && at < parameters->size() ? *(*parameters)[at] : plain;
      arguments.push_back(resolve_argument(*named.arguments[at], parameter, scope));
    }
    if (arguments.size() != wanted) {
      auto& error =
          diagnostics.error("D415", written.span,
                            "`" + name + "` takes " + std::to_string(wanted) + " type argument" + (wanted == 1 ? "" : "s") + ", and " +
                                std::to_string(arguments.size()) + (arguments.size() == 1 ? " is" : " are") + " written");
      if (parameters != nullptr && wanted > 0) {
        std::string shape = name + "<";
        for (std::size_t at = 0; at < parameters->size(); ++at) {
          shape +=
              (at == 0 ? "" : ", ") + std::string((*parameters)[at]->kind == TypeParam::Kind::row ? "'" : "") + (*parameters)[at]->name;
        }
        error.suggest("write `" + shape + ">`");
      }
      return std::vector<Type*>();
    }
    return arguments;
  };
  if (name == "Self" && scope.self != nullptr) {
    const Type* self = scope.self;
    if (named.arguments.empty() && is_constructor(self)) {
      diagnostics.error("D415", written.span, "`Self` stands for a type constructor here, such as `Option`, and a type is wanted")
          .suggest("write `Self<..>`");
      return solver.error();
    }
    if (named.arguments.empty()) return scope.self;
    std::vector<Type*> arguments;
    for (const syntax::TypePtr& argument : named.arguments) arguments.push_back(resolve(*argument, scope));
    if (self->kind == Kind::nominal) {
      std::vector<Type*> whole = self->arguments;
      whole.insert(whole.end(), arguments.begin(), arguments.end());
      return solver.nominal(self->decl, std::move(whole));
    }
    Type* applied = program.arena.make(Kind::application);
    applied->head = scope.self;
    applied->arguments = std::move(arguments);
    return applied;
  }
  if (TypeParam* parameter = find_parameter(name, TypeParam::Kind::type, scope)) {
    if (parameter->arity == 0 && named.arguments.empty()) return solver.parameter(parameter);
    if (named.arguments.empty()) {
      diagnostics
          .error("D415", written.span, "`" + name + "` stands for a type constructor here, such as `Option`, and a type is wanted")
          .suggest("write `" + name + "<..>`, or use a second type parameter");
      return solver.error();
    }
    std::vector<Type*> arguments = arguments_for(nullptr, static_cast<std::size_t>(parameter->arity));
    if (arguments.empty()) return solver.error();
    Type* applied = program.arena.make(Kind::application);
    applied->head = solver.parameter(parameter);
    applied->arguments = std::move(arguments);
    return applied;
  }
  TypeDecl* decl = find_type(name, scope);
  const bool of_core = decl != nullptr && decl->module != nullptr && decl->module->path == "std::core";
  if (decl == nullptr ? name == "Unit" : of_core && decl->name == "Unit") return solver.unit();
  if (decl == nullptr ? name == "Never" : of_core && decl->name == "Never") return solver.never();
  if (decl != nullptr) {
    std::vector<Type*> arguments = arguments_for(&decl->parameters, decl->parameters.size());
    if (arguments.size() != decl->parameters.size()) return solver.error();
    note_bounds(*decl, arguments, written.span);
    return solver.nominal(decl, std::move(arguments));
  }
  if (find_trait(name, scope) != nullptr) {
    diagnostics.error("D415", written.span, "`" + name + "` is a trait, and a type is wanted here")
        .suggest("use a type parameter with a bound: `<A: " + name + ">`");
    return solver.error();
  }
  if (is_unknown_again(name, written.span, scope)) return solver.error();
  if (names(scope).types.contains(name)) {
    diagnostics.error("D419", written.span, "`" + name + "` is a row, and a type is wanted here").suggest("a row stands after `with`");
    return solver.error();
  }
  report_unknown("D302", name, written.span, "cannot find a type `" + name + "` in this scope", scope).suggest(near_type(name, scope));
  return solver.error();
}

Type* World::resolve_projection(const syntax::TypeExpr& written, const syntax::NamedType& named, const TypeScope& scope) {
  const syntax::Name& first = named.path.segments.front();
  if (named.path.segments.size() != 2 || named.has_arguments) {
    diagnostics.error("D303", written.span, "cannot resolve `" + modules::to_string(named.path) + "` in a type")
        .suggest("a module path stands only in `module` and `import`: import the type and write its name");
    return solver.error();
  }
  const std::string& member = named.path.last().text;
  Type* self = nullptr;
  std::vector<TypeParam::Bound> bounds;
  if (first.text == "Self" && scope.self != nullptr) {
    self = scope.self;
    if (scope.impl != nullptr && scope.impl->trait != nullptr) {
      if (const auto at = scope.impl->types.find(member); at != scope.impl->types.end()) return at->second;
      for (const AssociatedType& type : scope.impl->trait->types) {
        if (type.name == member) return solver.projection(scope.impl->trait, scope.impl->trait_arguments, self, member);
      }
    }
    if (scope.trait != nullptr) {
      TypeParam::Bound own{scope.trait, {}};
      for (const TypeParam* parameter : scope.trait->parameters) own.arguments.push_back(solver.parameter(parameter));
      bounds = solver.with_supertraits({own}, self);
    }
  } else if (TypeParam* parameter = find_parameter(first.text, TypeParam::Kind::type, scope)) {
    self = solver.parameter(parameter);
    bounds = solver.bounds_of(parameter);
  } else if (TypeDecl* decl = find_type(first.text, scope)) {
    if (decl->parameters.empty()) {
      self = solver.nominal(decl);
      for (const TraitDecl* trait : solver.impls.traits_of(decl)) {
        for (const AssociatedType& type : trait->types) {
          if (type.name == member && solver.select(trait, {}, self, false).impl != nullptr) bounds.push_back({trait, {}});
        }
      }
    }
  }
  for (const TypeParam::Bound& bound : bounds) {
    for (const AssociatedType& type : bound.trait->types) {
      if (type.name == member) return solver.projection(bound.trait, bound.arguments, self, member);
    }
  }
  // The library's adapters are types over any iterator and say so only in their impls.
  if (self != nullptr && self->kind == Kind::parameter && bounds.empty() && scope.module->is_std()) {
    for (const TraitDecl& trait : program.trait_decls) {
      for (const AssociatedType& type : trait.types) {
        if (type.name == member && trait.module->is_std()) return solver.projection(&trait, {}, self, member);
      }
    }
  }
  if (self == nullptr && is_unknown_again(first.text, first.span, scope)) return solver.error();
  if (self != nullptr && self->kind == Kind::parameter && self->parameter->is_unsure) return solver.error();
  diagnostics.error("D303", written.span, "cannot resolve `" + first.text + "::" + member + "` in this scope")
      .suggest(self == nullptr ? "a module path stands only in `module` and `import`: import the item and write its name"
                               : "no bound of `" + first.text + "` has an associated type `" + member + "`");
  return solver.error();
}

void World::add_failure(Row& row, Type* type, Span span) {
  type = resolved(type);
  switch (type->kind) {
    case Kind::error: row.is_unsure = true; return;
    case Kind::never: return;
    case Kind::nominal: {
      if (type->decl->shape == TypeDecl::Shape::builtin) {
        diagnostics.error("D419", span, "`" + to_string(type) + "` cannot be raised: a failure is a value of a declared type")
            .suggest("declare one, such as `type Fault = | Broken;` or `type Code = " + to_string(type) + ";`");
        row.is_unsure = true;
        return;
      }
      const auto [at, added] = row.entries.emplace(type->decl->name, type);
      if (!added && !solver.unify(at->second, type)) {
        diagnostics.error("D505", span, "this row has two failures called `" + type->decl->name + "`: " + distinct(at->second, type))
            .suggest("a row holds each name once; handle one of them where it is raised");
        row.is_unsure = true;
      }
      return;
    }
    case Kind::parameter:
    case Kind::variable:
    case Kind::application: row.unlabeled.push_back(type); return;
    case Kind::row: row.tails.push_back({nullptr, nullptr, type}); return;
    case Kind::projection: row.tails.push_back({nullptr, nullptr, type}); return;
    default:
      diagnostics.error("D419", span, "`" + to_string(type) + "` cannot be raised: a failure is a value of a declared type");
  }
}

/// A label has one effect in a row, whether it comes from braces or from a declared row (K12).
void World::add_capability(Row& row, const std::string& label, Type* type, Span span) {
  const auto [at, added] = row.entries.emplace(label, type);
  if (added || solver.unify(at->second, type)) return;
  diagnostics.error("D511", span, "the label `" + label + "` has two effects in this row: " + distinct(at->second, type))
      .suggest("give one of the two another label");
}

void World::add_row_term(Row& row, const syntax::TypeExpr& term, const TypeScope& scope, bool failures) {
  if (const auto* variable = std::get_if<syntax::RowVariable>(&term.node)) {
    TypeParam* parameter = find_parameter(variable->name.text, TypeParam::Kind::row, scope);
    if (parameter == nullptr && scope.implicit_rows != nullptr) {
      program.type_params.push_back({});
      parameter = &program.type_params.back();
      parameter->kind = TypeParam::Kind::row;
      parameter->name = variable->name.text;
      parameter->is_failure_row = failures;
      scope.implicit_rows->push_back(parameter);
    }
    if (parameter == nullptr) {
      diagnostics.error("D302", term.span, "cannot find a row variable `'" + variable->name.text + "` in this scope")
          .suggest("declare it with the other type parameters: `<'" + variable->name.text + ">`");
      return;
    }
    if (failures) parameter->is_failure_row = true;
    use_row(*parameter, failures, term.span);
    row.tails.push_back({nullptr, parameter, nullptr});
    return;
  }
  if (const auto* braces = std::get_if<syntax::RowType>(&term.node)) {
    std::map<std::string, Span> seen;
    for (const syntax::RowEntry& entry : braces->entries) {
      Type* type = resolve(*entry.type, scope);
      if (const auto [first, added] = seen.emplace(entry.label.text, entry.label.span); !added && !failures) {
        diagnostics.error("D307", entry.label.span, "the label `" + entry.label.text + "` is declared twice")
            .label(first->second, "first here");
        continue;
      }
      if (failures) {
        add_failure(row, type, entry.type->span);
        continue;
      }
      const Type* known = resolved(type);
      if (known->kind != Kind::error && !(known->kind == Kind::nominal && known->decl->shape == TypeDecl::Shape::effect)) {
        diagnostics
            .error("D427", entry.type->span,
                   "`" + to_string(known) + "` is no effect: every entry of a row is a capability, and `" + entry.label.text + "` is not")
            .suggest("pass an ordinary value as a parameter");
        continue;
      }
      add_capability(row, entry.label.text, type, entry.label.span);
    }
    for (const syntax::TypePtr& tail : braces->tails) add_row_term(row, *tail, scope, failures);
    return;
  }
  if (const auto* named = std::get_if<syntax::NamedType>(&term.node)) {
    if (named->path.segments.size() == 2) {
      Type* projected = resolve(term, scope);
      if (projected->kind == Kind::row) {
        for (const auto& [label, type] : projected->row->entries) add_capability(row, label, type, term.span);
        for (const RowTail& tail : projected->row->tails) row.tails.push_back(tail);
      } else if (failures) {
        add_failure(row, projected, term.span);
      } else if (projected->kind == Kind::projection) {
        row.tails.push_back({nullptr, nullptr, projected});
      } else {
        row.is_unsure = true;
      }
      return;
    }
    if (named->path.single() && is_unknown_again(named->path.last().text, term.span, scope)) {
      row.is_unsure = true;
      return;
    }
    if (!failures) {
      const std::string& name = named->path.last().text;
      if (const auto at = names(scope).types.find(name); at != names(scope).types.end()) {
        if (const auto* declared = std::get_if<syntax::RowDecl>(&at->second.item.item->node)) {
          TypeScope there;
          there.module = at->second.item.module;
          there.file = at->second.item.file;
          for (const syntax::RowEntry& entry : declared->entries) {
            Type* type = resolve(*entry.type, there);
            const Type* known = resolved(type);
            if (known->kind == Kind::nominal && known->decl->shape == TypeDecl::Shape::effect) {
              add_capability(row, entry.label.text, type, term.span);
            }
          }
          return;
        }
        if (find_type(name, scope) != nullptr) {
          diagnostics.error("D419", term.span, "a type stands where a row belongs")
              .suggest("write it in braces with its label, such as `with { kiln: " + name + " }`");
          return;
        }
      }
      if (find_parameter(name, TypeParam::Kind::type, scope) == nullptr) {
        report_unknown("D302", name, term.span, "cannot find a row `" + name + "` in this scope", scope)
            .suggest("declare it with `row " + name + " = { label: Effect };`");
        return;
      }
      diagnostics.error("D419", term.span, "a type stands where a row belongs")
          .suggest("a row variable is written with an apostrophe: `'" + name + "`");
      return;
    }
    if (failures) {
      const std::string& name = named->path.last().text;
      if (const auto at = names(scope).types.find(name);
          at != names(scope).types.end() && std::holds_alternative<syntax::RowDecl>(at->second.item.item->node)) {
        diagnostics.error("D419", term.span, "`" + name + "` is a row of capabilities and cannot stand after `raises`")
            .suggest("write it after `with`");
        return;
      }
    }
  }
  if (const auto* sum = std::get_if<syntax::SumType>(&term.node)) {
    for (const syntax::TypePtr& one : sum->terms) add_row_term(row, *one, scope, failures);
    return;
  }
  if (std::holds_alternative<syntax::BadType>(term.node)) return;
  if (!failures) {
    diagnostics.error("D419", term.span, "a type stands where a row belongs")
        .suggest("write it in braces with its label, such as `{ oven: Oven }`");
    return;
  }
  add_failure(row, resolve(term, scope), term.span);
}

/// A row variable is a row of capabilities or one of failures, never both (T27).
void World::use_row(const TypeParam& parameter, bool failures, Span span) {
  auto& [with, raises] = row_uses_[&parameter];
  const bool before = with && raises;
  (failures ? raises : with) = true;
  if (with && raises && !before) {
    diagnostics
        .error("D415", span,
               "`'" + parameter.name + "` is a row of " + (failures ? "capabilities" : "failures") +
                   " elsewhere here, and cannot be one of " + (failures ? "failures" : "capabilities") + " too")
        .suggest("use two row variables");
  }
}

/// Every entry of a declared row is a capability, and each label stands once (K9).
void World::check_row(const syntax::RowDecl& row, const TypeScope& scope) {
  std::map<std::string, Span> seen;
  for (const syntax::RowEntry& entry : row.entries) {
    const auto [first, added] = seen.emplace(entry.label.text, entry.label.span);
    if (!added) {
      diagnostics.error("D307", entry.label.span, "the label `" + entry.label.text + "` is declared twice")
          .label(first->second, "first here");
    }
    const Type* type = resolved(resolve(*entry.type, scope));
    if (type->kind != Kind::error && !(type->kind == Kind::nominal && type->decl->shape == TypeDecl::Shape::effect)) {
      diagnostics
          .error("D427", entry.type->span,
                 "`" + to_string(type) + "` is no effect: every entry of a row is a capability, and `" + entry.label.text + "` is not")
          .suggest("pass an ordinary value as a parameter");
    }
  }
}

Row* World::resolve_row(const syntax::TypeExpr& written, const TypeScope& scope, bool failures) {
  Row* row = program.arena.make_row();
  const std::size_t errors = diagnostics.mistakes();
  add_row_term(*row, written, scope, failures);
  row->is_unsure = row->is_unsure || diagnostics.mistakes() != errors;
  return row;
}

std::vector<TypeParam::Bound> World::resolve_bounds(const std::vector<syntax::TypePtr>& bounds, const TypeScope& scope, bool* unsure) {
  std::vector<TypeParam::Bound> result;
  for (const syntax::TypePtr& written : bounds) {
    const auto* named = std::get_if<syntax::NamedType>(&written->node);
    if (named == nullptr || !named->path.single()) {
      diagnostics.error("D415", written->span, "a bound is the name of a trait");
      continue;
    }
    const std::string& name = named->path.last().text;
    TraitDecl* trait = find_trait(name, scope);
    if (trait == nullptr) {
      std::string hint;
      const bool is_type = find_type(name, scope) != nullptr;
      TraitDecl* meant = is_type ? nullptr : meant_trait(name, scope, hint);
      if (is_type) {
        diagnostics.error("D302", written->span, "`" + name + "` is a type, and a trait is wanted here");
      } else if (!is_unknown_again(name, written->span, scope)) {
        auto& error = report_unknown("D302", name, written->span, "cannot find a trait `" + name + "` in this scope", scope);
        if (!hint.empty()) error.suggest(hint);
      }
      if (meant == nullptr || meant->parameters.size() != named->arguments.size()) {
        if (unsure != nullptr) *unsure = true;
        continue;
      }
      trait = meant;
    }
    TypeParam::Bound bound{trait, {}};
    for (std::size_t at = 0; at < named->arguments.size(); ++at) {
      static const TypeParam plain{};
      bound.arguments.push_back(
          resolve_argument(*named->arguments[at], at < trait->parameters.size() ? *trait->parameters[at] : plain, scope));
    }
    if (bound.arguments.size() != trait->parameters.size()) {
      diagnostics.error("D415", written->span,
                        "the trait `" + name + "` takes " + std::to_string(trait->parameters.size()) + " type argument" +
                            (trait->parameters.size() == 1 ? "" : "s"));
      if (unsure != nullptr) *unsure = true;
      continue;
    }
    result.push_back(std::move(bound));
  }
  return result;
}

}  // namespace khora2cpp::types
