// Stand-in for the header made of std::core's nursery.kh.
#pragma once
#include "khora/fn.hpp"
#include "khora/handler.hpp"
namespace khora::core {
template <class A>
class Fiber;
struct NurseryOps {
  Fn<Unit(Fiber<Unit>)> adopt;
  Fn<Unit(Fn<Unit()>)> spawn;
  static constexpr auto fields = std::tuple{&NurseryOps::adopt, &NurseryOps::spawn};
};
class Nursery : public Handler<NurseryOps> {
 public:
  using Handler::Handler;
};
}  // namespace khora::core
