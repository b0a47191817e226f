// Sleeping on a word until it changes.
#pragma once

#include <atomic>
#include <cstdint>

#include "khora/detail/fiber_state.hpp"

namespace khora::detail {

/// Sleeps while the low half of `word` is that of `value`, until woken or until `deadline`. May return early for no reason.
void futex_wait(std::atomic<std::uint64_t>& word, std::uint64_t value, Time deadline = no_deadline);
/// Wakes one thread or all that sleep on `word`. The word itself is not read and may be gone.
void futex_wake(std::atomic<std::uint64_t>& word, int count = 1);

}  // namespace khora::detail
