// Translated by khora2cpp from main.kh.
#include "rows_of_types.hpp"

#include <tuple>

#include "khora/core/list.hpp"
#include "khora/core/print.hpp"
#include "khora/fn.hpp"
#include "khora/fn_with.hpp"
#include "khora/handler.hpp"
#include "khora/integer.hpp"
#include "khora/row.hpp"
#include "khora/string.hpp"
#include "khora/text.hpp"

namespace rows_of_types {

using khora::Cap;
using khora::Fn;
using khora::FnWith;
using khora::Int;
using khora::Merged;
using khora::Rest;
using khora::Row;
using khora::String;
using khora::core::List;

struct LampOps {
  Fn<Int(Int)> shine;

  static constexpr auto fields = std::tuple{&LampOps::shine};
};

class Lamp : public khora::Handler<LampOps> {
 public:
  using khora::Handler<LampOps>::Handler;
};

struct TideOps {
  Fn<Int()> height;

  static constexpr auto fields = std::tuple{&TideOps::height};
};

class Tide : public khora::Handler<TideOps> {
 public:
  using khora::Handler<TideOps>::Handler;
};

/// Work to be done later; what it needs is an argument of its type.
template <class Ef>
struct Task {
  String name;
  FnWith<Int(Int), Ef> run;

  static constexpr auto fields = std::tuple{&Task::name, &Task::run};
};

/// Work that needs the tide, whatever else it needs.
template <class Ef>
struct Watch {
  FnWith<Int(), Merged<Row<Cap<"tide", Tide>>, Ef>> run;

  static constexpr auto fields = std::tuple{&Watch::run};
};

namespace {

Tagged<Int> lit(Int n, const Lamp& lamp) {
  if (khora::stop_at_entry()) return khora::stopped;  // entry
  return lamp->shine(n);
}

/// Nothing is needed to make one.
Tagged<Task<Row<Cap<"lamp", Lamp>>>> lighting() {
  return Task<Row<Cap<"lamp", Lamp>>>{.name = "lighting", .run = lit};
}

/// Whoever calls this supplies what the task needs.
template <class Ef>
Tagged<Int> done(const Task<Ef>& task, const Ef& effects) {
  if (khora::stop_at_entry()) return khora::stopped;  // entry
  Int run_answer;
  if (Rest rest = khora::call_with(task.run, effects, 1).to(run_answer)) return rest;
  Int run_answer_2;
  if (Rest rest = khora::call_with(task.run, effects, 2).to(run_answer_2)) return rest;
  return run_answer + run_answer_2;
}

template <class Ef>
Tagged<Task<Ef>> doubled(const Task<Ef>& task) {
  return Task<Ef>{
      .name = khora::text("twice ", task.name),
      .run = khora::needing<Ef>([task](Int n, const Ef& effects) -> Tagged<Int> {
        if (khora::stop_at_entry()) return khora::stopped;  // entry
        Int run_answer;
        if (Rest rest = khora::call_with(task.run, effects, n).to(run_answer)) return rest;
        return 2 * run_answer;
      })};
}

template <class Ef, class Eg>
Tagged<Task<Merged<Ef, Eg>>> joined(const Task<Ef>& one, const Task<Eg>& other) {
  return Task<Merged<Ef, Eg>>{
      .name = khora::text(one.name, " and ", other.name),
      .run = khora::needing<Merged<Ef, Eg>>([one, other](Int n, const auto& effects) -> Tagged<Int> {
        if (khora::stop_at_entry()) return khora::stopped;  // entry
        Int run_answer;
        if (Rest rest = khora::call_with(one.run, Ef(effects), n).to(run_answer)) return rest;
        Int run_answer_2;
        if (Rest rest = khora::call_with(other.run, Eg(effects), n).to(run_answer_2)) return rest;
        return run_answer + run_answer_2;
      })};
}

/// The tide comes from here, the rest from the caller.
template <class Ef>
Tagged<Int> watched(const Watch<Ef>& watch, Int height, const Ef& effects) {
  if (khora::stop_at_entry()) return khora::stopped;  // entry
  const Tide tide = Tide(TideOps{.height = [height]() { return height; }});
  return khora::call_with(watch.run, khora::merged(Row<Cap<"tide", Tide>>{tide}, effects));
}

}  // namespace

Tagged<Unit> main() {
  if (khora::stop_at_entry()) return khora::stopped;  // entry
  Task<Row<Cap<"lamp", Lamp>>> task;
  if (Rest rest = lighting().to(task)) return rest;
  const Task<Row<>> idle{.name = "idle", .run = [](Int n) { return n; }};
  const Watch<Row<Cap<"lamp", Lamp>>> watch{[](const Lamp& lamp, const Tide& tide) -> Tagged<Int> {
    if (khora::stop_at_entry()) return khora::stopped;  // entry
    Int height_answer;
    if (Rest rest = tide->height().to(height_answer)) return rest;
    return lit(height_answer, lamp);
  }};
  Int done_answer;
  if (Rest rest = done(idle, {}).to(done_answer)) return rest;
  khora::core::print(khora::text(done_answer));
  const List<Int> list = List<Int>::of(10, 100);
  for (const Int strength : list) {
    {
      const Lamp lamp_2 = Lamp(LampOps{.shine = [strength](Int n_2) { return n_2 * strength; }});
      Task<Row<Cap<"lamp", Lamp>>> doubled_answer;
      if (Rest rest = doubled(task).to(doubled_answer)) return rest;
      Task<Row<Cap<"lamp", Lamp>>> both;
      if (Rest rest = joined(doubled_answer, idle).to(both)) return rest;
      Int done_answer_2;
      if (Rest rest = done(both, {lamp_2}).to(done_answer_2)) return rest;
      Int run_answer;
      if (Rest rest = task.run(3, lamp_2).to(run_answer)) return rest;
      Int watched_answer;
      if (Rest rest = watched(watch, 7, {lamp_2}).to(watched_answer)) return rest;
      khora::core::print(
          khora::text(both.name, ": ", done_answer_2, ", alone ", run_answer, ", watched ", watched_answer));
    }
    if (khora::stop_pending()) return khora::stopped;  // loop
  }
  return khora::unit;
}

}  // namespace rows_of_types
