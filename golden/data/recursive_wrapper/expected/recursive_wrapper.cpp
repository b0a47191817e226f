// Translated by khora2cpp from main.kh.
#include "recursive_wrapper.hpp"

#include <tuple>
#include <utility>

#include "khora/cases.hpp"
#include "khora/core/eq.hpp"
#include "khora/core/option.hpp"
#include "khora/core/print.hpp"
#include "khora/core/show.hpp"
#include "khora/integer.hpp"
#include "khora/ref.hpp"
#include "khora/string.hpp"
#include "khora/text.hpp"
#include "khora/tuple.hpp"

namespace recursive_wrapper {

using khora::Int;
using khora::Rest;
using khora::String;
using khora::Tuple;
using khora::core::Option;

class Peano;
class Ping;
class Pong;

}  // namespace recursive_wrapper

template <>
struct khora::core::impl::Eq<recursive_wrapper::Peano> {
  static Tagged<bool> eq(const recursive_wrapper::Peano& self, const recursive_wrapper::Peano& other);
};

template <>
struct khora::core::impl::Show<recursive_wrapper::Peano> {
  static Tagged<String> show(const recursive_wrapper::Peano& self);
};

template <>
struct khora::core::impl::Show<recursive_wrapper::Ping> {
  static Tagged<String> show(const recursive_wrapper::Ping& self);
};

template <>
struct khora::core::impl::Show<recursive_wrapper::Pong> {
  static Tagged<String> show(const recursive_wrapper::Pong& self);
};

namespace recursive_wrapper {

struct PeanoFields;
class Peano : public khora::Ref<PeanoFields> {
 public:
  using khora::Ref<PeanoFields>::Ref;

  static Peano zero();
  static Peano next(Peano self);
  static Tagged<Int> count(const Peano& self);
};

struct PeanoFields {
  Option<Peano> value;

  static constexpr auto fields = std::tuple{&PeanoFields::value};
};

template <class A>
struct ChainFields;
template <class A>
class Chain : public khora::Ref<ChainFields<A>> {
 public:
  using khora::Ref<ChainFields<A>>::Ref;
};

template <class A>
struct ChainFields {
  Tuple<A, Option<Chain<A>>> value;

  static constexpr auto fields = std::tuple{&ChainFields::value};
};

struct PingFields;
class Ping : public khora::Ref<PingFields> {
 public:
  using khora::Ref<PingFields>::Ref;
};

struct PongFields {
  Tuple<Int, Ping> value;

  static constexpr auto fields = std::tuple{&PongFields::value};
};

class Pong : public khora::Ref<PongFields> {
 public:
  using khora::Ref<PongFields>::Ref;
};

struct PingFields {
  Option<Pong> value;

  static constexpr auto fields = std::tuple{&PingFields::value};
};

namespace {

template <class A>
Tagged<A> last(const Chain<A>& chain) {
  if (khora::stop_at_entry()) return khora::stopped;  // entry
  switch (khora::get<1>(chain->value).which()) {
    case Option<Chain<A>>::Case::Some:
      return recursive_wrapper::last(
          khora::as<typename Option<Chain<A>>::Some>(khora::get<1>(chain->value)).value);
    case Option<Chain<A>>::Case::None: return khora::get<0>(chain->value);
  }
  khora::unreachable();
}

}  // namespace
}  // namespace recursive_wrapper

khora::Tagged<bool> khora::core::impl::Eq<recursive_wrapper::Peano>::eq(
    const recursive_wrapper::Peano& self, const recursive_wrapper::Peano& other) {
  if (khora::stop_at_entry()) return khora::stopped;  // entry
  bool eq_answer = false;
  if (Rest rest = impl::Eq<Option<recursive_wrapper::Peano>>::eq(self->value, other->value).to(eq_answer)) {
    return rest;
  }
  return eq_answer;
}

khora::Tagged<khora::String> khora::core::impl::Show<recursive_wrapper::Peano>::show(
    const recursive_wrapper::Peano& self) {
  if (khora::stop_at_entry()) return khora::stopped;  // entry
  String show_answer;
  if (Rest rest = impl::Show<Option<recursive_wrapper::Peano>>::show(self->value).to(show_answer)) {
    return rest;
  }
  return khora::text("Peano(", show_answer, ")");
}

namespace recursive_wrapper {

Peano Peano::zero() {
  return Peano(PeanoFields{Option<Peano>::None{}});
}

Peano Peano::next(Peano self) {
  return Peano(PeanoFields{Option<Peano>::Some{std::move(self)}});
}

Tagged<Int> Peano::count(const Peano& self) {
  if (khora::stop_at_entry()) return khora::stopped;  // entry
  if (self->value.is<Option<Peano>::Some>()) {
    Int count_answer;
    if (Rest rest = Peano::count(self->value.as<Option<Peano>::Some>().value).to(count_answer)) return rest;
    return count_answer + 1;
  }
  return 0;
}

}  // namespace recursive_wrapper

khora::Tagged<khora::String> khora::core::impl::Show<recursive_wrapper::Ping>::show(
    const recursive_wrapper::Ping& self) {
  if (khora::stop_at_entry()) return khora::stopped;  // entry
  String show_answer;
  if (Rest rest = impl::Show<Option<recursive_wrapper::Pong>>::show(self->value).to(show_answer)) return rest;
  return khora::text("Ping(", show_answer, ")");
}

khora::Tagged<khora::String> khora::core::impl::Show<recursive_wrapper::Pong>::show(
    const recursive_wrapper::Pong& self) {
  if (khora::stop_at_entry()) return khora::stopped;  // entry
  String show_answer;
  if (Rest rest = khora::tagged(impl::Show<Tuple<Int, recursive_wrapper::Ping>>::show(self->value)).to(show_answer)) {
    return rest;
  }
  return khora::text("Pong(", show_answer, ")");
}

namespace recursive_wrapper {

Tagged<Unit> main() {
  const Peano two = Peano::next(Peano::next(Peano::zero()));
  String show_answer;
  if (Rest rest = khora::core::impl::Show<Peano>::show(two).to(show_answer)) return rest;
  Int count_answer;
  if (Rest rest = Peano::count(two).to(count_answer)) return rest;
  bool eq_answer = false;
  if (Rest rest = khora::core::impl::Eq<Peano>::eq(two, Peano::zero()).to(eq_answer)) return rest;
  khora::core::print(khora::text(show_answer, " ", count_answer, " ", eq_answer));
  String last_answer;
  if (Rest rest = last(
      Chain<String>(ChainFields<String>{
          Tuple<String, Option<Chain<String>>>{
              "first",
              Option<Chain<String>>::Some{
                  Chain<String>(ChainFields<String>{
                      Tuple<String, Option<Chain<String>>>{"last", Option<Chain<String>>::None{}}})}}})).to(last_answer)) {
    return rest;
  }
  khora::core::print(last_answer);
  String show_answer_2;
  if (Rest rest = khora::core::impl::Show<Ping>::show(
      Ping(PingFields{
          Option<Pong>::Some{Pong(PongFields{Tuple<Int, Ping>{4, Ping(PingFields{Option<Pong>::None{}})}})}})).to(show_answer_2)) {
    return rest;
  }
  khora::core::print(show_answer_2);
  return khora::unit;
}

}  // namespace recursive_wrapper
