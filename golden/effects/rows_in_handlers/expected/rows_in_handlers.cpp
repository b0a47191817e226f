// Translated by khora2cpp from main.kh.
#include "rows_in_handlers.hpp"

#include <tuple>

#include "khora/core/fibers.hpp"
#include "khora/core/nursery.hpp"
#include "khora/core/print.hpp"
#include "khora/core/shared.hpp"
#include "khora/core/shared_fn.hpp"
#include "khora/fn.hpp"
#include "khora/fn_with.hpp"
#include "khora/handler.hpp"
#include "khora/holds.hpp"
#include "khora/integer.hpp"
#include "khora/row.hpp"
#include "khora/share.hpp"
#include "khora/text.hpp"
#include "khora/tuple.hpp"

namespace rows_in_handlers {

using khora::Cap;
using khora::Fn;
using khora::FnWith;
using khora::Int;
using khora::Merged;
using khora::Rest;
using khora::Row;
using khora::Tuple;
using khora::core::Nursery;
using khora::core::Shared;
using khora::core::SharedFn;

class Lamp;

namespace impl {

//   type Row;
//   fn work(self, n: Int) -> Int with Self::Row;
template <class Self>
struct Needs;

}  // namespace impl

template <class Self>
concept Needs = requires { sizeof(impl::Needs<Self>); };

template <>
struct impl::Needs<Int> {
  using Row_ = Row<Cap<"lamp", Lamp>>;
  static Tagged<Int> work(Int self, Int n, const Row<Cap<"lamp", Lamp>>& effects);
};

template <>
struct impl::Needs<bool> {
  using Row_ = Row<>;
  static Int work(bool self, Int n, const Row<>& effects);
};

template <class A, class B>
struct impl::Needs<Tuple<A, B>> {
  using Row_ = Merged<typename impl::Needs<A>::Row_, typename impl::Needs<B>::Row_>;
  static Tagged<Int> work(
      const Tuple<A, B>& self, Int n,
      const Merged<typename impl::Needs<A>::Row_, typename impl::Needs<B>::Row_>& effects);
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
struct CrewOps {
  FnWith<Int(Int), Ef> start;

