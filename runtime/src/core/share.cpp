#include "khora/share.hpp"

#include <cstdlib>
#include <cstring>

#include "khora/trap.hpp"

namespace khora::detail {

Sharing::~Sharing() {
  if (pending_ != first_) std::free(pending_);
}

void Sharing::reference(const Header& object, const Kind& kind) {
  if (!object.count.become_shared() || kind.children == nullptr) return;
  if (used_ == capacity_) grow();
  pending_[used_++] = {&object, &kind};
}

void Sharing::finish() {
  while (used_ > 0) {
    const Pending next = pending_[--used_];
    next.kind->children(next.object, *this);
  }
}

void Sharing::grow() {
  const int capacity = capacity_ * 2;
  void* larger = std::malloc(sizeof(Pending) * static_cast<std::size_t>(capacity));
  if (larger == nullptr) fatal("out of memory");
  std::memcpy(larger, pending_, sizeof(Pending) * static_cast<std::size_t>(used_));
  if (pending_ != first_) std::free(pending_);
  pending_ = static_cast<Pending*>(larger);
  capacity_ = capacity;
}

}  // namespace khora::detail
