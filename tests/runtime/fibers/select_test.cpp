// Waiting for the first of several channels.
#include <numeric>

#include "everything.hpp"
#include "khora/detail/select_core.hpp"

using namespace khora_test;
using khora::detail::Selected;
using Ints = Channel<Int>;

namespace {

struct Got {
  Selected how = Selected::stopped;
  std::size_t which = 0;
  std::int64_t value = 0;
};

Got select_from(const std::vector<Ints>& channels) {
  std::vector<khora::detail::Slot<Int>> slots(channels.size());
  std::vector<khora::detail::SelectArm> arms;
  for (std::size_t i = 0; i < channels.size(); ++i) arms.push_back({&channels[i].core(), slots[i].place()});
  std::vector<const khora::detail::SelectArm*> all;
  for (const khora::detail::SelectArm& arm : arms) all.push_back(&arm);
  Got got;
  got.how = khora::detail::select(all.data(), all.size(), got.which);
  if (got.how == Selected::value) got.value = slots[got.which].take().raw();
  return got;
}

std::vector<Ints> some_channels(int count, Int capacity = 4) {
  std::vector<Ints> channels;
  for (int i = 0; i < count; ++i) channels.push_back(Ints::bounded(capacity));
  return channels;
}

}  // namespace

TEST_CASE("a select takes one value from one channel", "[select]") {
  const auto channels = some_channels(3);
  REQUIRE(Ints::offer(channels[1], 7));
  REQUIRE(Ints::offer(channels[1], 8));
  const Got got = select_from(channels);
  REQUIRE(got.how == Selected::value);
  REQUIRE(got.which == 1);
  REQUIRE(got.value == 7);
  REQUIRE(Ints::depth(channels[1]) == 1);
}

TEST_CASE("closed channels are ready once they are drained", "[select]") {
  const auto channels = some_channels(2);
  REQUIRE(Ints::offer(channels[0], 5));
  Ints::close(channels[0]);
  REQUIRE(select_from(channels).value == 5);
  const Got got = select_from(channels);
  REQUIRE(got.how == Selected::closed);
  REQUIRE(got.which == 0);
}

TEST_CASE("no channel that stays ready is left behind", "[select]") {
  for (const int count : {2, 3, 8, 40}) {
    const auto channels = some_channels(count);
    std::vector<int> taken(channels.size(), 0);
    for (int round = 0; round < 200 * count; ++round) {
      for (const auto& channel : channels) Ints::offer(channel, round);
      ++taken[select_from(channels).which];
    }
    for (const int times : taken) REQUIRE(times > 100);
  }
}

TEST_CASE("a parked select is woken by any of its channels, and by a close", "[select]") {
  repeat(100, [](int round) {
    const auto channels = some_channels(3);
    Got got;
    const auto fiber = Fiber<Unit>::spawn([&]() -> Tagged<Unit> {
      got = select_from(channels);
      return unit;
    });
    if (round % 4 < 2) until_waiting(fiber);
    const Ints& chosen = channels[static_cast<std::size_t>(round % 3)];
    if (round % 2 == 0) {
      REQUIRE(Ints::send(chosen, round).answered());
    } else {
      Ints::close(chosen);
    }
    REQUIRE(Fiber<Unit>::join(fiber).answered());
    REQUIRE(got.which == static_cast<std::size_t>(round % 3));
    REQUIRE(got.how == (round % 2 == 0 ? Selected::value : Selected::closed));
    // Its places in the other queues are gone: a value that comes now stays.
    for (const auto& channel : channels) {
      if (Ints::offer(channel, 1)) REQUIRE(Ints::depth(channel) == 1);
    }
  });
}

