// The tagged result: how a call that can stop or raise hands its outcome to its caller.
//
// A call ends in one of three ways: *answered* with a value, *raised* an error, or *stopped* by a cancellation. `Rest` is the
// one word that says which; `Tagged<A>` is that word beside the answer. The error travels in the word, so nothing on the
// fiber has to be saved while finalizers run.
#pragma once

#include <atomic>
#include <concepts>
#include <cstdint>
#include <exception>
#include <type_traits>
#include <utility>

#include "khora/share.hpp"

namespace khora {

namespace detail {
/// Branch hints. They decide whether a loop of calls costs 1.0 or 1.4 times a plain one (emission.md 14).
constexpr bool unlikely(bool condition) {
#if defined(__GNUC__)
  return __builtin_expect(condition, false);
#else
  return condition;
#endif
}
}  // namespace detail

/// The value of `()`. All units are equal.
struct Unit {
  friend constexpr bool operator==(Unit, Unit) { return true; }
};
inline constexpr Unit unit{};

/// The type without values. The C++ struct exists so that `Tagged<Never>` is a type; no program ever sees one.
struct Never {};

namespace detail {

/// A raised error, counted. The address of a static object identifies the Khora type of the payload.
class ErrorBase {
 public:
  using TypeId = const void*;
  ErrorBase(const ErrorBase&) = delete;
  ErrorBase& operator=(const ErrorBase&) = delete;
  TypeId type() const { return type_; }
  /// The Khora name of the payload's type, for reports (concurrency.md 3.4).
  const char* type_name() const { return type_name_; }
  void retain() { count_.fetch_add(1, std::memory_order_relaxed); }
  void release() {
    if (count_.fetch_sub(1, std::memory_order_acq_rel) == 1) destroy();
  }
  /// Marks the payload as reachable from more than one fiber. Called before an error crosses (concurrency.md 15.4).
  virtual void share_payload() = 0;

 protected:
  ErrorBase(TypeId type, const char* type_name);
  virtual ~ErrorBase();
  virtual void destroy() = 0;

 private:
  std::atomic<std::uint32_t> count_{1};
  TypeId type_;
  const char* type_name_;
};

/// Ends the process: a result was made of a `Rest` that says *answered*, and where would its answer come from? Debug builds look.
[[noreturn]] void answered_without_answer();

/// Errors that exist now. Tests require it to be zero at their end.
std::int64_t live_errors();

}  // namespace detail

/// How a call ended: 0 answered, 1 stopped, otherwise the address of the raised error, which this word owns.
///
/// Trivial on purpose, so that results stay in registers: exactly one `return` or one `catch` arm consumes it.
class [[nodiscard]] Rest {
 public:
  constexpr Rest() = default;
  explicit Rest(detail::ErrorBase* error) : word_(reinterpret_cast<std::uintptr_t>(error)) {}
  static constexpr Rest stop() { return Rest(std::uintptr_t{1}); }

  /// True when the call did not answer.
  explicit constexpr operator bool() const { return detail::unlikely(word_ != 0); }
  constexpr bool stopped() const { return word_ == 1; }
  constexpr bool raised() const { return word_ > 1; }
  /// The word itself, for tests of equality.
  constexpr std::uintptr_t word() const { return word_; }
  /// The raised error, still owned by this word. Only when `raised()`.
  detail::ErrorBase* error() const { return reinterpret_cast<detail::ErrorBase*>(word_); }
  /// Gives up a raised error that nobody wants.
  void drop() const {
    if (raised()) error()->release();
  }

 private:
  explicit constexpr Rest(std::uintptr_t word) : word_(word) {}
  std::uintptr_t word_ = 0;
};

/// What a function returns when it was stopped.
inline constexpr Rest stopped = Rest::stop();

/// The Khora name of an error type, for reports (concurrency.md 3.4). The emitter specializes it for every type that a
/// `raises` row names; a generic type gets a partial specialization.
template <class E>
struct ErrorName {
  static constexpr const char* value = "error";
};

namespace detail {

/// Its address identifies the type `E` among raised errors.
template <class E>
inline constexpr char error_type_mark = 0;

template <class E>
class ErrorOf final : public ErrorBase {
 public:
  explicit ErrorOf(E payload) : ErrorBase(&error_type_mark<E>, ErrorName<E>::value), value(std::move(payload)) {}
  void share_payload() override { share_in_place(value); }
  E value;

 private:
  void destroy() override { delete this; }
};

}  // namespace detail

/// Raises `value`: `return khora::raise(Leak{n});`.
template <class E>
[[nodiscard]] Rest raise(E value) {
  return Rest(new detail::ErrorOf<E>(std::move(value)));
}

/// Whether the call ended with an error of one of these types.
template <class... Es>
bool raised_one_of(Rest rest) {
  return rest.raised() && ((rest.error()->type() == &detail::error_type_mark<Es>) || ...);
}

/// The error of a call if it is an `E`. It owns the error then, so the call's `Rest` must not be passed on as well; if the
/// error is another one it owns nothing.
template <class E>
class [[nodiscard]] Caught {
 public:
  explicit Caught(Rest rest) {
    if (rest.raised() && rest.error()->type() == &detail::error_type_mark<E>) {
      error_ = static_cast<detail::ErrorOf<E>*>(rest.error());
    }
  }
  Caught(const Caught&) = delete;
  Caught& operator=(const Caught&) = delete;
  Caught(Caught&& other) noexcept : error_(std::exchange(other.error_, nullptr)) {}
  Caught& operator=(Caught&& other) noexcept {
    std::swap(error_, other.error_);
    return *this;
  }
  ~Caught() {
    if (error_ != nullptr) error_->release();
  }
  explicit operator bool() const { return error_ != nullptr; }
  const E& operator*() const { return error_->value; }
  const E* operator->() const { return &error_->value; }

