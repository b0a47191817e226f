// The trait impls of a program by trait and by the head of their target, so that looking one up does not depend on how many there are.
// Every list is in the order of the module graph, which makes whatever walks one deterministic. Internal to types/.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "types/program.hpp"

namespace khora2cpp::types {

class Impls {
 public:
  /// The target's head must be known.
  void add(ImplDecl* impl);

  /// Impls of `trait` that could be for a type of this declaration; null for tuples, functions and other types without one.
  const std::vector<ImplDecl*>& of(const TraitDecl* trait, const TypeDecl* head) const;
  /// Traits with an impl for a type of this declaration.
  const std::vector<const TraitDecl*>& traits_of(const TypeDecl* head) const;

  /// Traits that have impls, in the order of their first.
  const std::vector<const TraitDecl*>& traits() const { return traits_; }
  const std::vector<ImplDecl*>& all(const TraitDecl* trait) const;

 private:
  struct OfTrait {
    std::vector<ImplDecl*> all;
    std::map<const TypeDecl*, std::vector<ImplDecl*>> by_head;
  };
  std::map<const TraitDecl*, OfTrait> impls_;
  std::vector<const TraitDecl*> traits_;
  std::map<const TypeDecl*, std::vector<const TraitDecl*>> traits_of_;
};

}  // namespace khora2cpp::types
