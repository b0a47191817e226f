// Numbers that every thread changes often and hardly anybody reads.
#pragma once

#include <cstdint>

namespace khora::detail {

enum class Tallied : std::uint8_t { objects, errors, fibers_started, fibers_ended };

/// Adds to a number. Costs no contended operation: each thread has its own part of every number.
void tally(Tallied what, std::int64_t change) noexcept;

/// The sum over all threads. Exact while nobody changes it; what happened before a change that is seen is seen as well.
std::int64_t tallied(Tallied what) noexcept;

}  // namespace khora::detail
