// Translated by khora2cpp from main.kh.
#include "supertrait_and_generic_trait.hpp"

#include "khora/core/eq.hpp"
#include "khora/core/print.hpp"
#include "khora/core/show.hpp"
#include "khora/integer.hpp"
#include "khora/string.hpp"
#include "khora/tagged.hpp"
#include "khora/text.hpp"
#include "khora/variant.hpp"

namespace supertrait_and_generic_trait {

using khora::Int;
using khora::Rest;
using khora::String;
using khora::Tagged;

struct Sailor;

namespace impl {

//   fn rank(self) -> Int;
//   fn told(self) -> String;
template <class Self>
struct Ranked;

//   fn from(a: A) -> Self;
template <class Self, class A>
struct From;

}  // namespace impl

template <class Self>
concept Ranked = requires { sizeof(impl::Ranked<Self>); };

/// `Self` can be made from an `A`.
template <class Self, class A>
concept From = requires { sizeof(impl::From<Self, A>); };

namespace impl {

/// What an impl of `Ranked` that does not say otherwise gets.
template <class Self>
struct RankedDefaults {
  static Tagged<String> told(const Self& self);
};

}  // namespace impl
}  // namespace supertrait_and_generic_trait

template <>
struct khora::core::impl::Eq<supertrait_and_generic_trait::Sailor> {
  static bool eq(const supertrait_and_generic_trait::Sailor& self,
                 const supertrait_and_generic_trait::Sailor& other);
};

template <>
struct khora::core::impl::Show<supertrait_and_generic_trait::Sailor> {
  static String show(const supertrait_and_generic_trait::Sailor& self);
};

namespace supertrait_and_generic_trait {

template <>
struct impl::Ranked<Sailor> : impl::RankedDefaults<Sailor> {
  static Int rank(const Sailor& self);
};

template <>
struct impl::From<Sailor, Int> {
  static Sailor from(Int a);
};

template <>
struct impl::From<Sailor, String> {
  static Sailor from(const String& a);
};

struct SailorCases {
  struct Boy {};
  struct Mate {};
  struct Master {};
};

struct Sailor : SailorCases, khora::Variant<SailorCases::Boy, SailorCases::Mate, SailorCases::Master> {
  using Variant::Variant;
  enum class Case { Boy, Mate, Master };
  Case which() const { return static_cast<Case>(index()); }
};

namespace {

template <Ranked A>
Tagged<String> same(const A& first, const A& second) {
  bool eq_answer = false;
  if (Rest rest = khora::tagged(khora::core::impl::Eq<A>::eq(first, second)).to(eq_answer)) return rest;
  if (eq_answer) {
    String told_answer;
    if (Rest rest = khora::tagged(impl::Ranked<A>::told(first)).to(told_answer)) return rest;
    return khora::text("both are ", told_answer);
  }
  String told_answer_2;
  if (Rest rest = khora::tagged(impl::Ranked<A>::told(first)).to(told_answer_2)) return rest;
  String told_answer_3;
  if (Rest rest = khora::tagged(impl::Ranked<A>::told(second)).to(told_answer_3)) return rest;
  return khora::text(told_answer_2, ", ", told_answer_3);
}

}  // namespace

template <class Self>
Tagged<String> impl::RankedDefaults<Self>::told(const Self& self) {
  String show_answer;
  if (Rest rest = khora::tagged(khora::core::impl::Show<Self>::show(self)).to(show_answer)) return rest;
  Int rank_answer;
  if (Rest rest = khora::tagged(impl::Ranked<Self>::rank(self)).to(rank_answer)) return rest;
  return khora::text(show_answer, " of rank ", rank_answer);
}

}  // namespace supertrait_and_generic_trait

bool khora::core::impl::Eq<supertrait_and_generic_trait::Sailor>::eq(
    const supertrait_and_generic_trait::Sailor& self, const supertrait_and_generic_trait::Sailor& other) {
  switch (self.which()) {
    case supertrait_and_generic_trait::Sailor::Case::Boy:
      return other.is<supertrait_and_generic_trait::Sailor::Boy>();
    case supertrait_and_generic_trait::Sailor::Case::Mate:
      return other.is<supertrait_and_generic_trait::Sailor::Mate>();
    case supertrait_and_generic_trait::Sailor::Case::Master:
      return other.is<supertrait_and_generic_trait::Sailor::Master>();
  }
  khora::unreachable();
}

khora::String khora::core::impl::Show<supertrait_and_generic_trait::Sailor>::show(
    const supertrait_and_generic_trait::Sailor& self) {
  switch (self.which()) {
    case supertrait_and_generic_trait::Sailor::Case::Boy: return "Sailor::Boy";
    case supertrait_and_generic_trait::Sailor::Case::Mate: return "Sailor::Mate";
    case supertrait_and_generic_trait::Sailor::Case::Master: return "Sailor::Master";
  }
  khora::unreachable();
}

namespace supertrait_and_generic_trait {

Int impl::Ranked<Sailor>::rank(const Sailor& self) {
  switch (self.which()) {
    case Sailor::Case::Boy: return 0;
    case Sailor::Case::Mate: return 1;
    case Sailor::Case::Master: return 2;
  }
  khora::unreachable();
}

Sailor impl::From<Sailor, Int>::from(Int a) {
  if (a == 0) return Sailor::Boy{};
  if (a == 1) return Sailor::Mate{};
  return Sailor::Master{};
}

Sailor impl::From<Sailor, String>::from(const String& a) {
  if (a == "master") return Sailor::Master{};
  return Sailor::Boy{};
}

void main() {
  const Sailor mate = impl::From<Sailor, Int>::from(1);
  const Sailor master = impl::From<Sailor, String>::from("master");
  khora::core::print(same(mate, master).answer());
  khora::core::print(same(master, Sailor(Sailor::Master{})).answer());
}

}  // namespace supertrait_and_generic_trait
