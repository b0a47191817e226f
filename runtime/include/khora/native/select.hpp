// `Arm` and `select`: receiving from the first of several channels.
#pragma once

#include <cstddef>
#include <new>
#include <utility>
#include <vector>

#include "khora/count.hpp"
#include "khora/detail/select_core.hpp"
#include "khora/fn.hpp"
#include "khora/memory.hpp"
#include "khora/native/channel.hpp"
#include "khora/native/list.hpp"
#include "khora/release.hpp"
#include "khora/tagged.hpp"

namespace khora {

namespace detail {

/// The part of an arm that is counted, always atomically.
struct CountedArm {
  Header header{0, -1};
};

/// A channel and what is to be done with what comes from it, without the type of that. One fiber has it.
template <class B>
struct ArmBox : CountedArm, SelectArm {
  /// Goes on with the value in the arm's place, or without one.
  using GoOn = Tagged<B> (*)(ArmBox& arm, Selected selected);
  ArmBox(ChannelCore* from, GoOn how, Destroy end) : SelectArm{from, nullptr}, go_on(how), destroy(end) {}
  const GoOn go_on;
  const Destroy destroy;
};

template <class A, class B>
struct ReceivingArm final : ArmBox<B> {
  ReceivingArm(const core::Channel<A>& from, Fn<B(core::Option<A>)> with)
      : ArmBox<B>(&from.core(), &ReceivingArm::call, &ReceivingArm::finish), kept(from), then(std::move(with)) {
    this->place = slot.place();
  }

  static Tagged<B> call(ArmBox<B>& box, Selected selected) {
    using Received = core::Option<A>;
    auto& arm = static_cast<ReceivingArm&>(box);
    if (selected == Selected::closed) return arm.then(typename Received::None{});
    return arm.then(typename Received::Some{arm.slot.take()});
  }
  static void finish(void* object) noexcept {
    auto* arm = static_cast<ReceivingArm*>(static_cast<CountedArm*>(object));
    arm->~ReceivingArm();
    deallocate(arm, sizeof(ReceivingArm));
  }

  const core::Channel<A> kept;
  const Fn<B(core::Option<A>)> then;
  Slot<A> slot;
};

}  // namespace detail

namespace core {

template <class B>
class Arm {
 public:
  static constexpr bool always_shared = true;  // it never crosses
  static constexpr const char* khora_name = "Arm";

  Arm() noexcept = default;
  template <class A, class F>
  static Arm receive(const Channel<A>& channel, const F& then) {
    using Box = khora::detail::ReceivingArm<A, B>;
    return Arm(new (khora::detail::allocate(sizeof(Box))) Box(channel, Fn<B(Option<A>)>(then)));
  }
  Arm(const Arm& other) noexcept : box_(other.box_) {
    if (box_ != nullptr) box_->header.count.retain();
  }
  Arm(Arm&& other) noexcept : box_(std::exchange(other.box_, nullptr)) {}
  Arm& operator=(Arm other) noexcept {
    std::swap(box_, other.box_);
    return *this;
  }
  ~Arm() {
    if (box_ != nullptr && box_->header.count.release()) {
      khora::detail::release_last(static_cast<khora::detail::CountedArm*>(box_), box_->destroy);
    }
  }

  khora::detail::ArmBox<B>* box() const { return box_; }

 private:
  explicit Arm(khora::detail::ArmBox<B>* box) : box_(box) {}
  khora::detail::ArmBox<B>* box_ = nullptr;
};

template <class B>
Tagged<B> select(const List<Arm<B>>& arms) {
  using khora::detail::Selected;
  // An arm's own memory is looked at when its turn comes.
  constexpr std::size_t few = 8;
  khora::detail::SelectArm* in_place[few];
  std::vector<khora::detail::SelectArm*> many;
  std::size_t count = 0;
  for (const Arm<B>& arm : arms) {
    if (count < few) {
      in_place[count] = arm.box();
    } else {
      if (count == few) many.assign(in_place, in_place + few);
      many.push_back(arm.box());
    }
    ++count;
  }
  khora::detail::SelectArm* const* const all = count <= few ? in_place : many.data();
  std::size_t which = 0;
  const Selected selected = khora::detail::select(all, count, which);
  if (selected == Selected::stopped) return stopped;
  auto& box = *static_cast<khora::detail::ArmBox<B>*>(all[which]);
  return box.go_on(box, selected);
}

}  // namespace core
}  // namespace khora
