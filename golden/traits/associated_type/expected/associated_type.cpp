// Translated by khora2cpp from main.kh.
#include "associated_type.hpp"

#include <tuple>

#include "khora/core/print.hpp"
#include "khora/core/show.hpp"
#include "khora/integer.hpp"
#include "khora/string.hpp"
#include "khora/tagged.hpp"
#include "khora/text.hpp"
#include "khora/variant.hpp"

namespace associated_type {

using khora::Int;
using khora::Rest;
using khora::String;
using khora::Tagged;

struct Stone;
struct Sack;
struct Crate;

namespace impl {

//   type Unit;
//   fn weigh(self) -> Int;
//   fn unit() -> Self::Unit;
//   fn heavy(self) -> Bool;
template <class Self>
struct Weighs;

}  // namespace impl

/// What can be weighed, each in a unit of its own.
template <class Self>
concept Weighs = requires { sizeof(impl::Weighs<Self>); };

namespace impl {

/// What an impl of `Weighs` that does not say otherwise gets.
template <class Self>
struct WeighsDefaults {
  static Tagged<bool> heavy(const Self& self);
};

}  // namespace impl
}  // namespace associated_type

template <>
struct khora::core::impl::Show<associated_type::Stone> {
  static String show(const associated_type::Stone& self);
};

namespace associated_type {

template <>
struct impl::Weighs<Sack> : impl::WeighsDefaults<Sack> {
  using Unit_ = String;
  static Int weigh(const Sack& self);
  static String unit();
};

template <>
struct impl::Weighs<Crate> {
  using Unit_ = Stone;
  static Int weigh(const Crate& self);
  static Stone unit();
  static bool heavy(const Crate& self);
};

struct StoneCases {
  struct Stone_ {};
};

struct Stone : StoneCases, khora::Variant<StoneCases::Stone_> {
  using Variant::Variant;
  enum class Case { Stone_ };
  Case which() const { return static_cast<Case>(index()); }
};

struct Sack {
  Int pounds;

  static constexpr auto fields = std::tuple{&Sack::pounds};
};

struct Crate {
  Int stones;

  static constexpr auto fields = std::tuple{&Crate::stones};
};

namespace {

template <Weighs A>
Tagged<String> told(const A& thing) {
  Int weigh_answer;
  if (Rest rest = khora::tagged(impl::Weighs<A>::weigh(thing)).to(weigh_answer)) return rest;
  typename impl::Weighs<A>::Unit_ unit_answer{};
  if (Rest rest = khora::tagged(impl::Weighs<A>::unit()).to(unit_answer)) return rest;
  String show_answer;
  if (Rest rest = khora::tagged(khora::core::impl::Show<typename impl::Weighs<A>::Unit_>::show(unit_answer)).to(show_answer)) {
    return rest;
  }
  bool heavy_answer = false;
  if (Rest rest = khora::tagged(impl::Weighs<A>::heavy(thing)).to(heavy_answer)) return rest;
  return khora::text(weigh_answer, " ", show_answer, ", heavy: ", heavy_answer);
}

}  // namespace

template <class Self>
Tagged<bool> impl::WeighsDefaults<Self>::heavy(const Self& self) {
  Int weigh_answer;
  if (Rest rest = khora::tagged(impl::Weighs<Self>::weigh(self)).to(weigh_answer)) return rest;
  return weigh_answer > 40;
}

}  // namespace associated_type

khora::String khora::core::impl::Show<associated_type::Stone>::show(const associated_type::Stone&) {
  return "Stone::Stone";
}

namespace associated_type {

Int impl::Weighs<Sack>::weigh(const Sack& self) {
  return self.pounds;
}

String impl::Weighs<Sack>::unit() {
  return "lb";
}

Int impl::Weighs<Crate>::weigh(const Crate& self) {
  return self.stones;
}

Stone impl::Weighs<Crate>::unit() {
  return Stone::Stone_{};
}

bool impl::Weighs<Crate>::heavy(const Crate& self) {
  return self.stones > 3;
}

void main() {
  const Sack sack{40};
  const Crate crate{4};
  khora::core::print(told(sack).answer());
  khora::core::print(told(crate).answer());
}

}  // namespace associated_type
