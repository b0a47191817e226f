// The order in which the types of one file are defined: what is held in place comes first (emission.md 10).
#pragma once

#include <set>
#include <vector>

#include "analysis/facts.hpp"
#include "types/program.hpp"

namespace khora2cpp::emit {

/// Type parameters that a declaration holds in place, like the one of `Option`, not like that of `List`.
std::set<const types::TypeParam*> held_parameters(const types::Program& program, const analysis::Facts& facts);

struct TypeStep {
  const types::TypeDecl* decl = nullptr;
  enum class What {
    whole,     ///< the type, complete
    handle,    ///< the class of a counted type that (indirectly) contains itself
    contents   ///< what such a type holds
  } what = What::whole;
};

/// `decls` in source order, as steps in an order in which everything is complete where it has to be.
std::vector<TypeStep> definition_order(const std::vector<const types::TypeDecl*>& decls, const analysis::Facts& facts,
                                       const std::set<const types::TypeParam*>& held);

}  // namespace khora2cpp::emit
