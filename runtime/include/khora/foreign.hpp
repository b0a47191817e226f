// Calls across C: into a function that Khora imports, and from C into one that it exports (syntax-and-types.md 11).
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include "khora/char.hpp"
#include "khora/detail/fiber_state.hpp"
#include "khora/integer.hpp"
#include "khora/ptr.hpp"
#include "khora/tagged.hpp"

namespace khora {

namespace detail {

/// Traps because the C++ exception that is being handled left the C function `name`.
[[noreturn]] void trap_foreign_exception(const char* name) noexcept;
/// An exported function was stopped, so that there is no answer for C. Returns if the fiber is aborted: it stops right after the foreign
/// call, whatever C makes of the zero that it is given until then. Otherwise (a fiber that it joined was stopped) a trap.
void stopped_below_c(const char* name);

// What a Khora value is for C, and back. A number that C calls a `Char` may be none, which is a trap.

template <class T>
constexpr auto to_c(Integer<T> value) {
  return value.raw();
}
constexpr double to_c(double value) { return value; }
constexpr bool to_c(bool value) { return value; }
constexpr std::uint32_t to_c(Char value) { return value.raw(); }
constexpr void* to_c(Ptr value) { return value.raw(); }

/// What C is given for what a function answers, tagged or not.
template <class A>
struct InC {
  using Type = decltype(to_c(std::declval<A>()));
};
template <class A>
struct InC<Tagged<A>> : InC<A> {};
template <>
struct InC<Unit> {
  using Type = void;
};
template <>
struct InC<void> {
  using Type = void;
};

template <class A, class C>
constexpr A from_c(C value) {
  if constexpr (std::is_same_v<A, Char>) {
    return Char::from_code(Int(value));
  } else {
    return A(value);
  }
}

}  // namespace detail

/// Calls the imported C function `function`. It occupies the thread, and nothing interrupts it. A C++ exception that leaves it is a trap:
/// none may cross emitted code.
template <class A, class R, class... Ps, class... As>
A foreign(const char* name, R (*function)(Ps...), As... arguments) {
  try {
    if constexpr (std::is_void_v<A>) {
      function(detail::to_c(arguments)...);
    } else {
      return detail::from_c<A>(function(detail::to_c(arguments)...));
    }
  } catch (...) {
    detail::trap_foreign_exception(name);
  }
}

/// The body of an exported C function: calls `function`, on any thread. A thread without a fiber gets one, whose waits block the thread.
/// Where a fiber called the C code, a stop of that fiber is held off meanwhile: none crosses a frame of C (concurrency.md 21).
template <class A, class... Ps, class... Cs>
auto exported(const char* name, A (*function)(Ps...), Cs... arguments) -> typename detail::InC<A>::Type {
  if constexpr (std::is_void_v<A>) {
    function(detail::from_c<std::remove_cvref_t<Ps>>(arguments)...);
  } else if constexpr (std::is_same_v<A, tagged_t<A>>) {
    const detail::Shield shield;
    A result = function(detail::from_c<std::remove_cvref_t<Ps>>(arguments)...);
    if (!result.answered()) detail::stopped_below_c(name);
    if constexpr (!std::is_void_v<typename detail::InC<A>::Type>) return detail::to_c(result.answer());
  } else {
    return detail::to_c(function(detail::from_c<std::remove_cvref_t<Ps>>(arguments)...));
  }
}

}  // namespace khora
