// What a Handoff checks before it takes a value over (concurrency.md 12).
#pragma once

#include <cstddef>
#include <unordered_map>
#include <vector>

#include "khora/walk.hpp"

namespace khora::detail {

/// Looks at everything reachable from a value that is about to change fibers. What can be written, and what leads there, must be
/// referenced from inside the value only; what cannot may be held elsewhere too and is counted atomically from then on.
///
/// Objects that are shared already lead to nothing that can be written, so the walk stops at them.
class HandoffCheck final : public Visitor {
 public:
  void reference(const Header& object, const Kind& kind) override;
  /// Ends the process if the check fails. `sent` is the name of the type that was sent.
  void finish(const char* sent);

 private:
  struct Node {
    const Header* object;
    const Kind* kind;
    int inside;                       // references met
    bool writes;                      // writable, or leads to something writable
    std::vector<std::size_t> holders;
  };
  static constexpr std::size_t outside = ~std::size_t{0};

  std::vector<Node> nodes_;
  std::unordered_map<const Header*, std::size_t> places_;
  std::size_t current_ = outside;  // whose references are being visited
};

/// Checks that the sender gives `value` up.
template <class A>
void check_handoff(const A& value) {
  HandoffCheck check;
  walk(value, check);
  check.finish(khora_name<A>());
}

}  // namespace khora::detail
