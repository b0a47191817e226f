// The one waiting primitive: every wait of a fiber goes through the wait cell it owns.
#pragma once

#include <atomic>
#include <cstdint>

namespace khora::detail {

/// How far a stop of the waiting fiber has to reach to end its wait.
enum class Interest : std::uint8_t { canceled = 1, aborted = 2, never = 3 };

/// Why a wait ended.
enum class WakeReason : std::uint8_t { event = 0, stop = 1, deadline = 2 };

/// One word that says in which wait its fiber sleeps, or which one was its last, and who ended that.
///
/// A wait is `begin` (on the fiber), registration somewhere with the epoch, `commit` when the fiber has left its stack, and
/// `finish` after it is back. Any number of threads may call `try_wake` with the epoch; exactly one wins, so a wake that races
/// with going to sleep is never lost and one meant for an earlier wait does nothing. The winner resumes the fiber if it was
/// already asleep. A caller of `try_wake` must know that the fiber still exists, as the lock of the queue it is registered in
/// guarantees.
///
/// `begin` changes nothing that others see: a wait that has begun is the one after the last that has ended. Whoever asks a fiber to stop
/// that is not asleep leaves a mark, and `commit` fails then, so that the fiber looks at its level once more before it sleeps.
class WaitCell {
 public:
  using Epoch = std::uint64_t;
  enum class Wake {
    lost,    // another wake won, or the epoch is over
    early,   // won; the fiber had not gone to sleep and goes on by itself
    asleep,  // won; the caller must resume the fiber
  };

  /// Opens a wait. A stop that was asked for while the fiber was awake is seen by whoever reads the level after this.
  Epoch begin(Interest interest) {
    interest_ = interest;
    epoch_ = epoch_of(word_.load(std::memory_order_seq_cst)) + 1;
    return epoch_;
  }
  Wake try_wake(Epoch epoch, WakeReason reason) {
    std::uint64_t word = word_.load(std::memory_order_seq_cst);
    for (;;) {
      const bool asleep = is_asleep(word);
      if (epoch_of(word) != (asleep ? epoch : epoch - 1)) return Wake::lost;
      const std::uint64_t early = asleep ? 0 : early_bit | (word & look_bit);
      if (word_.compare_exchange_weak(word, pack(epoch, reason) | early, std::memory_order_seq_cst)) {
        return asleep ? Wake::asleep : Wake::early;
      }
    }
  }
  /// Marks the fiber as asleep. False if somebody woke it first, or if it has to look at its level; see `over`.
  bool commit() {
    std::uint64_t word = word_.load(std::memory_order_relaxed);
    const std::uint64_t asleep = pack(epoch_, WakeReason::event) | asleep_bit | static_cast<std::uint64_t>(interest_) << interest_shift;
    while (epoch_of(word) != epoch_ && (word & look_bit) == 0) {
      if (word_.compare_exchange_weak(word, asleep, std::memory_order_seq_cst)) return true;
    }
    return false;
  }
  /// On the fiber, after `begin`: whether somebody has ended the wait.
  bool over() const { return epoch_of(word_.load(std::memory_order_acquire)) == epoch_; }
  /// On the fiber, while its wait is not over and it is not asleep: takes the mark of those who ask it to stop away.
  void look() { word_.fetch_and(~look_bit, std::memory_order_seq_cst); }
  /// Why the wait that is over ended.
  WakeReason finish() const { return static_cast<WakeReason>((word_.load(std::memory_order_acquire) >> reason_shift) & 3); }
  /// After the wait: whoever woke the fiber did so while it was still awake, and may still be busy with what it waited for.
  bool woken_early() const { return (word_.load(std::memory_order_relaxed) & early_bit) != 0; }
  /// On the fiber: the wait that it has begun last.
  Epoch epoch() const { return epoch_; }
  Interest interest() const { return interest_; }
  /// For whoever has just raised the fiber's level: whether the fiber sleeps in a wait that a stop of this level ends; if so `epoch` is
  /// set. A fiber that is awake will look before it sleeps.
  bool stoppable(std::uint8_t level, Epoch& epoch) {
    std::uint64_t word = word_.load(std::memory_order_seq_cst);
    while (!is_asleep(word)) {
      if ((word & look_bit) != 0 || word_.compare_exchange_weak(word, word | look_bit, std::memory_order_seq_cst)) return false;
    }
    epoch = epoch_of(word);
    return level >= static_cast<std::uint8_t>(interest_of(word));
  }

  /// For backends that put a thread to sleep: the word whose change ends the sleep.
  std::atomic<std::uint64_t>& word() { return word_; }
  static bool is_asleep(std::uint64_t word) { return (word & asleep_bit) != 0; }

 private:
  static constexpr std::uint64_t asleep_bit = 1u << 0;
  static constexpr std::uint64_t look_bit = 1u << 1;
  static constexpr int interest_shift = 2;
  static constexpr int reason_shift = 4;
  static constexpr std::uint64_t early_bit = 1u << 6;
  static constexpr int epoch_shift = 7;
  static constexpr std::uint64_t pack(Epoch epoch, WakeReason reason) {
    return (epoch << epoch_shift) | (static_cast<std::uint64_t>(reason) << reason_shift);
  }
  static constexpr Interest interest_of(std::uint64_t word) { return static_cast<Interest>((word >> interest_shift) & 3); }
  static constexpr Epoch epoch_of(std::uint64_t word) { return word >> epoch_shift; }

  std::atomic<std::uint64_t> word_{0};
  // The fiber's, and read by whoever completes its leaving.
  Epoch epoch_ = 0;
  Interest interest_ = Interest::canceled;
};

}  // namespace khora::detail
