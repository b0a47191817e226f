// Typed program to statement trees (emission.md 1 to 9). Input: the typed program and the facts about it. Output: one tree a C++ function.
// Reports nothing: a program the checker accepted can be lowered.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <vector>

#include "analysis/facts.hpp"
#include "lower/tree.hpp"
#include "source/source.hpp"
#include "types/program.hpp"

namespace khora2cpp::lower {

class Program {
 public:
  Tree tree;
  /// Functions with a body in this translation, methods, tests and constant initializers included.
  std::map<const types::Function*, Function> functions;
  /// What anything that is emitted calls or mentions, and what is emitted whoever does. A private function that is not among them is left out.
  std::set<const types::Function*> used;
  /// Private functions among them that perhaps only templates mention which nothing instantiates: a C++ compiler may say so.
  std::set<const types::Function*> maybe_unneeded;

  const Function* find(const types::Function* function) const {
    auto found = functions.find(function);
    return found == functions.end() ? nullptr : &found->second;
  }
  bool is_used(const types::Function* function) const { return used.count(function) != 0; }
};

/// Whether there is a tree of the function: its module is translated, or its body is a template's.
bool is_lowered(const types::Function& function);
/// Whether the constant is `inline constexpr` (its initializer is a literal); any other is a function called at each mention.
bool is_literal(const types::Constant& constant);

/// Lowers every function with a body that belongs to a module which is translated or whose body is a template's. `blocks`: those that
/// will be emitted, and what they mention is used.
std::unique_ptr<Program> lower(types::Program& program, const analysis::Facts& facts, const source::SourceSet& sources, types::Blocks blocks);

}  // namespace khora2cpp::lower
