// Translated by khora2cpp from main.kh.
#include "context_of_a_yard.hpp"

#include <tuple>

#include "khora/core/print.hpp"
#include "khora/fn.hpp"
#include "khora/handler.hpp"
#include "khora/integer.hpp"
#include "khora/string.hpp"
#include "khora/text.hpp"

namespace context_of_a_yard {

using khora::Fn;
using khora::Int;
using khora::Rest;
using khora::String;

struct SawOps {
  Fn<Int(Int)> cut;

  static constexpr auto fields = std::tuple{&SawOps::cut};
};

class Saw : public khora::Handler<SawOps> {
 public:
  using khora::Handler<SawOps>::Handler;
};

struct NotesOps {
  Fn<Unit(String)> note;

  static constexpr auto fields = std::tuple{&NotesOps::note};
};

class Notes : public khora::Handler<NotesOps> {
 public:
  using khora::Handler<NotesOps>::Handler;
};

namespace {

Tagged<Saw> blunt(bool notes_kept, const Notes& notes) {
  if (khora::stop_at_entry()) return khora::stopped;  // entry
  if (notes_kept) {
    if (Rest rest = notes->note("the saw is blunt").rest()) return rest;
  }
  return Saw(SawOps{.cut = [](Int length) { return length - 2; }});
}

Notes printed() {
  return Notes(NotesOps{.note = [](const String& line) { khora::core::print(khora::text("note: ", line)); }});
}

Tagged<Int> planks(Int length, const Notes& notes, const Saw& saw) {
  if (khora::stop_at_entry()) return khora::stopped;  // entry
  if (Rest rest = notes->note(khora::text("cutting ", length)).rest()) return rest;
  Int cut_answer;
  if (Rest rest = saw->cut(length).to(cut_answer)) return rest;
  Int cut_answer_2;
  if (Rest rest = saw->cut(length).to(cut_answer_2)) return rest;
  return cut_answer + cut_answer_2;
}

}  // namespace

Tagged<Unit> main() {
  Int value;
  {
    const Notes notes = printed();
    Saw saw;
    if (Rest rest = blunt(true, notes).to(saw)) return rest;
    if (Rest rest = planks(10, notes, saw).to(value)) return rest;
  }
  khora::core::print(khora::text(value));
  const Saw sharp = Saw(SawOps{.cut = [](Int length) { return length; }});
  const Notes notes_2 = printed();
  Int planks_answer;
  if (Rest rest = planks(10, notes_2, sharp).to(planks_answer)) return rest;
  khora::core::print(khora::text(planks_answer));
  return khora::unit;
}

}  // namespace context_of_a_yard
