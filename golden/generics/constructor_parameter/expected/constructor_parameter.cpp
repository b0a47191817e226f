// Translated by khora2cpp from main.kh.
#include "constructor_parameter.hpp"

#include <tuple>

#include "khora/cases.hpp"
#include "khora/core/option.hpp"
#include "khora/core/print.hpp"
#include "khora/fn.hpp"
#include "khora/integer.hpp"
#include "khora/string.hpp"
#include "khora/text.hpp"

namespace constructor_parameter {

using khora::Fn;
using khora::Int;
using khora::Rest;
using khora::String;
using khora::core::Option;

template <class A>
struct Crate;

namespace impl {

//   fn exchange<A, B>(self: Self<A>, with_what: (A) -> B) -> Self<B>;
template <template <class> class Self>
struct Holder;

}  // namespace impl

/// Things that can be put into each other's place, whatever holds them.
template <template <class> class Self>
concept Holder = requires { sizeof(impl::Holder<Self>); };

template <>
struct impl::Holder<Crate> {
  template <class A, class B, class With_what>
  static Tagged<Crate<B>> exchange(const Crate<A>& self, const With_what& with_what);
};

template <>
struct impl::Holder<Option> {
  template <class A, class B, class With_what>
  static Tagged<Option<B>> exchange(const Option<A>& self, const With_what& with_what);
};

template <class A>
struct Crate {
  A inside{};

  static constexpr auto fields = std::tuple{&Crate::inside};
};

namespace {

template <template <class> class F>
  requires Holder<F>
Tagged<F<String>> labelled(const F<Int>& held) {
  return khora::tagged(impl::Holder<F>::template exchange<Int, String>(held, [](Int n) {
    return khora::text("no. ", n);
  }));
}

}  // namespace

template <class A, class B, class With_what>
Tagged<Crate<B>> impl::Holder<Crate>::exchange(const Crate<A>& self, const With_what& with_what) {
  if (khora::stop_at_entry()) return khora::stopped;  // entry
  B with_what_answer{};
  if (Rest rest = khora::call(with_what, self.inside).to(with_what_answer)) return rest;
  return Crate<B>{with_what_answer};
}

template <class A, class B, class With_what>
Tagged<Option<B>> impl::Holder<Option>::exchange(const Option<A>& self, const With_what& with_what) {
  if (khora::stop_at_entry()) return khora::stopped;  // entry
  switch (self.which()) {
    case Option<A>::Case::Some: {
      B with_what_answer{};
      if (Rest rest = khora::call(with_what, khora::as<typename Option<A>::Some>(self).value).to(with_what_answer)) {
        return rest;
      }
      return typename Option<B>::Some{with_what_answer};
    }
    case Option<A>::Case::None: return typename Option<B>::None{};
  }
  khora::unreachable();
}

Tagged<Unit> main() {
  const Crate<Int> crate{12};
  Crate<String> labelled_answer;
  if (Rest rest = labelled<Crate>(crate).to(labelled_answer)) return rest;
  khora::core::print(labelled_answer.inside);
  Option<String> labelled_answer_2;
  if (Rest rest = labelled<Option>(Option<Int>(Option<Int>::Some{3})).to(labelled_answer_2)) return rest;
  khora::core::print(Option<String>::unwrap_or(labelled_answer_2, "nothing"));
  return khora::unit;
}

}  // namespace constructor_parameter
