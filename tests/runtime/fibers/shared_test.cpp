// Shared cells: concurrency.md 13.
#include "everything.hpp"

using namespace khora_test;
using Cell = Shared<Int>;
using Ints = Channel<Int>;

namespace {
/// Holds the cell until `gate` gets a value or is closed, then adds 100.
auto holding(const Cell& cell, const Ints& gate, std::atomic<bool>& held) {
  return [cell, gate, &held]() -> Tagged<Unit> {
    return Cell::update(cell, [gate, &held](Int n) -> Tagged<Int> {
             held = true;
             if (const Rest rest = Ints::receive(gate).rest()) return rest;
             return n + 100;
           })
        .rest();
  };
}
}  // namespace

TEST_CASE("[c172] [c173] [c174] updates are atomic", "[shared]") {
  repeat(5, [](int) {
    const auto cell = Cell::of(0);
    std::vector<Fiber<Unit>> fibers;
    const int count = on_scheduler() ? 1000 : 200;
    for (int i = 0; i < count; ++i) {
      fibers.push_back(Fiber<Unit>::spawn([cell] { return Cell::update(cell, [](Int n) { return n + 1; }).rest(); }));
    }
    for (const auto& fiber : fibers) REQUIRE(Fiber<Unit>::join(fiber).answered());
    REQUIRE(Cell::get(cell) == count);
    REQUIRE(Cell::update(cell, [](Int n) { return n * 2; }).answer() == 2 * count);
    REQUIRE(Cell::modify<Int>(cell, [](Int n) { return Changed<Int, Int>{n + 1, n}; }).answer() == 2 * count);
    REQUIRE(Cell::get(cell) == 2 * count + 1);
  });
}

TEST_CASE("[c177] [c178] other cells and other fibers", "[shared]") {
  repeat(50, [](int) {
    const auto a = Cell::of(1);
    const auto b = Cell::of(2);
    const auto gate = Ints::bounded(1);
    std::atomic<bool> held{false};
    const auto holder = Fiber<Unit>::spawn(holding(a, gate, held));
    until(held);
    const auto reader = Fiber<Int>::spawn([a] { return Cell::get(a); });
    until_waiting(reader);
    REQUIRE(Ints::send(gate, 1).answer());
    REQUIRE(Fiber<Int>::join(reader).answer() == 101);
    REQUIRE(Cell::update(a, [b](Int n) -> Tagged<Int> {
              Int other;
              if (const Rest rest = Cell::update(b, [](Int m) { return m + 1; }).to(other)) return rest;
              return n + other;
            }).answer() == 104);
  });
}

TEST_CASE("[c179] [c186] a loop in a change function runs to its end", "[shared]") {
  repeat(50, [](int round) {
    const auto cell = Cell::of(0);
    std::atomic<bool> inside{false};
    std::atomic<bool> asked{false};
    std::atomic<bool> after{false};
    const auto fiber = Fiber<Unit>::spawn([&, cell]() -> Tagged<Unit> {
      if (const Rest rest = Cell::update(cell, [&](Int n) -> Tagged<Int> {
                              if (khora::stop_at_entry()) return stopped;
                              inside = true;
                              while (!asked) {
                                let_others_run();
                                if (khora::stop_pending()) return stopped;
                              }
                              for (int i = 0; i < 10; ++i) {
                                n = n + 1;
                                if (khora::stop_pending()) return stopped;
                              }
                              return n;
                            }).rest()) {
        return rest;
      }
      after = true;
      return unit;
    });
    until(inside);
    round % 2 == 0 ? Fiber<Unit>::cancel(fiber) : Fiber<Unit>::abort(fiber);
    asked = true;
    REQUIRE(Fiber<Unit>::wait(fiber).answered());
    REQUIRE(Fiber<Unit>::canceled(fiber));
    REQUIRE(!after);
    REQUIRE(Cell::get(cell) == 10);
  });
}

TEST_CASE("[c180] a receive in a change function answers None at once", "[shared]") {
  repeat(50, [](int round) {
    const auto cell = Cell::of(0);
    const auto empty = Ints::bounded(1);
    std::atomic<bool> inside{false};
    const auto fiber = Fiber<Unit>::spawn([&, cell, empty]() -> Tagged<Unit> {
      return Cell::update(cell, [&, empty](Int) -> Tagged<Int> {
               inside = true;
               Option<Int> got;
               if (const Rest rest = Ints::receive(empty).to(got)) return rest;
               return got.is<Option<Int>::None>() ? 5 : 6;
             })
          .rest();
    });
    if (round % 2 == 0) {
      until(inside);
      until_waiting(fiber);
    }
    Fiber<Unit>::cancel(fiber);
    REQUIRE(Fiber<Unit>::wait(fiber).answered());
    REQUIRE(Fiber<Unit>::canceled(fiber));
    REQUIRE(Cell::get(cell) == 5);
  });
}

