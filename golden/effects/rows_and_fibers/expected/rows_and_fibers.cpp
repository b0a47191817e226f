// Translated by khora2cpp from main.kh.
#include "rows_and_fibers.hpp"

#include <tuple>

#include "khora/core/fibers.hpp"
#include "khora/core/nursery.hpp"
#include "khora/core/print.hpp"
#include "khora/core/scope.hpp"
#include "khora/core/scoped.hpp"
#include "khora/fn.hpp"
#include "khora/fn_with.hpp"
#include "khora/handler.hpp"
#include "khora/integer.hpp"
#include "khora/row.hpp"
#include "khora/share.hpp"
#include "khora/text.hpp"

namespace rows_and_fibers {

using khora::Cap;
using khora::Fn;
using khora::FnWith;
using khora::Int;
using khora::Merged;
using khora::Rest;
using khora::Row;
using khora::core::Nursery;
using khora::core::Scope;

class Lamp;

namespace impl {

//   type Needs;
//   fn work(self) -> Int with Self::Needs;
template <class Self>
struct Works;

}  // namespace impl

template <class Self>
concept Works = requires { sizeof(impl::Works<Self>); };

template <>
struct impl::Works<Int> {
  using Needs = Row<Cap<"lamp", Lamp>>;
  static Tagged<Int> work(Int self, const Row<Cap<"lamp", Lamp>>& effects);
};

struct LampOps {
  Fn<Int(Int)> shine;

  static constexpr auto fields = std::tuple{&LampOps::shine};
};

class Lamp : public khora::Handler<LampOps> {
 public:
  using khora::Handler<LampOps>::Handler;
};

template <class Ef>
struct Task {
  FnWith<Int(), Ef> run;

  static constexpr auto fields = std::tuple{&Task::run};
};

namespace {

/// The child takes along what the work needs.
template <Works A>
Tagged<Int> in_a_child(const A& work, const typename impl::Works<A>::Needs& effects) {  // raises ChildFailed
  if (khora::stop_pending()) return khora::stopped;  // entry, !
  return khora::core::nursery<Int>([work, effects](const Nursery& nursery) -> Tagged<Int> {
    if (khora::stop_at_entry()) return khora::stopped;  // entry
    if (Rest rest = nursery->spawn(
        [work = khora::share(work), effects = khora::share(effects)]() -> Tagged<Unit> {
          if (Rest rest_2 = khora::tagged(impl::Works<A>::work(work, effects)).rest()) return rest_2;
          return khora::unit;
        }).rest()) {
      return rest;
    }
    return 3;
  });
}

template <class Ef>
Tagged<Int> in_a_scope(const Task<Merged<Row<Cap<"scope", Scope>>, Ef>>& task, const Ef& effects) {
  if (khora::stop_at_entry()) return khora::stopped;  // entry
  return khora::core::scoped<Int>([task, effects](const Scope& scope) -> Tagged<Int> {
    if (khora::stop_at_entry()) return khora::stopped;  // entry
    return khora::call_with(task.run, khora::merged(Row<Cap<"scope", Scope>>{scope}, effects));
  });
}

template <class Ef>
// raises ChildFailed
Tagged<Int> in_a_nursery(const Task<Merged<Row<Cap<"nursery", Nursery>>, Ef>>& task, const Ef& effects) {
  if (khora::stop_pending()) return khora::stopped;  // entry, !
  const FnWith<Int(), Merged<Row<Cap<"nursery", Nursery>>, Ef>> function = task.run;
  return khora::core::nursery<Int>([function, effects](const Nursery& nursery) {
    return khora::call_with(function, khora::merged(Row<Cap<"nursery", Nursery>>{nursery}, effects));
  });
}

}  // namespace

Tagged<Int> impl::Works<Int>::work(Int self, const Row<Cap<"lamp", Lamp>>& effects) {
  if (khora::stop_at_entry()) return khora::stopped;  // entry
  const Lamp& lamp = khora::the<"lamp">(effects);
  Int light;
  if (Rest rest = lamp->shine(self).to(light)) return rest;
  khora::core::print(khora::text("lit ", light));
  return light;
}

Tagged<Unit> main() {
  const Task<Row<Cap<"lamp", Lamp>, Cap<"scope", Scope>>> scoped_task{
      [](const Lamp& lamp, const Scope&) -> Tagged<Int> {
        if (khora::stop_at_entry()) return khora::stopped;  // entry
        return lamp->shine(4);
      }};
  const Task<Row<Cap<"lamp", Lamp>, Cap<"nursery", Nursery>>> spawning{
      [](const Lamp& lamp_2, const Nursery& nursery) -> Tagged<Int> {
        if (khora::stop_at_entry()) return khora::stopped;  // entry
        if (Rest rest = nursery->spawn([]() { khora::core::print("a child"); }).rest()) return rest;
        return lamp_2->shine(6);
      }};
  const Lamp lamp_3 = Lamp(LampOps{.shine = [](Int n) { return n * 2; }});
  Int in_a_child_answer;
  if (khora::stop_pending()) return khora::stopped;  // !
  auto in_a_child_outcome = in_a_child<Int>(5, {lamp_3});
  if (in_a_child_outcome.answered()) {
    in_a_child_answer = in_a_child_outcome.answer();
  } else if (in_a_child_outcome.rest().raised()) {
    in_a_child_outcome.rest().drop();
    in_a_child_answer = 0;
  } else {
    return in_a_child_outcome.rest();
  }
  khora::core::print(khora::text(in_a_child_answer));
  Int in_a_scope_answer;
  if (Rest rest = in_a_scope<Row<Cap<"lamp", Lamp>>>(scoped_task, {lamp_3}).to(in_a_scope_answer)) {
    return rest;
  }
  khora::core::print(khora::text(in_a_scope_answer));
  Int in_a_nursery_answer;
  if (khora::stop_pending()) return khora::stopped;  // !
  auto in_a_nursery_outcome = in_a_nursery<Row<Cap<"lamp", Lamp>>>(spawning, {lamp_3});
  if (in_a_nursery_outcome.answered()) {
    in_a_nursery_answer = in_a_nursery_outcome.answer();
  } else if (in_a_nursery_outcome.rest().raised()) {
    in_a_nursery_outcome.rest().drop();
    in_a_nursery_answer = 0;
  } else {
    return in_a_nursery_outcome.rest();
  }
  khora::core::print(khora::text(in_a_nursery_answer));
  return khora::unit;
}

}  // namespace rows_and_fibers
