// `Range` in a C++ `for`: no `Step` is made for an element (emission.md 8).
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>

#include "khora/integer.hpp"

namespace khora::core {

struct Range;

class RangeIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = Int;
  using difference_type = std::ptrdiff_t;
  using pointer = void;
  using reference = Int;

  constexpr RangeIterator() = default;
  explicit constexpr RangeIterator(std::int64_t at) : at_(at) {}
  constexpr Int operator*() const { return at_; }
  constexpr RangeIterator& operator++() {
    ++at_;
    return *this;
  }
  constexpr RangeIterator operator++(int) { return RangeIterator(at_++); }
  friend constexpr bool operator==(RangeIterator a, RangeIterator b) { return a.at_ == b.at_; }

 private:
  std::int64_t at_ = 0;
};

// Templates, because `Range` itself is defined after them.

template <std::same_as<Range> R>
RangeIterator begin(const R& range) {
  return RangeIterator(range.template as<typename R::Of>().from.raw());
}

/// A range that ends before it begins is empty.
template <std::same_as<Range> R>
RangeIterator end(const R& range) {
  const auto& bounds = range.template as<typename R::Of>();
  return RangeIterator((bounds.from < bounds.to ? bounds.to : bounds.from).raw());
}

}  // namespace khora::core
