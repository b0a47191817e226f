// Whether impls supply what their traits ask for, and whether there is at most one for a type (syntax-and-types.md 7.2, 7.3, 7.5).
#include <algorithm>
#include <set>

#include "types/world.hpp"

namespace khora2cpp::types {

namespace {

/// The function's type with its own parameters as they are; rows included, so that one comparison covers them.
Type* signature_type(Solver& solver, const Function& function) {
  std::vector<Type*> parameters;
  for (const Local* argument : function.arguments) parameters.push_back(argument->type);
  return solver.function(std::move(parameters), function.result, function.capabilities, function.failures);
}

std::string signature_text(Solver& solver, const Function& function, Type* type) {
  const Type* known = resolved(solver.normalized(type));
  std::string text = "fn " + function.name;
  if (!function.parameters.empty()) {
    text += "<";
    for (std::size_t at = 0; at < function.parameters.size(); ++at) {
      const TypeParam& parameter = *function.parameters[at];
      text += (at == 0 ? "" : ", ") + std::string(parameter.kind == TypeParam::Kind::row ? "'" : "") + parameter.name;
      for (std::size_t bound = 0; bound < parameter.bounds.size(); ++bound) {
        text += (bound == 0 ? ": " : " + ") + parameter.bounds[bound].trait->name;
      }
    }
    text += ">";
  }
  return text + to_string(known);
}

/// Same labels and tails on both sides; rows of a signature are compared exactly, not by containment.
bool same_row(Solver& solver, Row* left, Row* right, bool failures) {
  return !solver.fit(left, right, failures) && !solver.fit(right, left, failures);
}

/// What `derive(Decode)` and `derive(Encode)` need beside the traits of the parts: names for all of them and, to make a value from outside,
/// nothing that the module keeps to itself (R22).
void check_schema_derivable(const TypeDecl& decl, const ImplDecl& impl, diagnostics::Diagnostics& diagnostics) {
  for (const Case& one : decl.cases) {
    for (const Field& field : one.payload) {
      if (!field.name.empty()) continue;
      diagnostics
          .error("D606", impl.name_span,
                 "`" + impl.trait->name + "` cannot be derived for `" + decl.name + "`: the payload of `" + decl.name + "::" + one.name +
                     "` has no name to stand under")
          .label(field.span, "this one")
          .suggest("give it one: `" + one.name + "(name: " + to_string(field.type) + ")`");
    }
  }
  if (impl.trait->name != "Decode" || !decl.is_pub) return;
  const auto refuse = [&](const Field& field, const std::string& what) {
    diagnostics
        .error("D608", impl.name_span,
               "`Decode` cannot be derived for `" + decl.name + "`, which is `pub`: " + what + " is private, and anybody could make one")
        .label(field.span, "this one")
        .suggest("write `impl Decode for " + decl.name + "`, or mark it `pub`");
  };
  if (decl.shape == TypeDecl::Shape::wrapper && !decl.wrapper_is_pub) refuse(decl.fields.front(), "its value");
  if (decl.shape != TypeDecl::Shape::record) return;
  for (const Field& field : decl.fields) {
    if (!field.is_pub) refuse(field, "the field `" + field.name + "`");
  }
}

}  // namespace

/// The same traits with the same arguments, in any order (R9). `renamed` puts the impl's names into what the trait wrote.
bool World::same_bounds(const TypeParam& wanted, const TypeParam& found, const std::function<Type*(Type*)>& renamed) {
  const auto has = [&](const TypeParam::Bound& one, const std::vector<TypeParam::Bound>& others, bool rename_one) {
    return std::any_of(others.begin(), others.end(), [&](const TypeParam::Bound& other) {
      if (one.trait != other.trait) return false;
      for (std::size_t at = 0; at < one.arguments.size() && at < other.arguments.size(); ++at) {
        Type* left = rename_one ? renamed(one.arguments[at]) : one.arguments[at];
        Type* right = rename_one ? other.arguments[at] : renamed(other.arguments[at]);
        if (!solver.unify(left, right)) return false;
      }
      return true;
    });
  };
  return std::all_of(wanted.bounds.begin(), wanted.bounds.end(), [&](const auto& one) { return has(one, found.bounds, true); }) &&
         std::all_of(found.bounds.begin(), found.bounds.end(), [&](const auto& one) { return has(one, wanted.bounds, false); });
}

void World::check_impl(ImplDecl& impl) {
  if (resolved(impl.target)->kind == Kind::error || impl.trait == nullptr) return;
  const TraitDecl& trait = *impl.trait;
  const std::string head = "impl of `" + trait.name + "` for `" + to_string(impl.target) + "`";
  Substitution to_impl;
  to_impl.set(trait.self, impl.target);
  for (std::size_t at = 0; at < trait.parameters.size() && at < impl.trait_arguments.size(); ++at) {
    to_impl.set(trait.parameters[at], impl.trait_arguments[at]);
  }
  for (const TypeParam::Bound& super : trait.supertraits) {
    Solver::Requirement requirement{super.trait, {}, impl.target};
    for (Type* argument : super.arguments) requirement.arguments.push_back(to_impl.apply(solver, argument));
    Solver::Requirement culprit;
    if (solver.holds(requirement, &culprit) == Solver::Verdict::no) {
      diagnostics.error("D604", impl.name_span, "the " + head + " needs an impl of `" + super.trait->name + "` for the same type")
          .suggest(impl.is_derived ? "derive `" + super.trait->name + "` too"
                                   : "write `impl " + super.trait->name + " for " + to_string(impl.target) + "`, or derive it");
    }
  }
  if (impl.is_derived) {
    const TypeDecl& decl = *resolved(impl.target)->decl;
    Substitution parameters;
    for (std::size_t at = 0; at < decl.parameters.size(); ++at) parameters.set(decl.parameters[at], resolved(impl.target)->arguments[at]);
    const auto look = [&](const Field& field, const std::string& where) {
      if (resolved(field.type)->kind == Kind::error) return;
      Solver::Requirement requirement{&trait, {}, parameters.apply(solver, field.type)};
      // A recursive type meets itself on the way; its own impl counts.
      if (solver.holds(requirement) == Solver::Verdict::no) {
        diagnostics
            .error("D607", impl.name_span,
                   "`" + trait.name + "` cannot be derived for `" + decl.name + "`: " + where + " has type `" + to_string(field.type) +
                       "`, which has no `" + trait.name + "`")
            .label(field.span, "this one");
      }
    };
    if (decl.shape == TypeDecl::Shape::opaque) {
      diagnostics.error("D607", impl.name_span,
                        "`" + trait.name + "` cannot be derived for `" + decl.name + "`, which is declared without a body");
    }
    if (trait.module != nullptr && trait.module->path == "std::schema") check_schema_derivable(decl, impl, diagnostics);
    for (const Field& field : decl.fields) {
      look(field, decl.shape == TypeDecl::Shape::wrapper ? "its value" : "the field `" + field.name + "`");
    }
    for (const Case& one : decl.cases) {
      for (const Field& field : one.payload) look(field, "a value of `" + decl.name + "::" + one.name + "`");
    }
    return;
  }
  for (const AssociatedType& type : trait.types) {
    const auto supplied = impl.types.find(type.name);
    if (supplied == impl.types.end()) {
      diagnostics.error("D602", impl.name_span, "the " + head + " lacks the associated type `" + type.name + "`")
          .suggest("add `type " + type.name + " = ..;`");
      impl.types[type.name] = solver.error();
      continue;
    }
    for (const TypeParam::Bound& bound : type.bounds) {
      if (solver.holds({bound.trait, {}, supplied->second}) == Solver::Verdict::no) {
        diagnostics.error("D609", impl.name_span,
                          "`" + type.name + "` must have `" + bound.trait->name + "`, and `" + to_string(supplied->second) + "` has not");
      }
    }
  }
  for (const syntax::AssociatedType& written : impl.syntax->types) {
    const bool known =
        std::any_of(trait.types.begin(), trait.types.end(), [&](const AssociatedType& type) { return type.name == written.name.text; });
    if (!known) {
      diagnostics.error("D602", written.name.span, "the trait `" + trait.name + "` has no associated type `" + written.name.text + "`");
    }
  }
  // A misspelled function is one mistake: what it was meant for is not missing besides.
  std::set<std::string> meant;
  std::vector<std::string> lacking;
  for (const Function* wanted : trait.functions) {
    if (impl.find(wanted->name) == nullptr) lacking.push_back(wanted->name);
  }
  for (const Function* found : impl.functions) {
    if (trait.find(found->name) != nullptr) continue;
    const std::string close = near_miss(found->name, lacking);
    diagnostics.error("D602", found->name_span, "the trait `" + trait.name + "` has no function `" + found->name + "`")
        .suggest(close.empty() ? "methods of the type alone stand in `impl " + to_string(impl.target) + " { .. }`"
                               : "did you mean `" + close + "`?");
    meant.insert(close);
  }
  for (const Function* wanted : trait.functions) {
    const Function* found = impl.find(wanted->name);
    if (found == nullptr) {
      if (meant.contains(wanted->name)) continue;
      if (wanted->body == nullptr && wanted->syntax->body == nullptr && !wanted->native.is_native) {
        diagnostics.error("D602", impl.name_span, "the " + head + " lacks the function `" + wanted->name + "`")
            .label(wanted->name_span, "declared here");
      }
      continue;
    }
    if (found->syntax->body == nullptr && !impl.module->is_std() && !found->from_interface) {
      diagnostics.error("D602", found->name_span, "`" + found->name + "` has no body")
          .suggest("an impl supplies the function: write `{ .. }`");
      continue;
    }
    Substitution renamed = to_impl;
    bool fits = wanted->parameters.size() == found->parameters.size() && wanted->has_self == found->has_self;
    for (std::size_t at = 0; at < wanted->parameters.size() && at < found->parameters.size(); ++at) {
      if (wanted->parameters[at]->kind == TypeParam::Kind::row) {
        Row* row = solver.empty_row();
        row->tails.push_back({nullptr, found->parameters[at], nullptr});
        renamed.set(wanted->parameters[at], solver.row_type(row));
      } else {
        renamed.set(wanted->parameters[at], solver.parameter(found->parameters[at]));
      }
      fits = fits && wanted->parameters[at]->kind == found->parameters[at]->kind;
    }
    for (std::size_t at = 0; fits && at < found->parameters.size(); ++at) {
      fits = same_bounds(*wanted->parameters[at], *found->parameters[at], [&](Type* type) { return renamed.apply(solver, type); });
    }
    Type* expected = renamed.apply(solver, signature_type(solver, *wanted));
    Type* actual = signature_type(solver, *found);
    if (fits) {
      fits = expected->parameters.size() == actual->parameters.size() &&
             solver.same(solver.normalized(expected->result), actual->result) &&
             same_row(solver, expected->capabilities, actual->capabilities, false) &&
             same_row(solver, expected->failures, actual->failures, true);
      for (std::size_t at = 0; fits && at < actual->parameters.size(); ++at) {
        fits = solver.same(solver.normalized(expected->parameters[at]), actual->parameters[at]);
      }
    }
    if (!fits) {
      diagnostics
          .error("D603", found->name_span, "`" + found->name + "` does not have the signature that the trait `" + trait.name + "` declares")
          .label(wanted->name_span, "declared here")
          .suggest("expected `" + signature_text(solver, *wanted, expected) + "`, found `" + signature_text(solver, *found, actual) + "`");
    }
  }
}

/// Two heads overlap when some types fit both: their parameters become variables and the heads are unified, on trial.
bool World::overlap(const ImplDecl& one, const ImplDecl& other) {
  const auto opened = [&](const ImplDecl& impl, std::vector<Type*>& arguments) {
    Substitution substitution;
    for (const TypeParam* parameter : impl.parameters) {
      substitution.set(parameter, parameter->kind == TypeParam::Kind::row ? solver.row_type(solver.open_row(parameter)) : solver.fresh({}));
    }
    for (Type* argument : impl.trait_arguments) arguments.push_back(substitution.apply(solver, argument));
    return substitution.apply(solver, impl.target);
  };
  bool fits = false;
  solver.attempt([&] {
    std::vector<Type*> ours;
    std::vector<Type*> theirs;
    Type* left = opened(one, ours);
    Type* right = opened(other, theirs);
    fits = solver.unify(left, right);
    for (std::size_t at = 0; fits && at < ours.size() && at < theirs.size(); ++at) fits = solver.unify(ours[at], theirs[at]);
    return false;
  });
  return fits;
}

void World::check_coherence() {
  for (const TraitDecl* trait : solver.impls.traits()) {
    std::set<const TypeDecl*> heads;
    for (const ImplDecl* any : solver.impls.all(trait)) {
      const Type* target = resolved(any->target);
      const TypeDecl* head = target->kind == Kind::nominal ? target->decl : nullptr;
      if (!heads.insert(head).second) continue;
      // In one file the second impl is at fault, across modules the one in the file whose path sorts last (R13). The library was first.
      std::vector<ImplDecl*> group = solver.impls.of(trait, head);
      if (group.size() < 2) continue;
      const auto path = [&](const ImplDecl* impl) { return options.path_of ? options.path_of(*impl->file) : impl->module->path; };
      std::stable_sort(group.begin(), group.end(), [&](const ImplDecl* a, const ImplDecl* b) {
        if (a->module == b->module) return false;
        if (a->module->is_std() != b->module->is_std()) return a->module->is_std();
        return path(a) < path(b);
      });
      for (std::size_t second = 1; second < group.size(); ++second) {
        for (std::size_t first = 0; first < second; ++first) {
          const ImplDecl& one = *group[first];
          const ImplDecl& other = *group[second];
          if (!overlap(one, other)) continue;
          diagnostics
              .error("D601", other.name_span,
                     "there is already an impl of `" + trait->name + "` for `" + to_string(other.target) + "`" +
                         (one.module != other.module ? " in module `" + one.module->path + "`" : ""))
              .label(one.name_span, one.is_derived ? "derived here" : "the other one");
          break;
        }
      }
    }
  }
  // Inherent functions of one name must not be for the same type either.
  for (const auto& [decl, index] : pending_types_) {
    const auto found = inherent.find(decl);
    if (found == inherent.end()) continue;
    std::map<std::string, std::vector<const Function*>> by_name;
    for (const ImplDecl* impl : found->second) {
      for (const Function* function : impl->functions) {
        std::vector<const Function*>& known = by_name[function->name];
        for (const Function* earlier : known) {
          if (earlier->impl == impl || !overlap(*earlier->impl, *impl)) continue;
          diagnostics.error("D307", function->name_span, "`" + decl->name + "::" + function->name + "` is declared twice")
              .label(earlier->name_span, "first here");
          break;
        }
        known.push_back(function);
      }
    }
  }
}

}  // namespace khora2cpp::types
