// A bounded queue between fibers (concurrency.md 10), without the type of its values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <new>
#include <type_traits>
#include <utility>

#include "khora/detail/fiber_state.hpp"

namespace khora::detail {

/// How values of one type are moved about in raw storage.
struct ValueOps {
  std::size_t size;
  std::size_t align;
  /// Moves a value into raw storage and ends the one it came from. Null: copying its bytes does that.
  void (*relocate)(void* to, void* from) noexcept;
  /// Ends a value. May run any code.
  void (*destroy)(void* value) noexcept;
};

using Relocate = void (*)(void* to, void* from) noexcept;
template <class A>
constexpr Relocate relocate_for() {
  if constexpr (std::is_trivially_copyable_v<A>) {
    return nullptr;
  } else {
    return [](void* to, void* from) noexcept {
      A* value = static_cast<A*>(from);
      ::new (to) A(std::move(*value));
      value->~A();
    };
  }
}

template <class A>
inline constexpr ValueOps value_ops{
    sizeof(A), alignof(A), relocate_for<A>(),
    [](void* value) noexcept { static_cast<A*>(value)->~A(); }};

/// Storage for one value that may or may not be there.
template <class A>
class Slot {
 public:
  Slot() = default;
  explicit Slot(A value) { ::new (static_cast<void*>(storage_)) A(std::move(value)); }
  Slot(const Slot&) = delete;
  Slot& operator=(const Slot&) = delete;
  void* place() { return storage_; }
  A& value() { return *std::launder(reinterpret_cast<A*>(storage_)); }
  /// Takes the value out; the slot is empty then.
  A take() {
    A taken = std::move(value());
    value().~A();
    return taken;
  }
  void drop() { value().~A(); }

 private:
  alignas(A) std::byte storage_[sizeof(A)];
};

enum class WhenFull : std::uint8_t { wait, refuse, evict };

class ChannelCore {
 public:
  enum class Sent { yes, no, stopped };
  enum class Received { value, none, stopped };

  /// A capacity below 1 counts as 1.
  ChannelCore(const ValueOps& ops, std::int64_t capacity, WhenFull when_full);
  ChannelCore(const ChannelCore&) = delete;
  ChannelCore& operator=(const ChannelCore&) = delete;
  /// Ends the values that are left. No fiber can be waiting.
  ~ChannelCore();

  /// Takes the value at `value` over if the answer is `yes`; otherwise it stays with the caller.
  Sent send(void* value);
  /// The same without waiting.
  bool offer(void* value);
  /// Puts the oldest value into raw storage at `place`.
  Received receive(void* place);
  bool poll(void* place);
  void close();
  std::int64_t depth();

 private:
  friend class Selection;
  std::byte* at(std::size_t index) { return storage_.get() + ((first_ + index) & (room_ - 1)) * ops_.size; }
  void relocate(void* to, void* from) const;
  void push(void* value);
  void pop(void* place);
  void grow();
  /// Hands `value` to a waiting receiver or queues it if there is room. With mutex_ held.
  bool put(void* value, Woken& woken);
  /// Takes the oldest value and lets a waiting sender have its room. With mutex_ held.
  bool take(void* place, Woken& woken);

  struct Free {
    std::align_val_t align;
    void operator()(std::byte* storage) const { ::operator delete[](storage, align); }
  };

  const ValueOps& ops_;
  const std::size_t capacity_;
  const WhenFull when_full_;
  SpinLock mutex_;  // never held while waiting or while a value is ended
  bool closed_ = false;
  std::unique_ptr<std::byte[], Free> storage_;
  std::size_t room_ = 0;  // a power of two, grown as needed up to the capacity
  std::size_t first_ = 0;
  std::size_t count_ = 0;
  WaitQueue receivers_;
  WaitQueue senders_;
};

}  // namespace khora::detail
