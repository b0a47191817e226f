// Translated by khora2cpp from main.kh.
#include "main.hpp"

#include <tuple>
#include <utility>

#include "khora/core/fiber.hpp"
#include "khora/core/handoff.hpp"
#include "khora/core/option.hpp"
#include "khora/core/print.hpp"
#include "khora/core/string.hpp"
#include "khora/integer.hpp"
#include "khora/ref.hpp"
#include "khora/share.hpp"
#include "khora/string.hpp"
#include "khora/text.hpp"

namespace main_ {

using khora::Int;
using khora::Rest;
using khora::String;
using khora::core::Fiber;
using khora::core::Handoff;
using khora::core::Option;

struct LabelFields {
  String text;

  static constexpr auto fields = std::tuple{&LabelFields::text};
  static constexpr const char* khora_name = "Label";
  static constexpr bool writable = true;
};

class Label : public khora::Ref<LabelFields> {
 public:
  using khora::Ref<LabelFields>::Ref;
};

struct CrateFields {
  Int weight;
  Label label;

  static constexpr auto fields = std::tuple{&CrateFields::weight, &CrateFields::label};
  static constexpr const char* khora_name = "Crate";
  static constexpr bool writable = true;
};

class Crate : public khora::Ref<CrateFields> {
 public:
  using khora::Ref<CrateFields>::Ref;
};

namespace {

Crate labelled(Int weight) {
  Label label(LabelFields{"crate"});
  return Crate(CrateFields{.weight = weight, .label = std::move(label)});
}

/// Its caller gives the crate up, and so does this function: nobody holds it when it is sent.
Tagged<bool> ship(const Handoff<Crate>& dock, Crate crate) {
  crate->weight = crate->weight + 1;
  return Handoff<Crate>::send(dock, std::move(crate));
}

Tagged<bool> through_two(const Handoff<Crate>& dock, Crate crate) {
  return ship(dock, std::move(crate));
}

Int length(const Label& label) {
  const String text = label->text;
  return String::byte_length(text);
}

/// `label` is the crate's own. It is let go of before the crate is sent.
Tagged<bool> check_and_ship(const Handoff<Crate>& dock, Crate crate) {
  Label label = crate->label;
  Int letters = length(label);
  if (letters > 3) {
    label->text = "long";
    letters = 4;
  }
  khora::let_go(label);
  if (letters == 4) return ship(dock, std::move(crate));
  return false;
}

Tagged<Int> weigh(const Handoff<Crate>& dock, Int times) {
  Int sum = 0;
  Int left = times;
  while (left > 0) {
    Int value;
    Option<Crate> receive_answer;
    if (Rest rest = Handoff<Crate>::receive(dock).to(receive_answer)) return rest;
    switch (receive_answer.which()) {
      case Option<Crate>::Case::Some: {
        const Crate& crate = receive_answer.as<Option<Crate>::Some>().value;
        const String text = crate->label->text;
        value = crate->weight + String::byte_length(text);
        break;
      }
      case Option<Crate>::Case::None:
        value = 0;
        break;
    }
    sum = sum + value;
    left = left - 1;
    if (khora::stop_pending()) return khora::stopped;  // loop
  }
  return sum;
}

}  // namespace

Tagged<Unit> main() {
  if (khora::stop_at_entry()) return khora::stopped;  // entry
  const Handoff<Crate> dock = Handoff<Crate>::bounded(1);
  const Fiber<Int> weigher =
      Fiber<Int>::spawn([dock = khora::share(dock)]() -> Tagged<Int> { return weigh(dock, 4); });
  Crate first = labelled(10);
  if (Rest rest = ship(dock, std::move(first)).rest()) return rest;
  if (Rest rest = through_two(dock, labelled(20)).rest()) return rest;
  Crate third = labelled(30);
  khora::core::print(khora::text(third->weight));
  if (Rest rest = check_and_ship(dock, std::move(third)).rest()) return rest;
  Crate fourth = labelled(40);
  Label label = fourth->label;
  label->text = "x";
  const String text = label->text;
  const Int byte_length_answer = String::byte_length(text);
  if (byte_length_answer == 1) {
    khora::let_go(label);
    if (Rest rest = ship(dock, std::move(fourth)).rest()) return rest;
  } else {
    const String text_2 = label->text;
    khora::core::print(text_2);
  }
  Int join_answer;
  if (Rest rest = Fiber<Int>::join(weigher).to(join_answer)) return rest;
  khora::core::print(khora::text(join_answer));
  return khora::unit;
}

}  // namespace main_
