// What evaluating a piece of lowered code touches: the basis for deciding which operands may stay in one C++ expression although C++ leaves
// their order open (emission.md 2, "Order").
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "lower/tree.hpp"

namespace khora2cpp::lower {

struct Touch {
  bool effect = false;        ///< calls something that may have an effect, or leaves
  bool reads_fields = false;  ///< reads a `mut` field
  std::vector<const Variable*> reads;   ///< variables that change
  std::vector<const Variable*> writes;
  std::vector<std::string> traps;       ///< the texts of traps; `?` for one that agrees with no other

  void add(const Touch& other);
  bool is_pure() const { return !effect && traps.empty() && writes.empty(); }
};

/// Whether `first` must be finished before `second` begins.
bool conflict(const Touch& first, const Touch& second);

/// Remembers what it worked out: expressions never change once they are part of another.
class Touches {
 public:
  /// The module whose function is lowered. What a constant of another one computes is not looked at: an interface does not tell.
  void look_from(const modules::Module* module) { module_ = module; }
  const Touch& of(const Expr* expr);
  Touch of(const Block& block);

 private:
  Touch work_out(const Expr& expr);
  Touch of(const Statement& statement);
  const Touch& of_initializer(const types::Constant& constant);
  void add_initializer(const types::Expr& expr, Touch& touch);
  const modules::Module* module_ = nullptr;
  std::unordered_map<const types::Constant*, Touch> constants_;
  std::unordered_map<const Expr*, Touch> known_;
};

/// Whether the library function has no effect; `traps` says whether it can trap.
bool is_silent(const types::Function& function, bool& traps);

}  // namespace khora2cpp::lower
