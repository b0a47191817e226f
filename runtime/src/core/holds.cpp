#include "khora/holds.hpp"

#include <cstdlib>
#include <utility>

#include "khora/trap.hpp"

namespace khora {

Holds::Holds(Holds&& other) noexcept
    : references_(std::exchange(other.references_, nullptr)), count_(std::exchange(other.count_, 0)) {}

Holds& Holds::operator=(Holds&& other) noexcept {
  std::swap(references_, other.references_);
  std::swap(count_, other.count_);
  return *this;
}

Holds::~Holds() { std::free(references_); }

void Holds::visit_references(detail::Visitor& visitor) const {
  for (int at = 0; at < count_; ++at) visitor.reference(*references_[at].object, *references_[at].kind);
}

void HoldsBuilder::reference(const detail::Header& object, const detail::Kind& kind) {
  if (holds_.count_ == capacity_) {
    capacity_ = capacity_ == 0 ? 4 : capacity_ * 2;
    void* larger = std::realloc(holds_.references_, sizeof(Holds::Reference) * static_cast<std::size_t>(capacity_));
    if (larger == nullptr) detail::fatal("out of memory");
    holds_.references_ = static_cast<Holds::Reference*>(larger);
  }
  holds_.references_[holds_.count_++] = {&object, &kind};
}

}  // namespace khora
