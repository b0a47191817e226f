// `join_all` (std-core.md 20.5).
#pragma once

#include <utility>

#include "khora/native/fiber.hpp"
#include "khora/native/list.hpp"
#include "khora/tagged.hpp"

namespace khora::core {

/// The answers in the order of the handles. If one failed, the others are asked to stop and waited for before this leaves.
template <class A>
Tagged<List<A>> join_all(const List<Fiber<A>>& fibers) {
  ListBuilder<A> answers;
  for (const Fiber<A>& fiber : fibers) {
    A answer{};
    if (const Rest rest = Fiber<A>::join(fiber).to(answer)) {
      if (rest.raised()) {
        for (const Fiber<A>& other : fibers) Fiber<A>::cancel(other);
        for (const Fiber<A>& other : fibers) khora::detail::await_end(*other.handle().fiber(), khora::detail::GiveUp::only_pass);
      }
      return rest;
    }
    answers.add(std::move(answer));
  }
  return answers.finish();
}

}  // namespace khora::core
