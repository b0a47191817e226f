// `Handoff`: a queue that gives values away (std-core.md 20.7, concurrency.md 12).
#pragma once

#include <utility>

#include "khora/core/option.hpp"
#include "khora/detail/channel_core.hpp"
#include "khora/detail/handoff_check.hpp"
#include "khora/detail/shared_box.hpp"
#include "khora/integer.hpp"
#include "khora/tagged.hpp"

namespace khora::core {

/// A bounded queue of values that are not `Share`: the sender gives up what it sends.
template <class A>
class Handoff {
 public:
  static constexpr bool always_shared = true;
  static constexpr const char* khora_name = "Handoff";

  Handoff() noexcept = default;
  static Handoff bounded(Int capacity) { return Handoff(capacity); }

  /// `value` is by value: a caller that still holds what it sends is found out.
  static Tagged<bool> send(const Handoff& self, A value) {
    khora::detail::check_handoff(value);
    khora::detail::Slot<A> slot(std::move(value));
    switch (self.core_->send(slot.place())) {
      case khora::detail::ChannelCore::Sent::yes: return true;
      case khora::detail::ChannelCore::Sent::no: slot.drop(); return false;
      case khora::detail::ChannelCore::Sent::stopped: slot.drop(); return stopped;
    }
    unreachable();
  }
  static Tagged<Option<A>> receive(const Handoff& self) {
    khora::detail::Slot<A> slot;
    switch (self.core_->receive(slot.place())) {
      case khora::detail::ChannelCore::Received::value:
        return Option<A>(typename Option<A>::Some{slot.take()});
      case khora::detail::ChannelCore::Received::none: return Option<A>(typename Option<A>::None{});
      case khora::detail::ChannelCore::Received::stopped: return stopped;
    }
    unreachable();
  }
  static void close(const Handoff& self) { self.core_->close(); }

 private:
  explicit Handoff(Int capacity)
      : core_(khora::detail::SharedBox<khora::detail::ChannelCore>::make(khora::detail::value_ops<A>, capacity.raw(), khora::detail::WhenFull::wait)) {}
  khora::detail::SharedBox<khora::detail::ChannelCore> core_;
};

}  // namespace khora::core