 private:
  detail::ErrorOf<E>* error_ = nullptr;
};

/// The outcome of a call that can stop or raise: the answer and the word that says how the call ended.
template <class A>
class [[nodiscard]] Tagged {
 public:
  using Answer = A;
  constexpr Tagged(Rest rest) : rest_(rest) {
#ifndef NDEBUG
    if (!rest) detail::answered_without_answer();
#endif
  }
  template <class B>
    requires(std::convertible_to<B, A> && !std::same_as<std::remove_cvref_t<B>, Rest> &&
             !std::same_as<std::remove_cvref_t<B>, Tagged>)
  constexpr Tagged(B&& value) : value_(std::forward<B>(value)) {}

  constexpr bool answered() const { return !rest_; }
  constexpr Rest rest() const { return rest_; }
  /// The answer, to be taken once. Only when `answered()`.
  constexpr A&& answer() { return std::move(value_); }
  /// Moves the answer into `place` if there is one, and says how the call ended. Without one, `place` holds nothing of use.
  template <class P>
  constexpr Rest to(P& place) {
    if constexpr (std::is_trivially_copyable_v<A>) {
      place = value_;  // a move between registers; asking first would cost a branch
    } else {
      if (answered()) place = std::move(value_);
    }
    return rest_;
  }
  /// The raised error if it is an `E`; the result then owns it.
  template <class E>
  Caught<E> caught() const {
    return Caught<E>(rest_);
  }

 private:
  A value_{};
  Rest rest_;
};

template <>
class [[nodiscard]] Tagged<Unit> {
 public:
  using Answer = Unit;
  constexpr Tagged(Rest rest) : rest_(rest) {}
  constexpr Tagged(Unit) {}

  constexpr bool answered() const { return !rest_; }
  constexpr Rest rest() const { return rest_; }
  constexpr Unit answer() const { return unit; }
  template <class P>
  constexpr Rest to(P& place) {
    if (answered()) place = unit;
    return rest_;
  }
  template <class E>
  Caught<E> caught() const {
    return Caught<E>(rest_);
  }

 private:
  Rest rest_;
};

// ---- generic code: a call may be plain, void or tagged ----------------------------------------------------------------------

namespace detail {
template <class T>
struct TaggedOf {
  using Type = Tagged<T>;
};
template <class A>
struct TaggedOf<Tagged<A>> {
  using Type = Tagged<A>;
};
template <>
struct TaggedOf<void> {
  using Type = Tagged<Unit>;
};
template <>
struct TaggedOf<Rest> {
  using Type = Tagged<Unit>;
};
}  // namespace detail

/// `Tagged<A>` for `A`, for `Tagged<A>` and, with `Unit`, for `void` and `Rest`.
template <class T>
using tagged_t = typename detail::TaggedOf<T>::Type;

/// What calling an `F` with `As` answers, whether or not the call is tagged.
template <class F, class... As>
using answer_t = typename tagged_t<std::invoke_result_t<const F&, As...>>::Answer;

/// A result as a tagged one; no cost.
template <class T>
constexpr tagged_t<T> tagged(T value) {
  return tagged_t<T>(std::move(value));
}

/// Calls `f`, whatever its convention, and answers a tagged result. (`const F&` would not do: with it clang++ 14 refuses a named function that
/// a lambda has captured.)
template <class F, class... As>
constexpr auto call(F&& f, As&&... as) -> tagged_t<std::invoke_result_t<F&, As...>> {
  if constexpr (std::is_void_v<std::invoke_result_t<F&, As...>>) {
    f(std::forward<As>(as)...);
    return unit;
  } else {
    return f(std::forward<As>(as)...);
  }
}

// ---- the check ------------------------------------------------------------------------------------------------------------------

namespace detail {
/// Stops that could act now and have not been acted on, plus the bit by which a worker's monitor asks long loops to yield.
/// Zero in the ordinary case, which is all that a check looks at (emission.md 14).
extern std::atomic<std::uint32_t> attention;

/// Which kind of point asks: entries do not stop a finalizer that started after an abort, the others do (concurrency.md 9).
enum class Point { entry, mark_or_loop };

/// The slow half of a check: looks at the current fiber. True when the caller must return `khora::stopped`.
bool attend(Point point);

inline bool quiet() { return attention.load(std::memory_order_relaxed) == 0; }
}  // namespace detail

/// The check at a `!` and at the back edge of a loop (concurrency.md 4.2).
inline bool stop_pending() {
  if (detail::quiet()) [[likely]] return false;
  return detail::attend(detail::Point::mark_or_loop);
}

/// The check at the entry of a function on a call cycle or one that calls through a function value (concurrency.md 5.3).
inline bool stop_at_entry() {
  if (detail::quiet()) [[likely]] return false;
  return detail::attend(detail::Point::entry);
}

/// Stands where control cannot arrive: after a `switch` over every case, after a call that answers `Never`.
[[noreturn]] inline void unreachable() {
#if defined(__GNUC__)
  __builtin_unreachable();
#else
  std::terminate();
#endif
}

}  // namespace khora
