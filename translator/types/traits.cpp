// The choice of impls (syntax-and-types.md 7.3, 7.4) and the structure of `Share` (concurrency.md 15.1).
#include <algorithm>

#include "types/solver.hpp"

namespace khora2cpp::types {

namespace {
constexpr int max_depth = 64;  // T52
}

bool Solver::match_row(Row* pattern, Row* row, std::map<const TypeParam*, Type*>& bindings, bool& unknown) {
  // A row in an impl head is a parameter, or written out; a parameter takes whatever row is there.
  if (pattern->entries.empty() && pattern->tails.size() == 1 && pattern->tails[0].parameter != nullptr) {
    const auto [at, added] = bindings.emplace(pattern->tails[0].parameter, row_type(row));
    return added || unify_rows(at->second->row, row);
  }
  // One that can still grow may become the one that is written.
  const Row known = flattened(*row);
  if (std::any_of(known.tails.begin(), known.tails.end(), [](const RowTail& tail) { return tail.variable != nullptr; })) {
    unknown = true;
    return std::all_of(known.entries.begin(), known.entries.end(), [&](const auto& entry) { return pattern->entries.contains(entry.first); });
  }
  return unify_rows(pattern, row);
}

bool Solver::match(Type* pattern, Type* type, std::map<const TypeParam*, Type*>& bindings, bool& unknown) {
  pattern = resolved(pattern);
  type = normalized_head(type);
  if (pattern->kind == Kind::parameter) {
    const auto [at, added] = bindings.emplace(pattern->parameter, type);
    if (added) return true;
    return unify(at->second, type);
  }
  if (type->kind == Kind::error) return true;
  if (type->kind == Kind::variable) {
    if (type->integer_literal && !(pattern->kind == Kind::nominal && pattern->decl->builtin != Builtin::none)) return false;
    unknown = true;
    return true;
  }
  if (pattern->kind == Kind::application) {
    if (type->kind != Kind::nominal || type->arguments.size() < pattern->arguments.size()) return false;
    const std::size_t kept = type->arguments.size() - pattern->arguments.size();
    Type* constructor = nominal(type->decl, {type->arguments.begin(), type->arguments.begin() + static_cast<std::ptrdiff_t>(kept)});
    if (!match(pattern->head, constructor, bindings, unknown)) return false;
    for (std::size_t at = 0; at < pattern->arguments.size(); ++at) {
      if (!match(pattern->arguments[at], type->arguments[kept + at], bindings, unknown)) return false;
    }
    return true;
  }
  if (pattern->kind != type->kind) return false;
  switch (pattern->kind) {
    case Kind::nominal:
      if (pattern->decl != type->decl || pattern->arguments.size() != type->arguments.size()) return false;
      break;
    case Kind::tuple:
      if (pattern->arguments.size() != type->arguments.size()) return false;
      break;
    case Kind::constant: return pattern->value == type->value;
    case Kind::row: return match_row(pattern->row, type->row, bindings, unknown);
    case Kind::function:
      if (pattern->parameters.size() != type->parameters.size()) return false;
      for (std::size_t at = 0; at < pattern->parameters.size(); ++at) {
        if (!match(pattern->parameters[at], type->parameters[at], bindings, unknown)) return false;
      }
      return match(pattern->result, type->result, bindings, unknown) && match_row(pattern->capabilities, type->capabilities, bindings, unknown) &&
             match_row(pattern->failures, type->failures, bindings, unknown);
    default: return true;
  }
  for (std::size_t at = 0; at < pattern->arguments.size(); ++at) {
    if (!match(pattern->arguments[at], type->arguments[at], bindings, unknown)) return false;
  }
  return true;
}

SelectedImpl Solver::select(const TraitDecl* trait, const std::vector<Type*>& arguments, Type* self, bool bind_arguments, bool* several) {
  if (several != nullptr) *several = false;
  self = normalized_head(self);
  SelectedImpl chosen;
  std::map<const TypeParam*, Type*> chosen_bindings;
  for (ImplDecl* impl : impls.of(trait, self->kind == Kind::nominal ? self->decl : nullptr)) {
    std::map<const TypeParam*, Type*> bindings;
    bool unknown = false;
    const bool fits = attempt([&] {
      if (!match(impl->target, self, bindings, unknown)) return false;
      for (std::size_t at = 0; at < arguments.size() && at < impl->trait_arguments.size(); ++at) {
        if (!match(impl->trait_arguments[at], arguments[at], bindings, unknown)) return false;
      }
      return true;
    });
    if (!fits) continue;
    // Overlapping heads are refused (R14), so two candidates mean that variables still hide which one is meant.
    if (chosen.impl != nullptr) {
      if (several != nullptr) *several = true;
      return {};
    }
    chosen.impl = impl;
    chosen_bindings = std::move(bindings);
  }
  if (chosen.impl == nullptr) return {};
  for (TypeParam* parameter : chosen.impl->parameters) {
    const auto bound = chosen_bindings.find(parameter);
    Type* argument = bound != chosen_bindings.end() ? bound->second : nullptr;
    if (argument == nullptr) argument = parameter->kind == TypeParam::Kind::row ? row_type(open_row(parameter)) : fresh({});
    chosen.arguments.push_back(argument);
  }
  if (bind_arguments && !arguments.empty()) {
    Substitution substitution;
    for (std::size_t at = 0; at < chosen.arguments.size(); ++at) substitution.set(chosen.impl->parameters[at], chosen.arguments[at]);
    for (std::size_t at = 0; at < arguments.size() && at < chosen.impl->trait_arguments.size(); ++at) {
      unify(arguments[at],
            substitution.empty() ? chosen.impl->trait_arguments[at] : substitution.apply(*this, chosen.impl->trait_arguments[at]));
    }
  }
  return chosen;
}

std::vector<TypeParam::Bound> Solver::with_supertraits(const std::vector<TypeParam::Bound>& bounds, Type* self) {
  std::vector<TypeParam::Bound> all = bounds;
  for (std::size_t at = 0; at < all.size(); ++at) {
    Substitution substitution;
    substitution.set(all[at].trait->self, self);
    for (std::size_t index = 0; index < all[at].arguments.size() && index < all[at].trait->parameters.size(); ++index) {
      substitution.set(all[at].trait->parameters[index], all[at].arguments[index]);
    }
    for (const TypeParam::Bound& super : all[at].trait->supertraits) {
      TypeParam::Bound bound{super.trait, {}};
      for (Type* argument : super.arguments) bound.arguments.push_back(substitution.apply(*this, argument));
      const bool known = std::any_of(all.begin(), all.end(), [&](const TypeParam::Bound& one) {
        if (one.trait != bound.trait) return false;
        for (std::size_t index = 0; index < one.arguments.size() && index < bound.arguments.size(); ++index) {
          if (to_string(one.arguments[index]) != to_string(bound.arguments[index])) return false;
        }
        return true;
      });
      if (!known) all.push_back(std::move(bound));
    }
  }
  return all;
}

std::vector<TypeParam::Bound> Solver::bounds_of(const TypeParam* parameter) {
  return with_supertraits(parameter->bounds, this->parameter(parameter));
}

/// Whether one of the bounds is what is required. Trait arguments that are still open are solved when only one bound is left for them.
Solver::Verdict Solver::holds_by_bounds(const std::vector<TypeParam::Bound>& bounds, const Requirement& requirement) {
  const auto unified = [&](const TypeParam::Bound& bound) {
    for (std::size_t at = 0; at < bound.arguments.size() && at < requirement.arguments.size(); ++at) {
      if (!unify(bound.arguments[at], requirement.arguments[at])) return false;
    }
    return true;
  };
  const TypeParam::Bound* found = nullptr;
  for (const TypeParam::Bound& bound : bounds) {
    if (bound.trait != requirement.trait) continue;
    bool fits = false;
    attempt([&] {
      fits = unified(bound);
      return false;
    });
    if (!fits) continue;
    if (found != nullptr) return Verdict::unknown;
    found = &bound;
  }
  if (found == nullptr) return Verdict::no;
  unified(*found);
  return Verdict::yes;
}

Solver::Verdict Solver::holds(const Requirement& requirement, Requirement* culprit, int depth) {
  const auto fail = [&](Verdict verdict) {
    if (verdict == Verdict::no && culprit != nullptr && culprit->trait == nullptr) *culprit = requirement;
    return verdict;
  };
  if (depth > max_depth) return fail(Verdict::no);
  Type* self = normalized_head(requirement.self);
  if (self->kind == Kind::error) return Verdict::yes;
  // What was reported where the bound or the impl is written is no mistake of those who rely on it.
  if (self->kind == Kind::nominal && self->decl->is_unsure) return Verdict::yes;
  if (self->kind == Kind::parameter && self->parameter->is_unsure) return Verdict::yes;
  if (requirement.trait == program_.share) {
    return fail(shareable(self));
  }
  // Values that never are compare and show as any others do (T50), so that `Option<Never>` does. No other trait is implemented for them.
  const bool is_structural = requirement.trait == program_.eq || requirement.trait == program_.ord || requirement.trait == program_.show;
  if (self->kind == Kind::never && is_structural) return Verdict::yes;
  if (self->kind == Kind::variable && !self->integer_literal) return Verdict::unknown;
  if (self->kind == Kind::parameter || (self->kind == Kind::application && resolved(self->head)->kind == Kind::parameter)) {
    const TypeParam* parameter = self->kind == Kind::parameter ? self->parameter : resolved(self->head)->parameter;
    return fail(holds_by_bounds(bounds_of(parameter), requirement));
  }
  if (self->kind == Kind::projection) {
    if (normalized_head(self->self)->kind == Kind::variable) return Verdict::unknown;
    // The bounds that the trait gives its associated type (R4).
    for (const AssociatedType& type : self->trait->types) {
      if (type.name != self->name) continue;
      return fail(holds_by_bounds(with_supertraits(type.bounds, self), requirement));
    }
    return fail(Verdict::no);
  }
  // Structural traits of `()` and tuples (O12).
  if (self->kind == Kind::tuple && is_structural) {
    Verdict all = Verdict::yes;
    for (Type* element : self->arguments) {
      const Verdict one = holds({requirement.trait, {}, element}, culprit, depth + 1);
      if (one == Verdict::no) return Verdict::no;
      if (one == Verdict::unknown) all = Verdict::unknown;
    }
    return all;
  }
  if (self->kind == Kind::variable) return Verdict::unknown;  // an integer literal
  bool several = false;
  const SelectedImpl chosen = select(requirement.trait, requirement.arguments, self, true, &several);
  if (several) return Verdict::unknown;
  if (chosen.impl == nullptr) return fail(Verdict::no);
  Substitution substitution;
  for (std::size_t at = 0; at < chosen.arguments.size(); ++at) substitution.set(chosen.impl->parameters[at], chosen.arguments[at]);
  Verdict all = Verdict::yes;
  for (std::size_t at = 0; at < chosen.arguments.size(); ++at) {
    for (const TypeParam::Bound& bound : chosen.impl->parameters[at]->bounds) {
      Requirement inner{bound.trait, {}, chosen.arguments[at]};
      for (Type* argument : bound.arguments) inner.arguments.push_back(substitution.apply(*this, argument));
      const Verdict one = holds(inner, culprit, depth + 1);
      if (one == Verdict::no) return Verdict::no;
      if (one == Verdict::unknown) all = Verdict::unknown;
    }
  }
  return all;
}

// ---- Share -----------------------------------------------------------------------------------------------------------------------

namespace {

bool is_fiber_bound(const TypeDecl& decl) {
  return decl.module != nullptr && decl.module->path == "std::core" &&
         (decl.name == "Region" || decl.name == "Scope" || decl.name == "Claim");
}

}  // namespace

Solver::Verdict Solver::shareable(Type* type, Obstacle* obstacle) {
  std::vector<const TypeDecl*> visiting;
  return shareable_step(type, obstacle, visiting);
}

Solver::Verdict Solver::shareable_step(Type* type, Obstacle* obstacle, std::vector<const TypeDecl*>& visiting) {
  type = normalized_head(type);
  const auto no = [&](Obstacle::Kind kind, std::string name) {
    if (obstacle != nullptr && obstacle->kind == Obstacle::Kind::none) *obstacle = {kind, std::move(name)};
    return Verdict::no;
  };
  switch (type->kind) {
    case Kind::error:
    case Kind::never:
    case Kind::constant:
    case Kind::row: return Verdict::yes;
    case Kind::variable: return type->integer_literal ? Verdict::yes : Verdict::unknown;
    case Kind::function: return no(Obstacle::Kind::function, "");
    case Kind::parameter:
    case Kind::application: {
      const TypeParam* parameter = type->kind == Kind::parameter ? type->parameter : resolved(type->head)->parameter;
      if (parameter != nullptr) {
        for (const TypeParam::Bound& bound : bounds_of(parameter)) {
          if (bound.trait == program_.share) return Verdict::yes;
        }
      }
      return no(Obstacle::Kind::parameter, to_string(type));
    }
    case Kind::projection: {
      for (const AssociatedType& associated : type->trait->types) {
        if (associated.name != type->name) continue;
        for (const TypeParam::Bound& bound : with_supertraits(associated.bounds, type)) {
          if (bound.trait == program_.share) return Verdict::yes;
        }
      }
      return no(Obstacle::Kind::parameter, to_string(type));
    }
    case Kind::tuple: {
      Verdict all = Verdict::yes;
      for (Type* element : type->arguments) {
        const Verdict one = shareable_step(element, obstacle, visiting);
        if (one == Verdict::no) return one;
        if (one == Verdict::unknown) all = one;
      }
      return all;
    }
    case Kind::forall: return no(Obstacle::Kind::function, "");
    case Kind::nominal: break;
  }
  const TypeDecl& decl = *type->decl;
  const bool of_core = decl.module != nullptr && decl.module->path == "std::core";
  if (decl.shape == TypeDecl::Shape::builtin) return decl.builtin == Builtin::ptr ? no(Obstacle::Kind::opaque, "Ptr") : Verdict::yes;
  if (is_fiber_bound(decl)) return no(Obstacle::Kind::fiber_bound, decl.name);
  if (decl.shape == TypeDecl::Shape::effect) return Verdict::yes;
  // An opaque type is shareable when its own module says so, under the bounds that it gives.
  if (const auto& said = impls.of(program_.share, &decl); !said.empty()) {
    const SelectedImpl chosen = select(program_.share, {}, type, false);
    Verdict all = Verdict::yes;
    for (std::size_t at = 0; chosen.impl != nullptr && at < chosen.arguments.size(); ++at) {
      for (const TypeParam::Bound& bound : chosen.impl->parameters[at]->bounds) {
        if (bound.trait != program_.share) continue;
        const Verdict one = shareable_step(chosen.arguments[at], obstacle, visiting);
        if (one == Verdict::no) return one;
        if (one == Verdict::unknown) all = one;
      }
    }
    return all;
  }
  if (decl.shape == TypeDecl::Shape::opaque) return no(of_core ? Obstacle::Kind::writable_type : Obstacle::Kind::opaque, decl.name);
  if (std::find(visiting.begin(), visiting.end(), &decl) != visiting.end()) return Verdict::yes;
  visiting.push_back(&decl);
  Substitution substitution;
  for (std::size_t at = 0; at < decl.parameters.size() && at < type->arguments.size(); ++at) {
    substitution.set(decl.parameters[at], type->arguments[at]);
  }
  Verdict all = Verdict::yes;
  const auto look = [&](const Field& field) {
    if (field.is_mut) {
      all = no(Obstacle::Kind::written, decl.name + "." + field.name);
      return false;
    }
    const Verdict one = shareable_step(substitution.apply(*this, field.type), obstacle, visiting);
    if (one == Verdict::no) {
      all = one;
      return false;
    }
    if (one == Verdict::unknown) all = one;
    return true;
  };
  for (const Field& field : decl.fields) {
    if (!look(field)) break;
  }
  for (const Case& one : decl.cases) {
    if (all == Verdict::no) break;
    for (const Field& field : one.payload) {
      if (!look(field)) break;
    }
  }
  visiting.pop_back();
  return all;
}

const TypeDecl* Solver::fiber_bound_part(Type* type) {
  std::vector<const TypeDecl*> visiting;
  return fiber_bound_step(type, visiting);
}

const TypeDecl* Solver::fiber_bound_step(Type* type, std::vector<const TypeDecl*>& visiting) {
  type = normalized_head(type);
  if (type->kind != Kind::tuple && type->kind != Kind::nominal) return nullptr;
  if (type->kind == Kind::nominal && is_fiber_bound(*type->decl)) return type->decl;
  for (Type* argument : type->arguments) {
    if (const TypeDecl* found = fiber_bound_step(argument, visiting)) return found;
  }
  if (type->kind == Kind::tuple) return nullptr;
  const TypeDecl& decl = *type->decl;
  if (std::find(visiting.begin(), visiting.end(), &decl) != visiting.end()) return nullptr;
  visiting.push_back(&decl);
  Substitution substitution;
  for (std::size_t at = 0; at < decl.parameters.size() && at < type->arguments.size(); ++at) {
    substitution.set(decl.parameters[at], type->arguments[at]);
  }
  const TypeDecl* found = nullptr;
  const auto look = [&](const std::vector<Field>& fields) {
    for (const Field& field : fields) {
      if (found == nullptr) found = fiber_bound_step(substitution.apply(*this, field.type), visiting);
    }
  };
  look(decl.fields);
  for (const Case& one : decl.cases) look(one.payload);
  visiting.pop_back();
  return found;
}

}  // namespace khora2cpp::types
