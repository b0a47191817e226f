// Stand-in for the header made of std::core's option.kh.
#pragma once
#include "khora/variant.hpp"
namespace khora::core {
template <class A>
struct OptionCases {
  struct Some {
    A value;
    static constexpr auto fields = std::tuple{&Some::value};
  };
  struct None {};
};
template <class A>
struct Option : OptionCases<A>, Variant<typename OptionCases<A>::Some, typename OptionCases<A>::None> {
  using Some = typename OptionCases<A>::Some;
  using None = typename OptionCases<A>::None;
  using Variant<Some, None>::Variant;
};
}  // namespace khora::core
