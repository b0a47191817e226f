#include <catch2/catch.hpp>

#include "everything.hpp"

using namespace khora_test;
using khora::Int;
using khora::Rest;
using khora::Tagged;
using khora::Unit;
using khora::core::Fiber;

TEST_CASE("[c001] joining a fiber gives its answer", "[fiber]") {
  repeat(200, [](int round) {
    const auto fiber = Fiber<Int>::spawn([round] { return Int(round); });
    auto answer = Fiber<Int>::join(fiber);
    REQUIRE(answer.answered());
    REQUIRE(answer.answer() == round);
    REQUIRE(Fiber<Int>::join(fiber).answer() == round);  // [c002]
  });
}