  static constexpr auto fields = std::tuple{&CrewOps::start};
};

template <class Ef>
class Crew : public khora::Handler<CrewOps<Ef>> {
 public:
  using khora::Handler<CrewOps<Ef>>::Handler;
};

namespace {

template <Needs A>
Tagged<Lamp> as_lamp(const A& a, const typename impl::Needs<A>::Row_& effects) {
  return Lamp(LampOps{.shine = {
      [a, effects](Int n) -> Tagged<Int> {
        Int work_answer;
        if (Rest rest = khora::tagged(impl::Needs<A>::work(a, n, effects)).to(work_answer)) return rest;
        return work_answer * 100;
      },
      khora::holds(a, effects)}});
}

template <Needs A>
Tagged<Crew<typename impl::Needs<A>::Row_>> as_crew(const A& a) {
  return Crew<typename impl::Needs<A>::Row_>(CrewOps<typename impl::Needs<A>::Row_>{
      .start = {
          khora::needing<typename impl::Needs<A>::Row_>(
              [a](Int n, const typename impl::Needs<A>::Row_& effects) -> Tagged<Int> {
                return khora::tagged(impl::Needs<A>::work(a, n, effects));
              }),
          khora::holds(a)}});
}

template <Needs A>
Tagged<SharedFn<Int, Int>> shared(const A& a, const typename impl::Needs<A>::Row_& effects) {
  if (khora::stop_at_entry()) return khora::stopped;  // entry
  return SharedFn<Int, Int>::of([a = khora::share(a), effects = khora::share(effects)](Int n) -> Tagged<Int> {
    Int work_answer;
    if (Rest rest = khora::tagged(impl::Needs<A>::work(a, n, effects)).to(work_answer)) return rest;
    return work_answer + 1;
  });
}

template <Needs A>
Tagged<Int> many(const A& a, const typename impl::Needs<A>::Row_& effects) {  // raises ChildFailed
  if (khora::stop_at_entry()) return khora::stopped;  // entry
  const Shared<Int> total = Shared<Int>::of(0);
  if (khora::stop_pending()) return khora::stopped;  // !
  if (Rest rest = khora::core::nursery<Unit>([a, effects, total](const Nursery& nursery) -> Tagged<Unit> {
    if (khora::stop_at_entry()) return khora::stopped;  // entry
    if (Rest rest_2 = nursery->spawn(
        [a = khora::share(a), effects = khora::share(effects), total = khora::share(total)]() -> Tagged<Unit> {
          if (khora::stop_at_entry()) return khora::stopped;  // entry
          Int n;
          if (Rest rest_3 = khora::tagged(impl::Needs<A>::work(a, 1, effects)).to(n)) return rest_3;
          if (Rest rest_3 = Shared<Int>::update(total, [n](Int k) { return k + n; }).rest()) return rest_3;
          return khora::unit;
        }).rest()) {
      return rest_2;
    }
    if (Rest rest_2 = nursery->spawn(
        [a = khora::share(a), effects = khora::share(effects), total = khora::share(total)]() -> Tagged<Unit> {
          if (khora::stop_at_entry()) return khora::stopped;  // entry
          Crew<typename impl::Needs<A>::Row_> crew;
          if (Rest rest_3 = rows_in_handlers::as_crew(a).to(crew)) return rest_3;
          Int n_2;
          if (Rest rest_3 = khora::call_with(crew->start, effects, 2).to(n_2)) return rest_3;
          if (Rest rest_3 = Shared<Int>::update(total, [n_2](Int k_2) { return k_2 + n_2; }).rest()) {
            return rest_3;
          }
          return khora::unit;
        }).rest()) {
      return rest_2;
    }
    return khora::unit;
  }).rest()) {
    return rest;
  }
  return Shared<Int>::get(total);
}

}  // namespace

Tagged<Int> impl::Needs<Int>::work(Int self, Int n, const Row<Cap<"lamp", Lamp>>& effects) {
  if (khora::stop_at_entry()) return khora::stopped;  // entry
  const Lamp& lamp = khora::the<"lamp">(effects);
  Int shine_answer;
  if (Rest rest = lamp->shine(self).to(shine_answer)) return rest;
  return shine_answer + n;
}

Int impl::Needs<bool>::work(bool self, Int n, const Row<>&) {
  if (self) return n;
  return 0;
}

template <class A, class B>
Tagged<Int> impl::Needs<Tuple<A, B>>::work(
    const Tuple<A, B>& self, Int n,
    const Merged<typename impl::Needs<A>::Row_, typename impl::Needs<B>::Row_>& effects) {
  Int work_answer;
  if (Rest rest = khora::tagged(
      impl::Needs<A>::work(khora::get<0>(self), n, typename impl::Needs<A>::Row_(effects))).to(work_answer)) {
    return rest;
  }
  Int work_answer_2;
  if (Rest rest = khora::tagged(
      impl::Needs<B>::work(khora::get<1>(self), n, typename impl::Needs<B>::Row_(effects))).to(work_answer_2)) {
    return rest;
  }
  return work_answer + work_answer_2;
}

Tagged<Unit> main() {
  if (khora::stop_at_entry()) return khora::stopped;  // entry
  const Lamp lamp = Lamp(LampOps{.shine = [](Int n) { return n * 10; }});
  Lamp other;
  if (Rest rest = as_lamp<Int>(5, {lamp}).to(other)) return rest;
  Int n_2;
  {
    Crew<Row<Cap<"lamp", Lamp>>> as_crew_answer;
    if (Rest rest = as_crew<Int>(3).to(as_crew_answer)) return rest;
    if (Rest rest = as_crew_answer->start(1, other).to(n_2)) return rest;
  }
  Int shine_answer;
  if (Rest rest = other->shine(1).to(shine_answer)) return rest;
  Int start_answer;
  if (Rest rest = as_crew(true).answer()->start(8).to(start_answer)) return rest;
  Int work_answer;
  if (Rest rest = impl::Needs<Tuple<Int, bool>>::work(Tuple<Int, bool>{4, true}, 1, {lamp}).to(work_answer)) {
    return rest;
  }
  khora::core::print(khora::text(shine_answer, " ", n_2, " ", start_answer, " ", work_answer));
  Int m;
  if (khora::stop_pending()) return khora::stopped;  // !
  auto many_outcome = many<Int>(7, {lamp});
  if (many_outcome.answered()) {
    m = many_outcome.answer();
  } else if (many_outcome.rest().raised()) {
    many_outcome.rest().drop();
    m = 0;
  } else {
    return many_outcome.rest();
  }
  Int k;
  if (khora::stop_pending()) return khora::stopped;  // !
  auto many_outcome_2 = many(Tuple<Int, bool>{1, true}, {lamp});
  if (many_outcome_2.answered()) {
    k = many_outcome_2.answer();
  } else if (many_outcome_2.rest().raised()) {
    many_outcome_2.rest().drop();
    k = 0;
  } else {
    return many_outcome_2.rest();
  }
  khora::core::print(khora::text(m, " ", k));
  SharedFn<Int, Int> shared_answer;
  if (Rest rest = shared<Int>(6, {lamp}).to(shared_answer)) return rest;
  Int call_answer;
  if (Rest rest = SharedFn<Int, Int>::call(shared_answer, 1).to(call_answer)) return rest;
  khora::core::print(khora::text(call_answer));
  return khora::unit;
}

}  // namespace rows_in_handlers
