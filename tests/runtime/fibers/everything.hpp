// What the tests of fibers share.
#pragma once

#include <atomic>
#include <catch2/catch.hpp>

#include "khora/detail/fiber_handle.hpp"
#include "khora/memory.hpp"
#include "khora/native/channel.hpp"
#include "khora/native/fiber.hpp"
#include "khora/native/fibers.hpp"
#include "khora/native/region.hpp"
#include "khora/native/scoped.hpp"
#include "khora/native/shared.hpp"
#include "khora/native/shared_fn.hpp"

namespace khora_test {

/// Runs `body` many times and requires that nothing is left of it: no object, no error, no stop in the attention word.
template <class Body>
void repeat(int times, const Body& body) {
  const auto objects = khora::detail::live_objects();
  const auto errors = khora::detail::live_errors();
  for (int round = 0; round < times; ++round) body(round);
  REQUIRE(khora::detail::live_objects() == objects);
  REQUIRE(khora::detail::live_errors() == errors);
  REQUIRE((khora::detail::attention.load() & ~1u) == 0);
}

}  // namespace khora_test
