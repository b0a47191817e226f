// Translated by khora2cpp from main.kh.
#include "bound.hpp"

#include <tuple>

#include "khora/core/print.hpp"
#include "khora/integer.hpp"
#include "khora/tagged.hpp"
#include "khora/text.hpp"

namespace bound {

using khora::Int;
using khora::Rest;
using khora::Tagged;

struct Square;
struct Strip;

namespace impl {

//   fn area(self) -> Int;
//   fn doubled(self) -> Int;
template <class Self>
struct Shape;

}  // namespace impl

template <class Self>
concept Shape = requires { sizeof(impl::Shape<Self>); };

namespace impl {

/// What an impl of `Shape` that does not say otherwise gets.
template <class Self>
struct ShapeDefaults {
  static Tagged<Int> doubled(const Self& self);
};

}  // namespace impl

template <>
struct impl::Shape<Square> : impl::ShapeDefaults<Square> {
  static Int area(const Square& self);
};

template <>
struct impl::Shape<Strip> {
  static Int area(const Strip& self);
  static Int doubled(const Strip& self);
};

struct Square {
  Int side;

  static constexpr auto fields = std::tuple{&Square::side};
};

struct Strip {
  Int length;

  static constexpr auto fields = std::tuple{&Strip::length};
};

namespace {

template <Shape A, Shape B>
Tagged<Int> both(const A& a, const B& b) {
  Int doubled_answer;
  if (Rest rest = khora::tagged(impl::Shape<A>::doubled(a)).to(doubled_answer)) return rest;
  Int doubled_answer_2;
  if (Rest rest = khora::tagged(impl::Shape<B>::doubled(b)).to(doubled_answer_2)) return rest;
  return doubled_answer + doubled_answer_2;
}

}  // namespace

template <class Self>
Tagged<Int> impl::ShapeDefaults<Self>::doubled(const Self& self) {
  Int area_answer;
  if (Rest rest = khora::tagged(impl::Shape<Self>::area(self)).to(area_answer)) return rest;
  return area_answer * 2;
}

Int impl::Shape<Square>::area(const Square& self) {
  return self.side * self.side;
}

Int impl::Shape<Strip>::area(const Strip& self) {
  return self.length;
}

Int impl::Shape<Strip>::doubled(const Strip& self) {
  return self.length + self.length;
}

void main() {
  const Square square{3};
  const Strip strip{5};
  khora::core::print(khora::text(both(square, strip).answer()));
}

}  // namespace bound