TEST_CASE("the same channel may stand in two arms", "[select]") {
  repeat(50, [](int) {
    auto channels = some_channels(1);
    channels.push_back(channels[0]);
    const auto fiber = Fiber<Int>::spawn([&]() -> Tagged<Int> {
      const Got got = select_from(channels);
      return Int(got.value);
    });
    until_waiting(fiber);
    REQUIRE(Ints::send(channels[0], 3).answered());
    REQUIRE(Fiber<Int>::join(fiber).answer() == 3);
    REQUIRE(Ints::depth(channels[0]) == 0);
  });
}

TEST_CASE("a select that is stopped has taken nothing", "[select]") {
  repeat(300, [](int round) {
    const auto channels = some_channels(3);
    std::atomic<int> taken{0};
    std::atomic<bool> running{false};
    const auto fiber = Fiber<Unit>::spawn([&]() -> Tagged<Unit> {
      running = true;
      for (;;) {
        const Got got = select_from(channels);
        if (got.how == Selected::stopped) return stopped;
        taken.fetch_add(1);
      }
    });
    until(running);
    const auto sender = Fiber<Int>::spawn([&]() -> Tagged<Int> {
      Int sent = 0;
      for (int i = 0; i < 6; ++i) {
        if (Ints::offer(channels[static_cast<std::size_t>((i + round) % 3)], i)) sent = sent + 1;
      }
      return sent;
    });
    if (round % 2 == 0) let_others_run();
    Fiber<Unit>::cancel(fiber);
    REQUIRE(Fiber<Unit>::wait(fiber).answered());
    const Int sent = Fiber<Int>::join(sender).answer();
    Int left = 0;
    for (const auto& channel : channels) left = left + Ints::depth(channel);
    REQUIRE(Fiber<Unit>::canceled(fiber));
    REQUIRE(sent == left + Int(taken.load()));
  });
}

TEST_CASE("a select with a value at hand takes it although its fiber is canceled", "[select]") {
  repeat(20, [](int) {
    const auto channels = some_channels(2);
    REQUIRE(Ints::offer(channels[1], 9));
    std::atomic<bool> go{false};
    const auto fiber = Fiber<Int>::spawn([&]() -> Tagged<Int> {
      until(go);
      const Got got = select_from(channels);
      return Int(got.how == Selected::value ? got.value : -1);
    });
    Fiber<Int>::cancel(fiber);
    go = true;
    REQUIRE(Fiber<Int>::join(fiber).answer() == 9);
  });
}

TEST_CASE("many selects share many channels, and every value is received once", "[select]") {
  repeat(20, [](int) {
    constexpr int senders = 4;
    constexpr int each = 100;
    const auto channels = some_channels(3, 1);
    std::atomic<std::int64_t> sum{0};
    std::atomic<int> count{0};
    std::vector<Fiber<Unit>> fibers;
    for (int r = 0; r < 3; ++r) {
      fibers.push_back(Fiber<Unit>::spawn([&]() -> Tagged<Unit> {
        for (int closed = 0; closed < 1;) {
          const Got got = select_from(channels);
          if (got.how == Selected::stopped) return stopped;
          if (got.how == Selected::closed) {
            ++closed;
          } else {
            sum.fetch_add(got.value);
            count.fetch_add(1);
          }
        }
        return unit;
      }));
    }
    std::vector<Fiber<Unit>> sending;
    for (int s = 0; s < senders; ++s) {
      sending.push_back(Fiber<Unit>::spawn([&, s]() -> Tagged<Unit> {
        for (int i = 0; i < each; ++i) {
          if (const Rest rest = Ints::send(channels[static_cast<std::size_t>((s + i) % 3)], i).rest()) return rest;
        }
        return unit;
      }));
    }
    for (const auto& fiber : sending) REQUIRE(Fiber<Unit>::join(fiber).answered());
    while (count.load() < senders * each) let_others_run();
    for (const auto& channel : channels) Ints::close(channel);
    for (const auto& fiber : fibers) REQUIRE(Fiber<Unit>::join(fiber).answered());
    REQUIRE(sum == senders * (each * (each - 1) / 2));
  });
}
