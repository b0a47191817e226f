// `Fiber`: a handle to a concurrently running computation (std-core.md 20.1).
#pragma once

#include <optional>
#include <utility>

#include "khora/core/outcome.hpp"
#include "khora/detail/fiber_handle.hpp"
#include "khora/integer.hpp"
#include "khora/share.hpp"
#include "khora/tagged.hpp"

namespace khora {

namespace detail {

template <class A>
class FiberWithAnswer : public FiberState {
 public:
  FiberWithAnswer() : FiberState(FiberKind::spawned) {}
  const A& answer() const { return answer_; }

 protected:
  void discard_answer() override { answer_ = A(); }
  A answer_{};
};

template <class A, class Body>
class FiberTask final : public FiberWithAnswer<A> {
 public:
  explicit FiberTask(Body body) : body_(std::move(body)) {}

 private:
  Rest run_body() override {
    // The captures go at the end of the body, still on this fiber: what they hold may wait.
    const Body body = std::move(*body_);
    body_.reset();
    auto result = call(body);
    if (const Rest rest = result.to(this->answer_)) return rest;
    share_in_place(this->answer_);
    return Rest();
  }
  std::optional<Body> body_;
};

}  // namespace detail

namespace core {

/// Counted; all copies denote one fiber. Letting the last one go waits for the fiber.
template <class A>
class Fiber {
 public:
  static constexpr bool always_shared = true;
  static constexpr const char* khora_name = "Fiber";

  Fiber() = default;

  /// Starts `body` at once. Its captures are its own, already marked as shared.
  template <class Body>
  static Fiber spawn(Body body) {
    Fiber fiber(new khora::detail::FiberTask<A, Body>(std::move(body)));
    fiber.handle_.start();
    return fiber;
  }

  static Tagged<A> join(const Fiber& self) {
    if (const Rest rest = self.handle_.join()) return rest;
    return self.state().answer();
  }
  static Tagged<Unit> wait(const Fiber& self) { return self.handle_.wait(); }
  static Tagged<Outcome<A>> outcome(const Fiber& self) {
    khora::detail::Ending ending{};
    if (const Rest rest = self.handle_.outcome(ending)) return rest;
    if (ending == khora::detail::Ending::stopped) return Outcome<A>(typename Outcome<A>::Stopped{});
    return Outcome<A>(typename Outcome<A>::Answered{self.state().answer()});
  }
  static bool finished(const Fiber& self) { return self.handle_.finished(); }
  static bool canceled(const Fiber& self) { return self.handle_.canceled(); }
  static void cancel(const Fiber& self) { self.handle_.cancel(); }
  static void abort(const Fiber& self) { self.handle_.abort(); }
  static void cancel_within(const Fiber& self, Int millis) { self.handle_.cancel_within(millis.raw()); }
  static void detach(const Fiber& self) { self.handle_.detach(); }

  /// For cohorts, which make a child's handle.
  explicit Fiber(khora::detail::FiberHandle handle) : handle_(std::move(handle)) {}
  /// For nurseries, which take a handle over.
  const khora::detail::FiberHandle& handle() const { return handle_; }

 private:
  explicit Fiber(khora::detail::FiberState* state) : handle_(state) {}
  const khora::detail::FiberWithAnswer<A>& state() const {
    return *static_cast<const khora::detail::FiberWithAnswer<A>*>(handle_.fiber());
  }
  khora::detail::FiberHandle handle_;
};

}  // namespace core
}  // namespace khora
