// From the mention of a function to the C++ function it names, for one choice of types.
#pragma once

#include <optional>
#include <vector>

#include "analysis/facts.hpp"
#include "analysis/mentions.hpp"

namespace khora2cpp::analysis {

/// A function with the types that its parameters, and those of its impl or trait, stand for.
struct Target {
  const types::Function* function = nullptr;
  std::vector<types::TypeParam*> parameters;
  std::vector<types::Type*> arguments;
};

/// The function a mention names. Empty when that depends on a type parameter: then `bound` says how.
std::optional<Target> target_of(types::Program& program, const Mention& mention, BoundCall& bound);

/// A bound call of `target`'s function as a mention at the place where `target` is used.
Mention at_use(types::Program& program, const Target& target, const BoundCall& call);

}  // namespace khora2cpp::analysis
