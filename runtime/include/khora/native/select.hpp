// `Arm` and `select`: receiving from the first of several channels.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "khora/detail/select_core.hpp"
#include "khora/fn.hpp"
#include "khora/native/channel.hpp"
#include "khora/native/list.hpp"
#include "khora/tagged.hpp"

namespace khora {

namespace detail {

/// A channel and what is to be done with what comes from it, without the type of that. One fiber has it.
template <class B>
class ArmBox {
 public:
  ArmBox() = default;
  ArmBox(const ArmBox&) = delete;
  ArmBox& operator=(const ArmBox&) = delete;
  virtual ~ArmBox() = default;
  virtual SelectArm core() = 0;
  /// Goes on with the value in the arm's place.
  virtual Tagged<B> with_value() = 0;
  virtual Tagged<B> when_closed() = 0;
};

template <class A, class B>
class ReceivingArm final : public ArmBox<B> {
 public:
  ReceivingArm(core::Channel<A> channel, Fn<B(core::Option<A>)> then) : channel_(std::move(channel)), then_(std::move(then)) {}
  SelectArm core() override { return {&channel_.core(), slot_.place(), static_cast<ArmBox<B>*>(this)}; }
  Tagged<B> with_value() override { return then_(typename core::Option<A>::Some{slot_.take()}); }
  Tagged<B> when_closed() override { return then_(typename core::Option<A>::None{}); }

 private:
  core::Channel<A> channel_;
  Fn<B(core::Option<A>)> then_;
  Slot<A> slot_;
};

}  // namespace detail

namespace core {

template <class B>
class Arm {
 public:
  static constexpr const char* khora_name = "Arm";

  Arm() noexcept = default;
  template <class A, class F>
  static Arm receive(const Channel<A>& channel, const F& then) {
    return Arm(khora::detail::SharedBox<Box>::make(new khora::detail::ReceivingArm<A, B>(channel, Fn<B(Option<A>)>(then))));
  }
  khora::detail::ArmBox<B>& box() const { return **box_; }

 private:
  using Box = std::unique_ptr<khora::detail::ArmBox<B>>;
  explicit Arm(khora::detail::SharedBox<Box> box) : box_(std::move(box)) {}
  khora::detail::SharedBox<Box> box_;
};

template <class B>
Tagged<B> select(const List<Arm<B>>& arms) {
  constexpr std::size_t few = 8;
  khora::detail::SelectArm in_place[few];
  std::vector<khora::detail::SelectArm> many;
  std::size_t count = 0;
  for (const Arm<B>& arm : arms) {
    if (count < few) {
      in_place[count] = arm.box().core();
    } else {
      if (count == few) many.assign(in_place, in_place + few);
      many.push_back(arm.box().core());
    }
    ++count;
  }
  const khora::detail::SelectArm* all = count <= few ? in_place : many.data();
  std::size_t which = 0;
  const khora::detail::Selected selected = khora::detail::select(all, count, which);
  if (selected == khora::detail::Selected::stopped) return stopped;
  auto& box = *static_cast<khora::detail::ArmBox<B>*>(all[which].context);
  return selected == khora::detail::Selected::value ? box.with_value() : box.when_closed();
}

}  // namespace core
}  // namespace khora
