// A fiber's stack and where it was left.
#pragma once

#include "context/context.hpp"

namespace khora::detail {

/// What a fiber has while it has a stack: it lies at the top of that stack.
struct Coroutine {
  Context context;
  Stack stack;
  /// How much of the top of a stack it takes.
  static const std::size_t room;
};
inline constexpr std::size_t Coroutine::room = (sizeof(Coroutine) + 63) / 64 * 64;

}  // namespace khora::detail
