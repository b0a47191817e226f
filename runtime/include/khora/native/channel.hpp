// `Channel` and `Claim` (std-core.md 20.6, concurrency.md 10 and 11).
#pragma once

#include <utility>

#include "khora/core/option.hpp"
#include "khora/detail/channel_core.hpp"
#include "khora/detail/claim_core.hpp"
#include "khora/detail/shared_box.hpp"
#include "khora/fn.hpp"
#include "khora/integer.hpp"
#include "khora/share.hpp"
#include "khora/tagged.hpp"

namespace khora {

namespace detail {

template <class A>
class ClaimBox final : public ClaimCore {
 public:
  ClaimBox(A claimed, Fn<Unit(A)> abandon) : value(std::move(claimed)), abandon_(std::move(abandon)) {}
  const A value;

 private:
  Rest abandon() override { return abandon_(value).rest(); }
  Fn<Unit(A)> abandon_;
};

}  // namespace detail

namespace core {

template <class A>
class Channel;

/// A value taken from a channel, tied to what is to be done with it if it is not settled. Bound to its fiber.
template <class A>
class Claim {
 public:
  static constexpr bool always_shared = true;  // nothing in it is writable, and it never crosses
  static constexpr const char* khora_name = "Claim";

  Claim() noexcept = default;
  Claim(const Claim& other) noexcept : box_(other.box_) {
    if (box_ != nullptr) box_->retain();
  }
  Claim(Claim&& other) noexcept : box_(std::exchange(other.box_, nullptr)) {}
  Claim& operator=(Claim other) noexcept {
    std::swap(box_, other.box_);
    return *this;
  }
  ~Claim() {
    if (box_ != nullptr) box_->release();
  }

  /// `claim->value`
  const khora::detail::ClaimBox<A>* operator->() const { return box_; }

  static void done(const Claim& self) { self.box_->settle(); }
  /// True when the claim is settled: the value is in `to`, or it was settled before.
  static bool give_back(const Claim& self, const Channel<A>& to) {
    if (self.box_->settled()) return true;
    if (!Channel<A>::offer(to, self.box_->value)) return false;
    self.box_->settle();
    return true;
  }

 private:
  friend class Channel<A>;
  explicit Claim(khora::detail::ClaimBox<A>* box) : box_(box) {}
  khora::detail::ClaimBox<A>* box_ = nullptr;
};

/// A bounded queue; each value goes to exactly one receiver.
template <class A>
class Channel {
 public:
  static constexpr bool always_shared = true;
  static constexpr const char* khora_name = "Channel";

  Channel() noexcept = default;
  static Channel bounded(Int capacity) { return Channel(capacity, khora::detail::WhenFull::wait); }
  static Channel dropping(Int capacity) { return Channel(capacity, khora::detail::WhenFull::refuse); }
  static Channel sliding(Int capacity) { return Channel(capacity, khora::detail::WhenFull::evict); }

  static Tagged<bool> send(const Channel& self, const A& value) {
    khora::detail::Slot<A> slot(share(value));
    switch (self.core_->send(slot.place())) {
      case khora::detail::ChannelCore::Sent::yes: return true;
      case khora::detail::ChannelCore::Sent::no: slot.drop(); return false;
      case khora::detail::ChannelCore::Sent::stopped: slot.drop(); return stopped;
    }
    unreachable();
  }
  static bool offer(const Channel& self, const A& value) {
    khora::detail::Slot<A> slot(share(value));
    if (self.core_->offer(slot.place())) return true;
    slot.drop();
    return false;
  }
  static Tagged<Option<A>> receive(const Channel& self) {
    khora::detail::Slot<A> slot;
    switch (self.core_->receive(slot.place())) {
      case khora::detail::ChannelCore::Received::value: return some(slot);
      case khora::detail::ChannelCore::Received::none: return none<A>();
      case khora::detail::ChannelCore::Received::stopped: return stopped;
    }
    unreachable();
  }
  static Option<A> poll(const Channel& self) {
    khora::detail::Slot<A> slot;
    if (self.core_->poll(slot.place())) return some(slot);
    return none<A>();
  }
  /// Between taking the value and the claim's existence there is no point of any kind.
  template <class F>
  static Tagged<Option<Claim<A>>> claim(const Channel& self, const F& abandon) {
    Fn<Unit(A)> kept(abandon);
    khora::detail::Slot<A> slot;
    switch (self.core_->receive(slot.place())) {
      case khora::detail::ChannelCore::Received::value:
        return Option<Claim<A>>(
            typename Option<Claim<A>>::Some{Claim<A>(new khora::detail::ClaimBox<A>(slot.take(), std::move(kept)))});
      case khora::detail::ChannelCore::Received::none: return none<Claim<A>>();
      case khora::detail::ChannelCore::Received::stopped: return stopped;
    }
    unreachable();
  }
  static void close(const Channel& self) { self.core_->close(); }
  static Int depth(const Channel& self) { return self.core_->depth(); }

  khora::detail::ChannelCore& core() const { return *core_; }

 private:
  Channel(Int capacity, khora::detail::WhenFull when_full)
      : core_(khora::detail::SharedBox<khora::detail::ChannelCore>::make(khora::detail::value_ops<A>, capacity.raw(), when_full)) {}
  static Option<A> some(khora::detail::Slot<A>& slot) { return typename Option<A>::Some{slot.take()}; }
  template <class B>
  static Option<B> none() {
    return typename Option<B>::None{};
  }
  khora::detail::SharedBox<khora::detail::ChannelCore> core_;
};

}  // namespace core
}  // namespace khora
