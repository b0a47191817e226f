// What a generated `int main` calls.
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

#include "khora/tagged.hpp"

namespace khora {

namespace detail {

/// The entry point of a program. `run` answers the exit status through its argument.
class EntryPoint {
 public:
  virtual Rest run(std::int64_t& status) = 0;

 protected:
  ~EntryPoint() = default;
};

/// Runs `entry` as the root fiber, ends the root region and the process (concurrency.md 17). Does not return.
[[noreturn]] void run_program(int argc, char** argv, EntryPoint& entry, bool can_stop);

/// The arguments `int main` was given, the program's name first. Empty in a C++ host that never called `run_main`.
struct Arguments {
  int count = 0;
  char** values = nullptr;
};
Arguments program_arguments();

/// An exit status from whatever `main` answers: `()` is 0, an `Int` itself.
template <class A>
std::int64_t exit_status(const A& answer) {
  if constexpr (std::is_same_v<A, Unit>) {
    return 0;
  } else if constexpr (std::is_integral_v<A>) {
    return answer;
  } else {
    return answer.raw();
  }
}

}  // namespace detail

/// Runs `entry`, the translated `main`, and ends the process with the status of concurrency.md 17.3. `can_stop` says whether the
/// first signal cancels it (17.6).
template <class F>
int run_main(int argc, char** argv, F entry, bool can_stop) {
  class Entry final : public detail::EntryPoint {
   public:
    explicit Entry(F f) : f_(f) {}
    Rest run(std::int64_t& status) override {
      auto result = call(f_);
      if (result.answered()) status = detail::exit_status(result.answer());
      return result.rest();
    }

   private:
    F f_;
  } point(entry);
  detail::run_program(argc, argv, point, can_stop);
}

}  // namespace khora
