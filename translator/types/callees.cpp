// Which function a path or a method name means, and its instance at a use (syntax-and-types.md 3.2, 3.3, 7.4).
#include <algorithm>

#include "types/body.hpp"

namespace khora2cpp::types {

Body::Instance Body::instantiate(const Function& function, Span span, const std::string& name, Type* self) {
  bodies_.ensure(const_cast<Function&>(function));  // which rows it binds is known then
  Instance instance;
  instance.callee.function = &function;
  instance.name = name;
  const auto open = [&](const std::vector<TypeParam*>& parameters, std::vector<Type*>& arguments) {
    for (const TypeParam* parameter : parameters) {
      Type* argument = parameter->kind == TypeParam::Kind::row ? solver_.row_type(solver_.open_row(parameter)) : solver_.fresh(span);
      instance.substitution.set(parameter, argument);
      arguments.push_back(argument);
    }
  };
  if (function.impl != nullptr) open(function.impl->parameters, instance.callee.owner_arguments);
  if (function.impl != nullptr && self != nullptr) {
    Type* target = instance.substitution.empty() ? function.impl->target : instance.substitution.apply(solver_, function.impl->target);
    solver_.unify(target, self);
  }
  open(function.parameters, instance.callee.arguments);
  const auto bounds = [&](const std::vector<TypeParam*>& parameters) {
    for (const TypeParam* parameter : parameters) {
      for (const TypeParam::Bound& bound : parameter->bounds) {
        std::vector<Type*> arguments;
        for (Type* argument : bound.arguments) arguments.push_back(instance.substitution.apply(solver_, argument));
        need(bound.trait, std::move(arguments), instance.substitution.find(parameter), span, name, "D417", &function);
      }
    }
  };
  if (function.impl != nullptr) bounds(function.impl->parameters);
  bounds(function.parameters);
  return instance;
}

Body::Instance Body::instantiate_trait(const Function& function, const TraitDecl& trait, std::vector<Type*> trait_arguments, Type* self,
                                       Span span, const std::string& name) {
  Instance instance = instantiate(function, span, name, nullptr);
  if (self == nullptr) self = solver_.fresh(span);
  instance.substitution.set(trait.self, self);
  if (trait_arguments.empty()) {
    for (const TypeParam* parameter : trait.parameters) {
      trait_arguments.push_back(parameter->kind == TypeParam::Kind::row ? solver_.row_type(solver_.open_row(parameter)) : solver_.fresh(span));
    }
  }
  for (std::size_t at = 0; at < trait.parameters.size() && at < trait_arguments.size(); ++at) {
    instance.substitution.set(trait.parameters[at], trait_arguments[at]);
  }
  instance.callee.self = self;
  instance.callee.trait_arguments = trait_arguments;
  need(&trait, trait_arguments, self, span, name);
  // Bounds that mention Self were opened before it was known.
  for (const TypeParam* parameter : function.parameters) {
    for (const TypeParam::Bound& bound : parameter->bounds) {
      if (bound.arguments.empty()) continue;
      std::vector<Type*> arguments;
      for (Type* argument : bound.arguments) arguments.push_back(instance.substitution.apply(solver_, argument));
      need(bound.trait, std::move(arguments), instance.substitution.find(parameter), span, name);
    }
  }
  return instance;
}

/// The inherent function of that name: of several impls for parts of one generic type the one that fits the receiver.
const Function* Body::inherent_function(const std::vector<ImplDecl*>& impls, const std::string& name, Type* self, bool method,
                                        std::vector<const Function*>& hidden) {
  const Function* found = nullptr;
  for (const ImplDecl* impl : impls) {
    const Function* function = impl->find(name);
    if (function == nullptr || (method && !function->has_self)) continue;
    if (!visible(*function)) {
      hidden.push_back(function);
      continue;
    }
    if (found == nullptr) found = function;
    if (self == nullptr) break;
    bool fits = false;
    solver_.attempt([&] {
      Substitution substitution;
      for (const TypeParam* parameter : impl->parameters) {
        substitution.set(parameter, parameter->kind == TypeParam::Kind::row ? solver_.row_type(solver_.open_row(parameter)) : solver_.fresh({}));
      }
      fits = solver_.unify(substitution.empty() ? impl->target : substitution.apply(solver_, impl->target), self);
      return false;
    });
    if (fits) return function;
  }
  return found;
}

/// Functions of that name that bounds give. A trait that is there with several arguments stands once, with its arguments left open.
std::vector<Body::Candidate> Body::bound_candidates(const std::vector<TypeParam::Bound>& bounds, const std::string& name, bool method) {
  std::vector<Candidate> candidates;
  for (const TypeParam::Bound& bound : bounds) {
    const Function* function = bound.trait->find(name);
    if (function == nullptr || (method && !function->has_self)) continue;
    const auto known = std::find_if(candidates.begin(), candidates.end(), [&](const Candidate& one) { return one.trait == bound.trait; });
    if (known == candidates.end()) {
      candidates.push_back({bound.trait, function, bound.arguments});
    } else {
      known->arguments.clear();
    }
  }
  return candidates;
}

/// Methods of that name from the traits that a type implements (N10).
std::vector<Body::Candidate> Body::method_candidates(Type* self, const std::string& name) {
  std::vector<Candidate> candidates;
  for (const TraitDecl* trait : solver_.impls.traits_of(self->kind == Kind::nominal ? self->decl : nullptr)) {
    const Function* function = trait->find(name);
    if (function == nullptr || !function->has_self) continue;
    Type* type = self;
    if (trait->self->arity > 0) {
      if (self->kind != Kind::nominal || static_cast<int>(self->arguments.size()) < trait->self->arity) continue;
      type = solver_.nominal(self->decl, {self->arguments.begin(), self->arguments.end() - trait->self->arity});
    }
    bool several = false;
    if (solver_.select(trait, {}, type, false, &several).impl != nullptr || several) candidates.push_back({trait, function, {}});
  }
  if (self->kind == Kind::tuple) {
    for (const TraitDecl* trait : {world_.program.eq, world_.program.ord, world_.program.show}) {
      if (trait != nullptr && trait->find(name) != nullptr) candidates.push_back({trait, trait->find(name), {}});
    }
  }
  return candidates;
}

/// Those of traits that this module sees: functions of a trait are as visible as the trait, whatever implements it (N15). One of the others
/// is handed back as well.
std::vector<Body::Candidate> Body::visible_among(std::vector<Candidate> candidates, const Function*& hidden) const {
  std::vector<Candidate> seen;
  for (Candidate& one : candidates) {
    if (visible(*one.trait)) {
      seen.push_back(std::move(one));
    } else {
      hidden = one.function;
    }
  }
  return seen;
}

/// A function that is there and that this module does not see: it is private itself, or its trait is.
void Body::report_hidden(const Function& function, const std::string& type, const syntax::Name& name) {
  const std::string what = (function.has_self ? "the method `" + name.text + "` of `" + type : "`" + type + "::" + name.text) + "`";
  if (function.trait != nullptr) {
    diagnostics_
        .error("D312", name.span,
               what + " belongs to the trait `" + function.trait->name + "`, which is private to module `" +
                   function.trait->module->path + "`")
        .label(function.trait->name_span, "declared without `pub`");
    return;
  }
  diagnostics_.error("D312", name.span, what + " is private to module `" + function.module->path + "`")
      .label(function.name_span, "declared without `pub`");
}

void Body::report_several(const std::vector<Candidate>& candidates, const std::string& type, const syntax::Name& name) {
  std::vector<std::string> names;
  for (const Candidate& one : candidates) names.push_back(one.trait->name);
  std::sort(names.begin(), names.end());
  std::string listed;
  for (const std::string& one : names) listed += (listed.empty() ? "`" : ", `") + one + "`";
  diagnostics_.error("D315", name.span, "`" + type + "` has `" + name.text + "` from several traits: " + listed)
      .suggest("name the trait: `" + names[0] + "::" + name.text + "(..)`");
}

/// Which bound would give a type parameter the function, for a hint.
std::string Body::missing_bound(const std::string& parameter, const std::string& name) {
  std::string bounds;
  for (const auto& [known, binding] : world_.names(types_).types) {
    const auto trait = world_.traits.find(binding.item.item);
    if (trait != world_.traits.end() && trait->second->find(name) != nullptr) {
      bounds += (bounds.empty() ? "`" : " or `") + parameter + ": " + known + "`";
    }
  }
  return bounds.empty() ? "add a bound that has it" : "add a bound, " + bounds;
}

bool Body::find_associated(const syntax::Path& path, Instance& instance, bool& reported) {
  const syntax::Name& first = path.segments.front();
  const std::string& member = path.last().text;
  const std::string written = first.text + "::" + member;
  reported = true;
  if (path.segments.size() != 2) {
    diagnostics_.error("D303", path.span, "cannot resolve `" + modules::to_string(path) + "` in this scope")
        .suggest("a module path stands only in `module` and `import`: import the item and write its name");
    return false;
  }
  // A trait: its function for the type of the first argument, or for the expected type.
  if (world_.find_type(first.text, types_) == nullptr) {
    if (TraitDecl* trait = world_.find_trait(first.text, types_)) {
      if (const Function* function = trait->find(member)) {
        instance = instantiate_trait(*function, *trait, {}, nullptr, path.span, written);
        return true;
      }
      diagnostics_.error("D303", path.span, "the trait `" + first.text + "` has no function `" + member + "`");
      return false;
    }
  }
  Type* self = nullptr;
  if (first.text == "Self" && types_.self != nullptr) {
    self = types_.self;
  } else if (TypeParam* parameter = world_.find_parameter(first.text, TypeParam::Kind::type, types_)) {
    self = solver_.parameter(parameter);
  }
  if (self != nullptr && (resolved(self)->kind == Kind::parameter)) {
    const Function* hidden = nullptr;
    const std::vector<Candidate> candidates =
        visible_among(bound_candidates(solver_.bounds_of(resolved(self)->parameter), member, false), hidden);
    if (candidates.size() == 1) {
      instance = instantiate_trait(*candidates[0].function, *candidates[0].trait, candidates[0].arguments, self, path.span, written);
      return true;
    }
    if (candidates.size() > 1) {
      report_several(candidates, first.text, path.last());
      return false;
    }
    if (resolved(self)->parameter->is_unsure) return false;
    if (hidden != nullptr) {
      report_hidden(*hidden, first.text, path.last());
      return false;
    }
    diagnostics_.error("D314", path.last().span, "no bound of `" + first.text + "` has a function `" + member + "`")
        .suggest("the type is the caller's choice: " + missing_bound(first.text, member));
    return false;
  }
  TypeDecl* decl = self != nullptr && resolved(self)->kind == Kind::nominal ? const_cast<TypeDecl*>(resolved(self)->decl)
                                                                            : world_.find_type(first.text, types_);
  if (decl == nullptr) {
    if (world_.is_unknown_again(first.text, first.span, types_)) return false;
    const std::string message = "cannot resolve `" + written + "` in this scope";
    bool is_module = false;
    for (const auto& module : world_.graph.modules) {
      is_module = is_module || module->path == first.text || module->path.rfind(first.text + "::", 0) == 0;
    }
    if (find_local(first.text) != nullptr) {
      diagnostics_.error("D303", path.span, message).suggest("`" + first.text + "` is a value: write `" + first.text + "." + member + "`");
    } else if (is_module) {
      diagnostics_.error("D303", path.span, message).suggest("`" + first.text + "` is a module: import the item and write `" + member + "`");
    } else {
      world_.report_unknown("D303", first.text, path.span, message, types_).suggest(world_.near_type(first.text, types_));
    }
    return false;
  }
  const bool knows_self = self != nullptr;
  std::vector<const Function*> hidden;
  if (const auto impls = world_.inherent.find(decl); impls != world_.inherent.end()) {
    if (const Function* found = inherent_function(impls->second, member, knows_self ? self : nullptr, false, hidden)) {
      instance = instantiate(*found, path.span, written, knows_self ? self : nullptr);
      return true;
    }
  }
  // A function of one of the traits that the type implements (R17).
  std::vector<Candidate> candidates;
  for (const TraitDecl* trait : solver_.impls.traits_of(decl)) {
    if (const Function* function = trait->find(member)) candidates.push_back({trait, function, {}});
  }
  const Function* unseen = nullptr;
  candidates = visible_among(std::move(candidates), unseen);
  if (candidates.size() == 1) {
    const TraitDecl& trait = *candidates[0].trait;
    Type* type = trait.self->arity > 0 ? solver_.nominal(decl) : knows_self ? self : open_nominal(*decl, path.span, nullptr);
    instance = instantiate_trait(*candidates[0].function, trait, {}, type, path.span, written);
    return true;
  }
  if (candidates.size() > 1) {
    report_several(candidates, decl->name, path.last());
    return false;
  }
  if (!hidden.empty()) unseen = hidden[0];
  if (unseen != nullptr) {
    report_hidden(*unseen, decl->name, path.last());
    return false;
  }
  std::vector<std::string> near;
  for (const Case& one : decl->cases) near.push_back(one.name);
  if (const auto impls = world_.inherent.find(decl); impls != world_.inherent.end()) {
    for (const ImplDecl* impl : impls->second) {
      for (const Function* function : impl->functions) near.push_back(function->name);
    }
  }
  if (decl->is_unsure) return false;
  const std::string close = near_miss(member, near);
  auto& error = diagnostics_.error("D314", path.last().span, "`" + decl->name + "` has no function or case `" + member + "`");
  if (!close.empty()) error.suggest("did you mean `" + decl->name + "::" + close + "`?");
  return false;
}

bool Body::find_method(Type* self, const syntax::Name& name, Instance& instance, bool& reported, Span span) {
  self = solver_.normalized_head(self);
  const bool quiet = reported;
  const Function* unseen = nullptr;
  if (self->kind == Kind::nominal) {
    std::vector<const Function*> hidden;
    if (const auto impls = world_.inherent.find(self->decl); impls != world_.inherent.end()) {
      if (const Function* found = inherent_function(impls->second, name.text, self, true, hidden)) {
        instance = instantiate(*found, span, name.text, nullptr);
        return true;
      }
    }
    if (!hidden.empty()) unseen = hidden[0];
  }
  if (self->kind == Kind::parameter || self->kind == Kind::application || self->kind == Kind::projection) {
    std::vector<TypeParam::Bound> bounds;
    if (self->kind == Kind::projection) {
      for (const AssociatedType& type : self->trait->types) {
        if (type.name == self->name) bounds = solver_.with_supertraits(type.bounds, self);
      }
    } else {
      const Type* head = self->kind == Kind::application ? resolved(self->head) : self;
      if (head->kind == Kind::parameter) bounds = solver_.bounds_of(head->parameter);
    }
    const std::vector<Candidate> candidates = visible_among(bound_candidates(bounds, name.text, true), unseen);
    if (candidates.size() == 1) {
      Type* type = self->kind == Kind::application ? self->head : self;
      instance = instantiate_trait(*candidates[0].function, *candidates[0].trait, candidates[0].arguments, type, span, name.text);
      return true;
    }
    const Type* head = self->kind == Kind::application ? resolved(self->head) : self;
    const bool unsure = head->kind == Kind::parameter && head->parameter->is_unsure;
    if (!quiet) {
      reported = true;
      if (unsure && candidates.empty()) return false;
      if (candidates.size() > 1) {
        report_several(candidates, to_string(self), name);
      } else if (unseen != nullptr) {
        report_hidden(*unseen, to_string(self), name);
      } else {
        const bool is_static = !bound_candidates(bounds, name.text, false).empty();
        diagnostics_.error("D314", name.span, "`" + to_string(self) + "` has no method `" + name.text + "`")
            .suggest(is_static ? "`" + name.text + "` takes no `self`: write `" + to_string(self) + "::" + name.text + "(..)`" : "the type is the caller's choice: " + missing_bound(to_string(self), name.text));
      }
    }
    return false;
  }
  const std::vector<Candidate> candidates = visible_among(method_candidates(self, name.text), unseen);
  if (candidates.size() == 1) {
    const TraitDecl& trait = *candidates[0].trait;
    Type* type = self;
    if (trait.self->arity > 0) type = solver_.nominal(self->decl, {self->arguments.begin(), self->arguments.end() - trait.self->arity});
    instance = instantiate_trait(*candidates[0].function, trait, {}, type, span, name.text);
    return true;
  }
  if (quiet) return false;
  reported = true;
  if (candidates.size() > 1) {
    report_several(candidates, to_string(self), name);
    return false;
  }
  if (unseen != nullptr) {
    report_hidden(*unseen, to_string(self), name);
    return false;
  }
  if (self->kind == Kind::nominal && self->decl->is_unsure) return false;
  const bool is_effect = self->kind == Kind::nominal && self->decl->shape == TypeDecl::Shape::effect;
  auto& error = diagnostics_.error("D314", name.span,
                                   "`" + to_string(self) + "` has no " + (is_effect ? "operation" : "method") + " `" + name.text + "`");
  if (const std::string close = near_member(*self, name.text, true); !close.empty()) {
    error.suggest("did you mean `" + close + "`?");
  } else if (is_effect) {
    std::string operations;
    for (const Field& operation : self->decl->fields) operations += (operations.empty() ? "`" : ", `") + operation.name + "`";
    if (!operations.empty()) error.suggest("its operations: " + operations);
  } else if (self->kind == Kind::function) {
    error.suggest("this is a function; an operation of a capability needs that capability here, as in `with { label: Effect }` in the signature");
  }
  return false;
}

}  // namespace khora2cpp::types