TEST_CASE("[c181] [c183] a join in a change function leaves the cell unchanged", "[shared]") {
  repeat(50, [](int) {
    const auto cell = Cell::of(1);
    const auto child = Fiber<Unit>::spawn([] { return endless(); });
    std::atomic<bool> inside{false};
    const auto fiber = Fiber<Unit>::spawn([&, cell, child]() -> Tagged<Unit> {
      return Cell::update(cell, [&, child](Int n) -> Tagged<Int> {
               inside = true;
               if (const Rest rest = Fiber<Unit>::join(child).rest()) return rest;
               return n + 1;
             })
          .rest();
    });
    until(inside);
    until_waiting(fiber);
    Fiber<Unit>::cancel(fiber);
    REQUIRE(Fiber<Unit>::wait(fiber).answered());
    REQUIRE(Fiber<Unit>::canceled(fiber));
    REQUIRE(Cell::update(cell, [](Int n) { return n + 10; }).answer() == 11);
    Fiber<Unit>::cancel(child);
    // A child that somebody else stopped, under no stop of one's own. [c182]
    REQUIRE(Cell::update(cell, [&](Int n) -> Tagged<Int> {
              if (const Rest rest = Fiber<Unit>::join(child).rest()) return rest;
              return n + 1;
            }).rest().stopped());
    REQUIRE(Cell::get(cell) == 11);
  });
}

TEST_CASE("[c184] [c185] a join in a change function in cleanup waits, unless aborted", "[shared]") {
  repeat(30, [](int round) {
    const bool aborts = round % 2 == 1;
    const auto cell = Cell::of(1);
    const auto gate = Ints::bounded(1);
    const auto child = Fiber<Unit>::spawn([gate] { return Ints::receive(gate).rest(); });
    std::atomic<bool> running{false};
    std::atomic<bool> inside{false};
    const auto fiber = Fiber<Unit>::spawn([&, cell, child]() -> Tagged<Unit> {
      const Region region = Region::open();
      Region::defer(region, [&, cell, child]() -> Tagged<Unit> {
        return Cell::update(cell, [&, child](Int n) -> Tagged<Int> {
                 inside = true;
                 if (const Rest rest = Fiber<Unit>::join(child).rest()) return rest;
                 return n + 1;
               })
            .rest();
      });
      running = true;
      return endless();
    });
    until(running);
    Fiber<Unit>::cancel(fiber);
    until(inside);
    until_waiting(fiber);
    if (aborts) {
      Fiber<Unit>::abort(fiber);
    } else {
      REQUIRE(Ints::send(gate, 1).answer());
    }
    REQUIRE(Fiber<Unit>::wait(fiber).answered());
    REQUIRE(Cell::get(cell) == (aborts ? 1 : 2));
    Ints::close(gate);
  });
}

TEST_CASE("[c187] [c188] waiting for a held cell", "[shared]") {
  repeat(50, [](int) {
    const auto cell = Cell::of(1);
    const auto gate = Ints::bounded(1);
    std::atomic<bool> held{false};
    std::atomic<bool> called{false};
    const auto holder = Fiber<Unit>::spawn(holding(cell, gate, held));
    until(held);
    const auto updater = Fiber<Unit>::spawn([&, cell] {
      return Cell::update(cell, [&](Int n) {
               called = true;
               return n;
             }).rest();
    });
    const auto reader = Fiber<Int>::spawn([cell] { return Cell::get(cell); });
    until_waiting(updater);
    until_waiting(reader);
    Fiber<Unit>::cancel(updater);
    Fiber<Int>::cancel(reader);
    REQUIRE(Fiber<Unit>::wait(updater).answered());
    REQUIRE(Fiber<Unit>::canceled(updater));
    REQUIRE(!called);
    REQUIRE(!Fiber<Int>::finished(reader));
    REQUIRE(Ints::send(gate, 1).answer());
    REQUIRE(Fiber<Int>::join(reader).answer() == 101);
  });
}
