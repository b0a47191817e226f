// Which function a path or a method name means, and its instance at a use (syntax-and-types.md 3.2, 3.3, 7.4).
#include <algorithm>

#include "types/body.hpp"

namespace khora2cpp::types {

void Body::need(const TraitDecl* trait, std::vector<Type*> arguments, Type* self, Span span, const std::string& through, const char* code) {
  if (trait == nullptr) return;
  obligations_.push_back({{trait, std::move(arguments), self}, span, through, code, false});
}

Body::Instance Body::instantiate(const Function& function, Span span, const std::string& name, Type* self) {
  Instance instance;
  instance.callee.function = &function;
  instance.name = name;
  const auto open = [&](const std::vector<TypeParam*>& parameters, std::vector<Type*>& arguments) {
    for (const TypeParam* parameter : parameters) {
      Type* argument = parameter->kind == TypeParam::Kind::row ? solver_.row_type(solver_.open_row()) : solver_.fresh(span);
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
        need(bound.trait, std::move(arguments), instance.substitution.find(parameter), span, name);
      }
    }
  };
  if (function.impl != nullptr) bounds(function.impl->parameters);
  bounds(function.parameters);
  return instance;
}

Body::Instance Body::instantiate_trait(const Function& function, const TraitDecl& trait, std::vector<Type*> trait_arguments, Type* self, Span span,
                                       const std::string& name) {
  Instance instance = instantiate(function, span, name, nullptr);
  if (self == nullptr) self = solver_.fresh(span);
  instance.substitution.set(trait.self, self);
  if (trait_arguments.empty()) {
    for (const TypeParam* parameter : trait.parameters) {
      trait_arguments.push_back(parameter->kind == TypeParam::Kind::row ? solver_.row_type(solver_.open_row()) : solver_.fresh(span));
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

bool Body::find_associated(const syntax::Path& path, Instance& instance, bool& reported) {
  const syntax::Name& first = path.segments.front();
  const std::string& member = path.last().text;
  const std::string written = first.text + "::" + member;
  reported = true;
  if (path.segments.size() != 2) {
    diagnostics_.error("D303", path.span, "cannot resolve this path in this scope").suggest("a module path stands only in `module` and `import`: import the item and write its name");
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
    for (const TypeParam::Bound& bound : solver_.bounds_of(resolved(self)->parameter)) {
      if (const Function* function = bound.trait->find(member)) {
        instance = instantiate_trait(*function, *bound.trait, bound.arguments, self, path.span, written);
        return true;
      }
    }
    diagnostics_.error("D314", path.last().span, "no bound of `" + first.text + "` has a function `" + member + "`").suggest("`" + first.text + "` is the caller's choice: add a bound, such as `" + first.text + ": Trait`");
    return false;
  }
  TypeDecl* decl = self != nullptr && resolved(self)->kind == Kind::nominal ? const_cast<TypeDecl*>(resolved(self)->decl) : world_.find_type(first.text, types_);
  if (decl == nullptr) {
    auto& error = diagnostics_.error("D303", path.span, "cannot resolve `" + written + "` in this scope");
    bool is_module = false;
    for (const auto& module : world_.graph.modules) is_module = is_module || module->path == first.text || module->path.rfind(first.text + "::", 0) == 0;
    if (is_module) {
      error.suggest("`" + first.text + "` is a module: import the item and write `" + member + "`");
    } else {
      error.suggest(world_.near_type(first.text, types_));
    }
    return false;
  }
  const bool knows_self = self != nullptr;
  std::vector<const Function*> hidden;
  if (const auto impls = world_.inherent.find(decl); impls != world_.inherent.end()) {
    const Function* found = nullptr;
    for (const ImplDecl* impl : impls->second) {
      if (const Function* function = impl->find(member)) {
        if (!visible(*function)) {
          hidden.push_back(function);
          continue;
        }
        found = function;
        break;
      }
    }
    if (found != nullptr) {
      instance = instantiate(*found, path.span, written, knows_self ? self : nullptr);
      return true;
    }
  }
  // A function of one of the traits that the type implements (R17).
  std::vector<std::pair<const TraitDecl*, const Function*>> candidates;
  for (const auto& [trait, impls] : solver_.impls) {
    const Function* function = trait->find(member);
    if (function == nullptr) continue;
    for (const ImplDecl* impl : impls) {
      const Type* target = resolved(impl->target);
      if (target->kind == Kind::nominal && target->decl == decl) {
        candidates.emplace_back(trait, function);
        break;
      }
    }
  }
  if (candidates.size() == 1) {
    const TraitDecl& trait = *candidates[0].first;
    Type* type = trait.self->arity > 0 ? solver_.nominal(decl) : knows_self ? self : open_nominal(*decl, path.span, nullptr);
    instance = instantiate_trait(*candidates[0].second, trait, {}, type, path.span, written);
    return true;
  }
  if (candidates.size() > 1) {
    std::vector<std::string> names;
    for (const auto& [trait, function] : candidates) names.push_back(trait->name);
    std::sort(names.begin(), names.end());
    std::string listed;
    for (const std::string& name : names) listed += (listed.empty() ? "`" : ", `") + name + "`";
    diagnostics_.error("D315", path.last().span, "`" + decl->name + "` has `" + member + "` from several traits: " + listed).suggest("name the trait: `" + names[0] + "::" + member + "(..)`");
    return false;
  }
  if (!hidden.empty()) {
    diagnostics_.error("D312", path.last().span, "`" + written + "` is private to module `" + hidden[0]->module->path + "`").label(hidden[0]->name_span, "declared without `pub`");
    return false;
  }
  std::vector<std::string> near;
  for (const Case& one : decl->cases) near.push_back(one.name);
  if (const auto impls = world_.inherent.find(decl); impls != world_.inherent.end()) {
    for (const ImplDecl* impl : impls->second) {
      for (const Function* function : impl->functions) near.push_back(function->name);
    }
  }
  const std::string close = nearest(member, near);
  auto& error = diagnostics_.error("D314", path.last().span, "`" + decl->name + "` has no function or case `" + member + "`");
  if (!close.empty()) error.suggest("did you mean `" + decl->name + "::" + close + "`?");
  return false;
}

bool Body::find_method(Type* self, const syntax::Name& name, Instance& instance, bool& reported, Span span) {
  self = solver_.normalized_head(self);
  const bool quiet = reported;
  if (self->kind == Kind::nominal) {
    const Function* hidden = nullptr;
    if (const auto impls = world_.inherent.find(self->decl); impls != world_.inherent.end()) {
      for (const ImplDecl* impl : impls->second) {
        const Function* function = impl->find(name.text);
        if (function == nullptr || !function->has_self) continue;
        if (!visible(*function)) {
          hidden = function;
          continue;
        }
        instance = instantiate(*function, span, name.text, nullptr);
        return true;
      }
    }
    if (hidden != nullptr && !quiet) {
      diagnostics_.error("D312", name.span, "the method `" + name.text + "` of `" + self->decl->name + "` is private to module `" + hidden->module->path + "`").label(hidden->name_span, "declared without `pub`");
      reported = true;
      return false;
    }
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
    for (const TypeParam::Bound& bound : bounds) {
      const Function* function = bound.trait->find(name.text);
      if (function == nullptr || !function->has_self) continue;
      Type* type = self->kind == Kind::application ? self->head : self;
      instance = instantiate_trait(*function, *bound.trait, bound.arguments, type, span, name.text);
      return true;
    }
    if (!quiet) {
      auto& error = diagnostics_.error("D314", name.span, "`" + to_string(self) + "` has no method `" + name.text + "`");
      std::string trait_name;
      for (const auto& [item, trait] : world_.traits) {
        if (trait->find(name.text) != nullptr && (trait->module == function_.module || world_.names(types_).types.contains(trait->name))) trait_name = trait->name;
      }
      error.suggest("the type is the caller's choice: " + (trait_name.empty() ? std::string("add a bound that has it") : "add a bound, `" + to_string(self) + ": " + trait_name + "`"));
      reported = true;
    }
    return false;
  }
  std::vector<std::pair<const TraitDecl*, const Function*>> candidates;
  for (const auto& [trait, impls] : solver_.impls) {
    const Function* function = trait->find(name.text);
    if (function == nullptr || !function->has_self) continue;
    Type* type = self;
    if (trait->self->arity > 0) {
      if (self->kind != Kind::nominal || static_cast<int>(self->arguments.size()) < trait->self->arity) continue;
      type = solver_.nominal(self->decl, {self->arguments.begin(), self->arguments.end() - trait->self->arity});
    }
    if (solver_.select(trait, {}, type, false).impl != nullptr) candidates.emplace_back(trait, function);
  }
  if (self->kind == Kind::tuple) {
    for (const TraitDecl* trait : {world_.program.eq, world_.program.ord, world_.program.show}) {
      if (trait != nullptr && trait->find(name.text) != nullptr) candidates.emplace_back(trait, trait->find(name.text));
    }
  }
  if (candidates.size() == 1) {
    const TraitDecl& trait = *candidates[0].first;
    Type* type = self;
    if (trait.self->arity > 0) type = solver_.nominal(self->decl, {self->arguments.begin(), self->arguments.end() - trait.self->arity});
    instance = instantiate_trait(*candidates[0].second, trait, {}, type, span, name.text);
    return true;
  }
  if (quiet) return false;
  reported = true;
  if (candidates.size() > 1) {
    std::vector<std::string> names;
    for (const auto& [trait, function] : candidates) names.push_back(trait->name);
    std::sort(names.begin(), names.end());
    std::string listed;
    for (const std::string& one : names) listed += (listed.empty() ? "`" : ", `") + one + "`";
    diagnostics_.error("D315", name.span, "`" + to_string(self) + "` has `" + name.text + "` from several traits: " + listed).suggest("name the trait: `" + names[0] + "::" + name.text + "(..)`");
    return false;
  }
  auto& error = diagnostics_.error("D314", name.span, "`" + to_string(self) + "` has no method `" + name.text + "`");
  if (self->kind == Kind::nominal) {
    std::vector<std::string> near;
    if (self->decl->shape == TypeDecl::Shape::effect) {
      for (const Field& field : self->decl->fields) near.push_back(field.name);
    }
    if (const auto impls = world_.inherent.find(self->decl); impls != world_.inherent.end()) {
      for (const ImplDecl* impl : impls->second) {
        for (const Function* function : impl->functions) near.push_back(function->name);
      }
    }
    const std::string close = nearest(name.text, near);
    if (!close.empty()) error.suggest("did you mean `" + close + "`?");
  }
  return false;
}

}  // namespace khora2cpp::types
