// The stable sort behind `List::sort_by` and `Array::sort_by`: bottom-up, without recursion, safe with any order.
#pragma once

#include <cstddef>
#include <utility>

#include "khora/memory.hpp"
#include "khora/tagged.hpp"

namespace khora::detail {

/// Room for `count` pointers.
template <class T>
class PointerBuffer {
 public:
  explicit PointerBuffer(std::size_t count)
      : bytes_(count * sizeof(const T*)), items_(static_cast<const T**>(allocate(bytes_ + 1))) {}
  ~PointerBuffer() { deallocate(items_, bytes_ + 1); }
  PointerBuffer(const PointerBuffer&) = delete;
  PointerBuffer& operator=(const PointerBuffer&) = delete;
  const T** data() { return items_; }

 private:
  std::size_t bytes_;
  const T** items_;
};

/// Sorts the `count` pointers in `items` by what they point to. `after(a, b)` answers whether `a`, which stands before `b`, must
/// come behind it: plainly or tagged. When a call does not answer, neither does the sort, and the order is unspecified.
template <class T, class After>
Rest merge_sort(const T** items, std::size_t count, const After& after) {
  PointerBuffer<T> scratch(count);
  const T** from = items;
  const T** to = scratch.data();
  for (std::size_t width = 1; width < count; width *= 2) {
    for (std::size_t start = 0; start < count; start += 2 * width) {
      const std::size_t middle = start + width < count ? start + width : count;
      const std::size_t end = middle + width < count ? middle + width : count;
      std::size_t left = start, right = middle;
      for (std::size_t out = start; out < end; ++out) {
        bool take_right = left == middle;
        if (left < middle && right < end) {
          if (Rest rest = call(after, *from[left], *from[right]).to(take_right)) return rest;
          if (stop_pending()) return stopped;
        }
        to[out] = take_right ? from[right++] : from[left++];
      }
    }
    std::swap(from, to);
  }
  if (from != items) {
    for (std::size_t at = 0; at < count; ++at) items[at] = from[at];
  }
  return Rest();
}

}  // namespace khora::detail
