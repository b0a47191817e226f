// Traits and their impls as C++ (emission.md 9): a class template `impl::Trait` whose specializations are the impls, and a concept.
#pragma once

#include <string>

#include "emit/signatures.hpp"

namespace khora2cpp::emit {

class TraitDecls {
 public:
  TraitDecls(const Translation& translation, Place place, Uses& uses) : translation_(translation), place_(place), uses_(uses) {}

  /// The primary template, for inside `namespace impl`. Declared, never defined.
  std::string primary(const types::TraitDecl& trait) const;
  std::string concept_definition(const types::TraitDecl& trait) const;
  /// `template <class Self> struct ShowDefaults`, for inside `namespace impl`; empty for a trait without default functions.
  std::string defaults(const types::TraitDecl& trait) const;
  /// The specialization for one impl, its functions declared.
  std::string head(const types::ImplDecl& impl) const;

 private:
  std::vector<types::TypeParam*> parameters(const types::TraitDecl& trait) const;
  std::string function(const types::Function& function, const TypeText& types) const;

  const Translation& translation_;
  Place place_;
  Uses& uses_;
};

/// Whether some function of a trait has a body.
bool has_defaults(const types::TraitDecl& trait);

/// Where names stand for what is inside a specialization of a trait that is declared at `outside`.
Place inside_impl(Place outside, const types::TraitDecl* trait);

}  // namespace khora2cpp::emit
