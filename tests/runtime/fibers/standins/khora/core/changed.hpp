// Stand-in for the header made of std::core's changed.kh.
#pragma once
#include <tuple>
namespace khora::core {
template <class A, class B>
struct Changed {
  A state;
  B result;
  static constexpr auto fields = std::tuple{&Changed::state, &Changed::result};
};
}  // namespace khora::core
