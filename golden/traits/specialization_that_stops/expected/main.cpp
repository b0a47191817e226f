// Translated by khora2cpp from main.kh.
#include "main.hpp"

#include <tuple>

#include "khora/core/list.hpp"
#include "khora/core/print.hpp"
#include "khora/integer.hpp"
#include "khora/text.hpp"

namespace main_ {

using khora::Int;
using khora::Rest;
using khora::core::List;

struct Brick;
struct Pallet;

namespace impl {

//   fn weight(self) -> Int;
template <class Self>
struct Weigh;

}  // namespace impl

template <class Self>
concept Weigh = requires { sizeof(impl::Weigh<Self>); };

template <>
struct impl::Weigh<Brick> {
  static Int weight(const Brick& self);
};

template <>
struct impl::Weigh<Pallet> {
  static Tagged<Int> weight(const Pallet& self);
};

struct Brick {
  Int grams;

  static constexpr auto fields = std::tuple{&Brick::grams};
};

struct Pallet {
  List<Brick> bricks;

  static constexpr auto fields = std::tuple{&Pallet::bricks};
};

namespace {

/// Can stop for some types, and not for others.
template <Weigh A>
Tagged<Int> twice(const A& a) {
  Int weight_answer;
  if (Rest rest = khora::tagged(impl::Weigh<A>::weight(a)).to(weight_answer)) return rest;
  Int weight_answer_2;
  if (Rest rest = khora::tagged(impl::Weigh<A>::weight(a)).to(weight_answer_2)) return rest;
  return weight_answer + weight_answer_2;
}

/// Passes that on.
template <Weigh A, Weigh B>
Tagged<Int> load(const A& a, const B& b) {
  Int twice_answer;
  if (Rest rest = main_::twice(a).to(twice_answer)) return rest;
  Int twice_answer_2;
  if (Rest rest = main_::twice(b).to(twice_answer_2)) return rest;
  return twice_answer + twice_answer_2;
}

Int wall(const Brick& brick) {
  return twice(brick).answer();
}

Tagged<Int> lorry(const Pallet& pallet) {
  return twice(pallet);
}

Int two_bricks(const Brick& brick) {
  return load(brick, brick).answer();
}

Tagged<Int> brick_and_pallet(const Brick& brick, const Pallet& pallet) {
  return load(brick, pallet);
}

}  // namespace

Int impl::Weigh<Brick>::weight(const Brick& self) {
  return self.grams;
}

Tagged<Int> impl::Weigh<Pallet>::weight(const Pallet& self) {
  Int sum = 0;
  for (const Brick& brick : self.bricks) {
    sum = sum + impl::Weigh<Brick>::weight(brick);
    if (khora::stop_pending()) return khora::stopped;  // loop
  }
  return sum;
}

Tagged<Unit> main() {
  const Brick brick{3};
  const Pallet pallet{List<Brick>::of(brick, brick)};
  const Int wall_answer = wall(brick);
  Int lorry_answer;
  if (Rest rest = lorry(pallet).to(lorry_answer)) return rest;
  const Int two_bricks_answer = two_bricks(brick);
  Int brick_and_pallet_answer;
  if (Rest rest = brick_and_pallet(brick, pallet).to(brick_and_pallet_answer)) return rest;
  khora::core::print(
      khora::text(wall_answer, " ", lorry_answer, " ", two_bricks_answer, " ", brick_and_pallet_answer));
  return khora::unit;
}

}  // namespace main_
