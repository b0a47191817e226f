// Handing values over: concurrency.md 12.
#include "everything.hpp"
#include "khora/native/handoff.hpp"
#include "khora/program.hpp"
#include "process_runner.hpp"

using namespace khora_test;
using khora::core::Handoff;

namespace {

/// A record with a writable field, which holds a shareable part.
struct TankFields {
  Int liters;
  Note label;
  static constexpr auto fields = std::tuple{&TankFields::liters, &TankFields::label};
  static constexpr bool writable = true;
  static constexpr const char* khora_name = "Tank";
};
class Tank : public khora::Ref<TankFields> {
 public:
  Tank() = default;
  Tank(int liters, Note label) : khora::Ref<TankFields>(TankFields{liters, std::move(label)}) {}
};
/// A record without writable fields that leads to one.
struct CrateFields {
  Tank tank;
  static constexpr auto fields = std::tuple{&CrateFields::tank};
  static constexpr const char* khora_name = "Crate";
};
class Crate : public khora::Ref<CrateFields> {
 public:
  Crate() = default;
  explicit Crate(Tank tank) : khora::Ref<CrateFields>(CrateFields{std::move(tank)}) {}
};
using Tanks = Handoff<Tank>;

const Program keeps_root("keeps_root", [](int argc, char** argv) {
  return khora::run_main(argc, argv, [] {
    const auto queue = Tanks::bounded(1);
    const Tank tank(3, Note(1));
    static_cast<void>(Tanks::send(queue, tank));
  }, true);
});
const Program keeps_part("keeps_part", [](int argc, char** argv) {
  return khora::run_main(argc, argv, [] {
    const auto queue = Handoff<Crate>::bounded(1);
    const Tank kept(3, Note(1));
    static_cast<void>(Handoff<Crate>::send(queue, Crate(kept)));
  }, true);
});
const Program keeps_holder("keeps_holder", [](int argc, char** argv) {
  return khora::run_main(argc, argv, [] {
    const auto queue = Handoff<Crate>::bounded(1);
    const Crate kept(Tank(3, Note(1)));
    static_cast<void>(Handoff<Crate>::send(queue, kept));
  }, true);
});

}  // namespace

TEST_CASE("[c205] a writable value that nobody else holds is handed over", "[handoff]") {
  repeat(100, [](int round) {
    const auto queue = Tanks::bounded(1);
    const Note label(round);  // a shareable part may be held elsewhere
    const auto receiver = Fiber<Int>::spawn([queue]() -> Tagged<Int> {
      Option<Tank> got;
      if (const Rest rest = Tanks::receive(queue).to(got)) return rest;
      const Tank tank = got.as<Option<Tank>::Some>().value;
      tank->liters = tank->liters + 1;
      return tank->liters + tank->label->number;
    });
    REQUIRE(Tanks::send(queue, Tank(10, label)).answer());
    const Note again = label;
    REQUIRE(Fiber<Int>::join(receiver).answer() == 11 + round);
    REQUIRE(again->number == round);
    Tanks::close(queue);
    REQUIRE(!Tanks::send(queue, Tank(1, label)).answer());
    REQUIRE(Tanks::receive(queue).answer().is<Option<Tank>::None>());
  });
}

TEST_CASE("[c206] a value that the sender still holds ends the program", "[handoff]") {
  const auto root = run_process("keeps_root");
  REQUIRE(root.status == 134);
  REQUIRE(root.err ==
          "khora: a `Tank` cannot be handed off while something else holds part of it: its `Tank` has 2 references, and 1 of "
          "them come from inside the value\n");
  const auto part = run_process("keeps_part");
  REQUIRE(part.status == 134);
  REQUIRE(part.err.find("a `Crate` cannot") != std::string::npos);
  REQUIRE(part.err.find("its `Tank` has 2 references") != std::string::npos);
  const auto holder = run_process("keeps_holder");
  REQUIRE(holder.status == 134);
  REQUIRE(holder.err.find("its `Crate` has 2 references") != std::string::npos);
}
