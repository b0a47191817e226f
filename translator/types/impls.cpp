#include "types/impls.hpp"

#include <algorithm>

namespace khora2cpp::types {

namespace {
const std::vector<ImplDecl*> no_impls;
const std::vector<const TraitDecl*> no_traits;
}  // namespace

void Impls::add(ImplDecl* impl) {
  const Type* target = resolved(impl->target);
  const TypeDecl* head = target->kind == Kind::nominal ? target->decl : nullptr;
  OfTrait& group = impls_[impl->trait];
  if (group.all.empty()) traits_.push_back(impl->trait);
  group.all.push_back(impl);
  group.by_head[head].push_back(impl);
  std::vector<const TraitDecl*>& known = traits_of_[head];
  if (std::find(known.begin(), known.end(), impl->trait) == known.end()) known.push_back(impl->trait);
}

const std::vector<ImplDecl*>& Impls::of(const TraitDecl* trait, const TypeDecl* head) const {
  const auto group = impls_.find(trait);
  if (group == impls_.end()) return no_impls;
  const auto found = group->second.by_head.find(head);
  return found == group->second.by_head.end() ? no_impls : found->second;
}

const std::vector<const TraitDecl*>& Impls::traits_of(const TypeDecl* head) const {
  const auto found = traits_of_.find(head);
  return found == traits_of_.end() ? no_traits : found->second;
}

const std::vector<ImplDecl*>& Impls::all(const TraitDecl* trait) const {
  const auto group = impls_.find(trait);
  return group == impls_.end() ? no_impls : group->second.all;
}

}  // namespace khora2cpp::types
