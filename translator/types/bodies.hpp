// Which bodies have been checked and what each reported; checking one body asks for others on the way (T44). Internal to types/.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <vector>

#include "types/world.hpp"

namespace khora2cpp::types {

class Bodies {
 public:
  explicit Bodies(World& of) : world(of) {}
  World& world;

  void check_all();
  /// Makes sure that the inferred rows of `function` are known as far as they can be: in a group of functions that call each other they
  /// are what earlier rounds found.
  void ensure(Function& function);
  /// Makes sure that the type of a constant is known. False when its value needs itself, which is reported.
  bool ensure(Constant& constant, Span mention);

  /// Whether nobody knows what `function` raises: its body raises what its declaration does not say, or its row is inferred from a body with
  /// mistakes. Checks the body if need be. What depends on the row of such a function is not reported.
  bool row_is_unsure(const Function& function);
  void note_unsure_row(const Function& function) { unsure_rows_.insert(&function); }

 private:
  enum class Phase { running, provisional, done };
  struct Entry {
    Phase phase = Phase::running;
    std::size_t low = 0;            ///< the lowest place on the stack that can be reached (Tarjan)
    bool recursive = false;         ///< calls itself
    std::size_t sizes_before = 0;   ///< of its rows, before this round
  };
  void check(Function& function);
  void visit(Function& function, const std::function<void()>& check_body);
  void reach(const Function& function);
  std::size_t position(const Function& function) const;

  std::map<const Function*, Entry> entries_;
  std::vector<Function*> stack_;    ///< not done yet, callers before what they call
  std::vector<Function*> running_;  ///< being checked right now, outermost first
  std::map<const Function*, diagnostics::Diagnostics> reports_;
  std::set<const Function*> unsure_rows_;
};

}  // namespace khora2cpp::types
