// `Array`: a fixed number of cells, changed in place (std-core.md 15). Two names for one array see the same writes.
#pragma once

#include <cstddef>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>

#include "khora/core_fwd.hpp"
#include "khora/count.hpp"
#include "khora/integer.hpp"
#include "khora/memory.hpp"
#include "khora/native/merge_sort.hpp"
#include "khora/ptr.hpp"
#include "khora/release.hpp"
#include "khora/tagged.hpp"
#include "khora/walk.hpp"

namespace khora::core {

namespace array_detail {
[[noreturn]] KHORA_DETAIL_COLD void trap_outside(Int index, Int length);
[[noreturn]] KHORA_DETAIL_COLD void trap_outside_vector(Int index, Int length);
[[noreturn]] KHORA_DETAIL_COLD void trap_negative_length(Int length);
[[noreturn]] KHORA_DETAIL_COLD void trap_range(Int from, Int count, Int length);
bool is_utf8(const unsigned char* bytes, std::size_t count);
}  // namespace array_detail

/// Not `Share`, so its count is never atomic. The default state is the empty array.
template <class A>
class Array {
  struct Block {
    khora::detail::Header header;
    std::size_t length;
    A* cells() { return std::launder(reinterpret_cast<A*>(reinterpret_cast<unsigned char*>(this) + cells_at)); }
  };
  static constexpr std::size_t cells_at =
      (sizeof(khora::detail::Header) + sizeof(std::size_t) + alignof(A) - 1) / alignof(A) * alignof(A);

 public:
  Array() noexcept = default;
  Array(const Array& other) noexcept : block_(other.block_) {
    if (block_ != nullptr) block_->header.count.retain();
  }
  Array(Array&& other) noexcept : block_(std::exchange(other.block_, nullptr)) {}
  Array& operator=(Array other) noexcept {
    std::swap(block_, other.block_);
    return *this;
  }
  ~Array() {
    if (block_ != nullptr && block_->header.count.release()) release_block();
  }

  std::size_t size() const { return block_ != nullptr ? block_->length : 0; }
  A* data() const { return block_ != nullptr ? block_->cells() : nullptr; }

  void visit_references(khora::detail::Visitor& visitor) const {
    static constexpr khora::detail::Kind kind{"Array", true, &visit_cells};
    if (block_ != nullptr) visitor.reference(block_->header, kind);
  }

  static Array empty() { return Array(); }
  /// Every cell is the same `fill`. A trap for a negative length.
  static Array new_(Int length, const A& fill) {
    if (length < 0) array_detail::trap_negative_length(length);
    return filled(static_cast<std::size_t>(length.raw()), [&](std::size_t) -> const A& { return fill; });
  }
  template <class F>
  static Tagged<Array> from_fn(Int count, const F& make) {
    if (stop_at_entry()) return stopped;
    if (count < 1) return Array();
    const auto length = static_cast<std::size_t>(count.raw());
    Array made = reserve(length);
    for (std::size_t at = 0; at < length; ++at) {
      A value{};
      if (Rest rest = call(make, Int(static_cast<std::int64_t>(at))).to(value)) return rest;
      made.append(std::move(value));
      if (stop_pending()) return stopped;
    }
    return made;
  }
  static Int length(const Array& self) { return static_cast<std::int64_t>(self.size()); }
  static A get(const Array& self, Int index) { return *self.cell(index); }
  static void set(const Array& self, Int index, A value) { *self.cell(index) = std::move(value); }
  /// Stable. A call of `order` that does not answer leaves the array as it was.
  template <class F>
  static Tagged<Unit> sort_by(const Array& self, const F& order) {
    return sort_first(self, length(self), order);
  }
  /// A copy of the first `count` elements, at most all of them.
  static Array prefix(const Array& self, Int count) {
    if (self.block_ == nullptr || count < 1) return Array();
    const std::size_t length = count > Array::length(self) ? self.size() : static_cast<std::size_t>(count.raw());
    return filled(length, [&](std::size_t at) -> const A& { return self.data()[at]; });
  }
  static bool is_utf8(const Array& self) {
    if constexpr (std::is_same_v<A, U8>) {
      return array_detail::is_utf8(reinterpret_cast<const unsigned char*>(self.data()), self.size());
    } else {
      return false;
    }
  }
  template <class B, class F>
  static Tagged<B> with_data(const Array& self, const F& body) {
    if (stop_at_entry()) return stopped;
    const Array kept = self;
    return call(body, Ptr(static_cast<void*>(kept.data())), length(kept));
  }
  static void copy_into(const Array& source, Int from, const Array& target, Int at, Int count)
    requires(std::is_same_v<A, U8>)
  {
    check_range(from, count, source.size());
    check_range(at, count, target.size());
    if (count > 0) std::memmove(target.data() + at.raw(), source.data() + from.raw(), static_cast<std::size_t>(count.raw()));
  }

