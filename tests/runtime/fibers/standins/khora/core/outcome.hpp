// Stand-in for the header made of std::core's outcome.kh.
#pragma once
#include "khora/variant.hpp"
namespace khora::core {
template <class A>
struct OutcomeCases {
  struct Answered {
    A value;
    static constexpr auto fields = std::tuple{&Answered::value};
  };
  struct Stopped {};
};
template <class A>
struct Outcome : OutcomeCases<A>, Variant<typename OutcomeCases<A>::Answered, typename OutcomeCases<A>::Stopped> {
  using Answered = typename OutcomeCases<A>::Answered;
  using Stopped = typename OutcomeCases<A>::Stopped;
  using Variant<Answered, Stopped>::Variant;
};
}  // namespace khora::core
