// The one waiting primitive: every wait of a fiber goes through the wait cell it owns.
#pragma once

#include <atomic>
#include <cstdint>

namespace khora::detail {

/// How far a stop of the waiting fiber has to reach to end its wait.
enum class Interest : std::uint8_t { canceled = 1, aborted = 2, never = 3 };

/// Why a wait ended.
enum class WakeReason : std::uint8_t { event = 0, stop = 1, deadline = 2 };

/// One word that says whether its fiber waits, in which wait, and who ended it.
///
/// A wait is `begin` (on the fiber), registration somewhere with the epoch, `commit` when the fiber has left its stack, and
/// `finish` after it is back. Any number of threads may call `try_wake` with the epoch; exactly one wins, so a wake that races
/// with going to sleep is never lost and one meant for an earlier wait does nothing. The winner resumes the fiber if it was
/// already asleep. A caller of `try_wake` must know that the fiber still exists, as the lock of the queue it is registered in
/// guarantees.
class WaitCell {
 public:
  using Epoch = std::uint64_t;
  enum class Wake {
    lost,    // another wake won, or the epoch is over
    early,   // won; the fiber had not gone to sleep and goes on by itself
    asleep,  // won; the caller must resume the fiber
  };

  /// Opens a wait. Sequentially consistent with the reader of `stoppable`, so that either the fiber sees a stop that was just
  /// asked for or the asker sees this wait.
  Epoch begin(Interest interest) {
    const Epoch epoch = epoch_of(word_.load(std::memory_order_relaxed)) + 1;
    word_.store(pack(epoch, interest, WakeReason::event, Phase::armed), std::memory_order_seq_cst);
    return epoch;
  }
  Wake try_wake(Epoch epoch, WakeReason reason) {
    std::uint64_t word = word_.load(std::memory_order_seq_cst);
    for (;;) {
      const Phase phase = phase_of(word);
      if (epoch_of(word) != epoch || (phase != Phase::armed && phase != Phase::asleep)) return Wake::lost;
      const std::uint64_t early = phase == Phase::armed ? early_bit : 0;
      if (word_.compare_exchange_weak(word, pack(epoch, interest_of(word), reason, Phase::woken) | early,
                                      std::memory_order_seq_cst)) {
        return phase == Phase::asleep ? Wake::asleep : Wake::early;
      }
    }
  }
  /// Marks the fiber as asleep. False if somebody woke it first; it must then go on.
  bool commit() {
    std::uint64_t word = word_.load(std::memory_order_relaxed);
    if (phase_of(word) != Phase::armed) return false;
    return word_.compare_exchange_strong(word, (word & ~phase_mask) | bits(Phase::asleep), std::memory_order_seq_cst);
  }
  /// Ends the wait, on the fiber. The reason is meaningful only if somebody woke it.
  WakeReason finish() {
    const std::uint64_t word = word_.load(std::memory_order_acquire);
    word_.store((word & ~phase_mask) | bits(Phase::idle), std::memory_order_relaxed);
    return static_cast<WakeReason>((word >> reason_shift) & 3);
  }
  /// After `finish`: whoever woke the fiber did so while it was still awake, and may still be busy with what it waited for.
  bool woken_early() const { return (word_.load(std::memory_order_relaxed) & early_bit) != 0; }
  bool woken() const { return phase_of(word_.load(std::memory_order_acquire)) == Phase::woken; }
  Epoch epoch() const { return epoch_of(word_.load(std::memory_order_relaxed)); }
  /// Whether the fiber is in a wait that a stop of this level ends; if so `epoch` is set.
  bool stoppable(std::uint8_t level, Epoch& epoch) const {
    const std::uint64_t word = word_.load(std::memory_order_seq_cst);
    const Phase phase = phase_of(word);
    epoch = epoch_of(word);
    return (phase == Phase::armed || phase == Phase::asleep) && level >= static_cast<std::uint8_t>(interest_of(word));
  }

  /// For backends that put a thread to sleep: the word whose change ends the sleep.
  std::atomic<std::uint64_t>& word() { return word_; }
  static bool is_asleep(std::uint64_t word) { return phase_of(word) == Phase::asleep; }

 private:
  enum class Phase : std::uint8_t { idle, armed, asleep, woken };
  static constexpr std::uint64_t phase_mask = 3;
  static constexpr int interest_shift = 2;
  static constexpr int reason_shift = 4;
  static constexpr std::uint64_t early_bit = 1u << 6;
  static constexpr int epoch_shift = 7;
  static constexpr std::uint64_t bits(Phase phase) { return static_cast<std::uint64_t>(phase); }
  static constexpr std::uint64_t pack(Epoch epoch, Interest interest, WakeReason reason, Phase phase) {
    return (epoch << epoch_shift) | (static_cast<std::uint64_t>(reason) << reason_shift) |
           (static_cast<std::uint64_t>(interest) << interest_shift) | bits(phase);
  }
  static constexpr Phase phase_of(std::uint64_t word) { return static_cast<Phase>(word & phase_mask); }
  static constexpr Interest interest_of(std::uint64_t word) { return static_cast<Interest>((word >> interest_shift) & 3); }
  static constexpr Epoch epoch_of(std::uint64_t word) { return word >> epoch_shift; }

  std::atomic<std::uint64_t> word_{0};
};

}  // namespace khora::detail