  // ---- what `Vector` is made of: an array of which the first `count` elements are in use ------------------------------------

  /// The same elements, followed by `fill` up to `length`.
  static Array extended(const Array& self, Int length, const A& fill) {
    const std::size_t old = self.size();
    return filled(static_cast<std::size_t>(length.raw()),
                  [&](std::size_t at) -> const A& { return at < old ? self.data()[at] : fill; });
  }
  static A at_within(const Array& self, Int index, Int count) {
    if (index < 0 || index >= count) array_detail::trap_outside_vector(index, count);
    return self.data()[index.raw()];
  }
  template <class F>
  static Tagged<Unit> sort_first(const Array& self, Int count, const F& order) {
    if (stop_at_entry()) return stopped;
    // A copy, since `order` may write to the array that is being sorted.
    const Array before = prefix(self, count);
    const std::size_t sorted = before.size();
    if (sorted < 2) return unit;
    khora::detail::PointerBuffer<A> items(sorted);
    for (std::size_t at = 0; at < sorted; ++at) items.data()[at] = before.data() + at;
    using Order = answer_t<F, const A&, const A&>;
    const auto after = [&](const A& a, const A& b) -> Tagged<bool> {
      Order ordering;
      if (Rest rest = call(order, a, b).to(ordering)) return rest;
      return ordering.template is<typename Order::Greater>();
    };
    if (Rest rest = khora::detail::merge_sort(items.data(), sorted, after)) return rest;
    for (std::size_t at = 0; at < sorted && at < self.size(); ++at) self.data()[at] = *items.data()[at];
    return unit;
  }

  /// A trap unless `count` cells from `from` lie within `length`.
  static void check_range(Int from, Int count, std::size_t length) {
    const auto whole = static_cast<std::int64_t>(length);
    if (count < 0 || from < 0 || from > whole || count > whole - from.raw()) array_detail::trap_range(from, count, whole);
  }

 private:
  static std::size_t bytes(std::size_t length) { return cells_at + length * sizeof(A); }

  static Array reserve(std::size_t length) {
    if (length > (static_cast<std::size_t>(-1) / 2 - cells_at) / sizeof(A)) {
      array_detail::trap_negative_length(static_cast<std::int64_t>(length));
    }
    Array array;
    array.block_ = new (khora::detail::allocate(bytes(length))) Block{khora::detail::Header(), 0};
    return array;
  }
  void append(A value) {
    ::new (static_cast<void*>(reinterpret_cast<unsigned char*>(block_) + bytes(block_->length))) A(std::move(value));
    ++block_->length;
  }
  template <class Fill>
  static Array filled(std::size_t length, const Fill& fill) {
    if (length == 0) return Array();
    Array array = reserve(length);
    for (std::size_t at = 0; at < length; ++at) array.append(fill(at));
    return array;
  }

  A* cell(Int index) const {
    const auto at = static_cast<std::size_t>(index.raw());
    if (at >= size()) array_detail::trap_outside(index, length(*this));
    return block_->cells() + at;
  }

  static void visit_cells(const void* object, khora::detail::Visitor& visitor) {
    auto* block = static_cast<Block*>(const_cast<void*>(object));
    for (std::size_t at = 0; at < block->length; ++at) khora::detail::walk(block->cells()[at], visitor);
  }
  void release_block() noexcept {
    if constexpr (std::is_trivially_destructible_v<A>) {
      destroy_block(block_);
    } else {
      khora::detail::release_last(block_, &destroy_block);
    }
  }
  static void destroy_block(void* object) noexcept {
    auto* block = static_cast<Block*>(object);
    const std::size_t length = block->length;
    if constexpr (!std::is_trivially_destructible_v<A>) {
      for (std::size_t at = 0; at < length; ++at) block->cells()[at].~A();
    }
    khora::detail::deallocate(block, bytes(length));
  }

  Block* block_ = nullptr;
};

}  // namespace khora::core
