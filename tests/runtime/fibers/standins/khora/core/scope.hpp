// Stand-in for the header made of std::core's scope.kh.
#pragma once
#include "khora/fn.hpp"
#include "khora/handler.hpp"
namespace khora::core {
struct ScopeOps {
  Fn<Unit(Fn<Unit()>)> defer;
  static constexpr auto fields = std::tuple{&ScopeOps::defer};
};
class Scope : public Handler<ScopeOps> {
 public:
  using Handler::Handler;
};
}  // namespace khora::core
