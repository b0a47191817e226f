// Waiting for the first of several channels (concurrency.md 10), without the types of their values.
#pragma once

#include <cstddef>
#include <cstdint>

#include "khora/detail/channel_core.hpp"

namespace khora::detail {

/// A channel that a fiber waits for among others, and raw storage for a value from it.
struct SelectArm {
  ChannelCore* channel;
  void* place;
};

enum class Selected : std::uint8_t { value, closed, stopped };

/// Waits until one of the channels has a value, which is then in its arm's place and nowhere else, or is closed and empty. `which` says
/// which one. Of several that are ready each has the same chance. A stop that comes first leaves every channel as it was.
Selected select(const SelectArm* const* arms, std::size_t count, std::size_t& which);

}  // namespace khora::detail
