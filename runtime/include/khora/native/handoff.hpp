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
    detail::check_handoff(value);
    detail::Slot<A> slot(std::move(value));
    switch (self.core_->send(slot.place())) {
      case detail::ChannelCore::Sent::yes: return true;
      case detail::ChannelCore::Sent::no: slot.drop(); return false;
      case detail::ChannelCore::Sent::stopped: slot.drop(); return stopped;
    }
    unreachable();
  }
  static Tagged<Option<A>> receive(const Handoff& self) {
    detail::Slot<A> slot;
    switch (self.core_->receive(slot.place())) {
      case detail::ChannelCore::Received::value:
        return Option<A>(typename Option<A>::Some{slot.take()});
      case detail::ChannelCore::Received::none: return Option<A>(typename Option<A>::None{});
      case detail::ChannelCore::Received::stopped: return stopped;
    }
    unreachable();
  }
  static void close(const Handoff& self) { self.core_->close(); }

 private:
  explicit Handoff(Int capacity)
      : core_(detail::SharedBox<detail::ChannelCore>::make(detail::value_ops<A>, capacity.raw(), detail::WhenFull::wait)) {}
  detail::SharedBox<detail::ChannelCore> core_;
};

}  // namespace khora::core
