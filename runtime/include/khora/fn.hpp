// `Fn`: a function value that is stored, in the one convention that function values have (emission.md 4).
#pragma once

#include <concepts>
#include <cstdint>
#include <new>
#include <type_traits>
#include <utility>

#include "khora/count.hpp"
#include "khora/holds.hpp"
#include "khora/memory.hpp"
#include "khora/release.hpp"
#include "khora/tagged.hpp"
#include "khora/walk.hpp"

namespace khora {

class Char;
class Ptr;
template <class T>
class Integer;

namespace detail {

template <class A>
struct ParamOf {
  using Type = const A&;
};
template <>
struct ParamOf<bool> {
  using Type = bool;
};
template <>
struct ParamOf<double> {
  using Type = double;
};
template <class T>
struct ParamOf<Integer<T>> {
  using Type = Integer<T>;
};
template <>
struct ParamOf<Char> {
  using Type = Char;
};
template <>
struct ParamOf<Ptr> {
  using Type = Ptr;
};
template <>
struct ParamOf<Unit> {
  using Type = Unit;
};

/// The part of a stored closure that does not depend on its type.
struct ClosureBase {
  Header header;
  void (*destroy)(ClosureBase* closure) noexcept;
  Holds holds;

  ClosureBase(void (*how)(ClosureBase*) noexcept, Holds held) : destroy(how), holds(std::move(held)) {}
};

template <class F>
struct Closure : ClosureBase {
  F function;
  template <class G>
  Closure(G&& from, Holds held) : ClosureBase(&Closure::finish, std::move(held)), function(std::forward<G>(from)) {}
  static void finish(ClosureBase* base) noexcept {
    auto* closure = static_cast<Closure*>(base);
    closure->~Closure();
    deallocate(closure, sizeof(Closure));
  }
};

void destroy_closure(void* object) noexcept;
extern const Kind closure_kind;

}  // namespace detail

/// How a parameter of type `A` is passed: scalars by value, everything else by reference.
template <class A>
using param_t = typename detail::ParamOf<A>::Type;

template <class Signature>
class Fn;

/// A counted function value. Calling one always answers a tagged result. The default state holds no function and is not called.
template <class R, class... As>
class Fn<R(As...)> {
 public:
  Fn() noexcept = default;
  /// From anything that can be called with the parameters and whose result is `R`, `Tagged<R>` or, for `()`, `void`.
  template <class F>
    requires(!std::same_as<std::remove_cvref_t<F>, Fn> && std::invocable<const std::decay_t<F>&, param_t<As>...>)
  Fn(F&& function) : Fn(std::forward<F>(function), Holds()) {}
  /// The same for a function that captures counted objects and may be looked through (`khora::holds`).
  template <class F>
    requires(std::invocable<const std::decay_t<F>&, param_t<As>...>)
  Fn(F&& function, Holds holds) {
    using Function = std::decay_t<F>;
    if constexpr (std::is_empty_v<Function> && std::is_trivially_default_constructible_v<Function>) {
      invoke_ = &invoke_empty<Function>;
    } else {
      using Stored = detail::Closure<Function>;
      invoke_ = &invoke_stored<Function>;
      closure_ = new (detail::allocate(sizeof(Stored))) Stored(std::forward<F>(function), std::move(holds));
    }
  }

  Fn(const Fn& other) noexcept : invoke_(other.invoke_), closure_(other.closure_) { retain(); }
  Fn(Fn&& other) noexcept : invoke_(other.invoke_), closure_(std::exchange(other.closure_, nullptr)) {}
  Fn& operator=(Fn other) noexcept {
    std::swap(invoke_, other.invoke_);
    std::swap(closure_, other.closure_);
    return *this;
  }
  ~Fn() {
    if (closure_ != nullptr && closure_->header.count.release()) {
      detail::release_last(closure_, &detail::destroy_closure);
    }
  }

  Tagged<R> operator()(param_t<As>... as) const { return invoke_(closure_, as...); }

  /// Whether both are of one lambda or function, whatever each captures. A template gives one for each instance.
  bool has_code_of(const Fn& other) const { return invoke_ == other.invoke_; }

  void visit_references(detail::Visitor& visitor) const {
    if (closure_ != nullptr) visitor.reference(closure_->header, detail::closure_kind);
  }

 private:
  using Invoke = Tagged<R> (*)(const detail::ClosureBase*, param_t<As>...);

  template <class F>
  static Tagged<R> invoke_empty(const detail::ClosureBase*, param_t<As>... as) {
    return answer(F{}, as...);
  }
  template <class F>
  static Tagged<R> invoke_stored(const detail::ClosureBase* closure, param_t<As>... as) {
    return answer(static_cast<const detail::Closure<F>*>(closure)->function, as...);
  }
  template <class F>
  static Tagged<R> answer(const F& function, param_t<As>... as) {
    if constexpr (std::is_void_v<std::invoke_result_t<const F&, param_t<As>...>>) {
      function(as...);
      return R();
    } else {
      return function(as...);
    }
  }

  void retain() const {
    if (closure_ != nullptr) closure_->header.count.retain();
  }

  Invoke invoke_ = nullptr;
  detail::ClosureBase* closure_ = nullptr;
};

/// A lambda that calls itself: it is handed itself as its first argument.
template <class F>
class Recursive {
 public:
  explicit constexpr Recursive(F function) : function_(std::move(function)) {}
  template <class... As>
  constexpr decltype(auto) operator()(As&&... as) const {
    return function_(*this, std::forward<As>(as)...);
  }

 private:
  F function_;
};

}  // namespace khora
