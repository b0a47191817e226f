#include "analysis/dispatch.hpp"

namespace khora2cpp::analysis {

using types::Function;
using types::Kind;
using types::Type;

namespace {

/// Named so that no call of it means `std::bind`, which would take the arguments as well.
void set(Target& target, const std::vector<types::TypeParam*>& parameters, const std::vector<Type*>& arguments) {
  for (std::size_t i = 0; i < parameters.size() && i < arguments.size(); ++i) {
    target.parameters.push_back(parameters[i]);
    target.arguments.push_back(arguments[i]);
  }
}

/// Whether the impl for `self` is known only when a parameter is.
bool is_open(const Type* self) {
  const Type* type = types::resolved(self);
  return type == nullptr || type->kind == Kind::parameter || type->kind == Kind::projection || type->kind == Kind::application ||
         type->kind == Kind::variable;
}

}  // namespace

std::optional<Target> target_of(types::Program& program, const Mention& mention, BoundCall& bound) {
  const Function* function = mention.function;
  Target target;
  target.function = function;
  if (mention.self == nullptr) {
    if (function->impl != nullptr) set(target, function->impl->parameters, mention.owner_arguments);
    set(target, function->parameters, mention.arguments);
    return target;
  }

  Type* self = types::normalized(program, mention.self);
  const types::TraitDecl* trait = function->trait;
  if (is_open(self)) {
    bound = {self, trait, mention.trait_arguments, function};
    return std::nullopt;
  }
  const types::SelectedImpl selected = types::select_impl(program, trait, mention.trait_arguments, types::resolved(self));
  const Function* supplied = selected.impl == nullptr ? nullptr : selected.impl->find(function->name);
  if (supplied != nullptr) {
    target.function = supplied;
    set(target, selected.impl->parameters, selected.arguments);
    set(target, supplied->parameters, mention.arguments);
  } else {  // the default of the trait, or an impl that the runtime has (tuples)
    set(target, {trait->self}, {self});
    set(target, trait->parameters, mention.trait_arguments);
    set(target, function->parameters, mention.arguments);
  }
  return target;
}

Mention at_use(types::Program& program, const Target& target, const BoundCall& call) {
  const auto replaced = [&](Type* type) {
    return types::normalized(program, types::substituted(program, type, target.parameters, target.arguments));
  };
  Mention mention;
  mention.function = call.function;
  mention.self = replaced(call.self);
  for (Type* argument : call.trait_arguments) mention.trait_arguments.push_back(replaced(argument));
  return mention;
}

}  // namespace khora2cpp::analysis
