#include "khora/detail/select_core.hpp"

#include <mutex>
#include <optional>
#include <vector>

#include "backend/backend.hpp"
#include "backend/settings.hpp"
#include "park/steps.hpp"

namespace khora::detail {

/// One select of the current fiber.
class Selection {
 public:
  Selection(const SelectArm* const* arms, std::size_t count) : arms_(arms), count_(count), self_(current_fiber()), first_(chance()) {}

  Selected run(std::size_t& which) {
    for (std::size_t i = 0; i < count_; ++i) {
      which = nth(i);
      Woken woken;
      std::unique_lock lock(channel(which).mutex_);
      if (const auto ready = take(which, woken)) {
        lock.unlock();
        woken.resume();
        return *ready;
      }
    }
    return wait(which);
  }

 private:
  ChannelCore& channel(std::size_t at) const { return *arms_[at]->channel; }
  std::size_t nth(std::size_t i) const { return first_ + i < count_ ? first_ + i : first_ + i - count_; }

  /// Where to look first: an arm that stays ready must not keep the others from their turn.
  std::size_t chance() const {
    if (count_ < 2) return 0;
    if (settings().backend == BackendKind::simulated) return backend().choose(count_);
    std::uint32_t& state = self_.chances;  // xorshift
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return static_cast<std::size_t>((static_cast<std::uint64_t>(state) * count_) >> 32);
  }

  /// Takes what there is. With the channel's lock held.
  std::optional<Selected> take(std::size_t at, Woken& woken) const {
    if (channel(at).take(arms_[at]->place, woken)) {
      reached(Step::taken);
      return Selected::value;
    }
    if (channel(at).closed_) return Selected::closed;
    return std::nullopt;
  }

  Selected wait(std::size_t& which) {
    const Interest interest = self_.interest(/*answers_when_pinned=*/true);
    WaitCell& cell = self_.wait_cell();
    const WaitCell::Epoch epoch = cell.begin(interest);
    if (self_.reaches(interest)) return give_up(which);
    std::vector<WaitNode> nodes(count_, WaitNode(self_));  // a place in each queue
    std::optional<Selected> found;
    bool awake = false;
    std::size_t queued = 0;
    for (; queued < count_ && !awake; ++queued) {
      const std::size_t at = nth(queued);
      ChannelCore& channel = this->channel(at);
      Woken woken;
      {
        const std::scoped_lock lock(channel.mutex_);
        if (channel.count_ > 0 || channel.closed_) {
          // Ready since it was looked at. Whoever ends this wait is the one that may hand something over: this, or a channel before it.
          awake = true;
          if (cell.try_wake(epoch, WakeReason::event) != WaitCell::Wake::lost) {
            found = take(at, woken);
            which = at;
          }
        } else {
          nodes[at].epoch = epoch;
          nodes[at].slot = arms_[at]->place;
          channel.receivers_.push(nodes[at]);
        }
      }
      woken.resume();
    }
    const WakeReason reason = awake ? cell.finish() : self_.park();
    for (std::size_t i = 0; i < queued; ++i) {
      const std::size_t at = nth(i);
      WaitNode& node = nodes[at];
      // Under the lock, in which whoever woke this fiber may still be busy.
      const std::scoped_lock lock(channel(at).mutex_);
      channel(at).receivers_.remove(node);
      if (!node.granted && !node.closed) continue;
      found = node.granted ? Selected::value : Selected::closed;
      which = at;
    }
    if (found == Selected::value) reached(Step::taken);
    if (found) return *found;
    return reason == WakeReason::stop ? give_up(which) : wait(which);
  }

  Selected give_up(std::size_t& which) const {
    if (self_.pinned() && count_ > 0) {
      which = first_;
      return Selected::closed;
    }
    self_.act_on_stop();
    return Selected::stopped;
  }

  const SelectArm* const* const arms_;
  const std::size_t count_;
  FiberState& self_;
  const std::size_t first_;
};

Selected select(const SelectArm* const* arms, std::size_t count, std::size_t& which) { return Selection(arms, count).run(which); }

}  // namespace khora::detail
