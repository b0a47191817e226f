#include "khora/holds.hpp"

#include <cstdlib>

#include "khora/trap.hpp"

namespace khora {

void Holds::free_list() noexcept { std::free(const_cast<void*>(first_)); }

void Holds::visit_references(detail::Visitor& visitor) const {
  if (kind_ != nullptr) {
    visitor.reference(*static_cast<const detail::Header*>(first_), *kind_);
  } else if (first_ != nullptr) {
    auto& list = *static_cast<List*>(const_cast<void*>(first_));
    for (int at = 0; at < list.count; ++at) visitor.reference(*list.references()[at].object, *list.references()[at].kind);
  }
}

void HoldsBuilder::add_to_list(Holds::Reference reference) {
  auto* list = holds_.has_list() ? static_cast<Holds::List*>(const_cast<void*>(holds_.first_)) : nullptr;
  if (list == nullptr || list->count == list->capacity) {
    const int capacity = list == nullptr ? 4 : list->capacity * 2;
    void* larger = std::realloc(list, sizeof(Holds::List) + sizeof(Holds::Reference) * static_cast<std::size_t>(capacity));
    if (larger == nullptr) detail::fatal("out of memory");
    const bool first_list = list == nullptr;
    list = static_cast<Holds::List*>(larger);
    list->capacity = capacity;
    if (first_list) {
      list->count = 1;
      list->references()[0] = {static_cast<const detail::Header*>(holds_.first_), holds_.kind_};
      holds_.kind_ = nullptr;
    }
    holds_.first_ = list;
  }
  list->references()[list->count++] = reference;
}

}  // namespace khora
