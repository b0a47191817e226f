// `SharedFn`: a function that may be held by several fibers (std-core.md 20.9).
#pragma once

#include <utility>

#include "khora/fn.hpp"
#include "khora/share.hpp"
#include "khora/tagged.hpp"

namespace khora::core {

template <class A, class B>
class SharedFn {
 public:
  static constexpr const char* khora_name = "SharedFn";

  SharedFn() noexcept = default;
  /// The captures of `f` are already marked as shared.
  template <class F>
  static SharedFn of(F f) {
    return SharedFn(Fn<B(A)>(std::move(f)));
  }
  static Tagged<B> call(const SharedFn& self, param_t<A> argument) { return self.function_(argument); }

  void visit_references(khora::detail::Visitor& visitor) const { function_.visit_references(visitor); }

 private:
  explicit SharedFn(Fn<B(A)> function) : function_(share(std::move(function))) {}
  Fn<B(A)> function_;
};

}  // namespace khora::core
