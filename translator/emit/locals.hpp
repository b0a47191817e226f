// Names of the variables of one C++ function (emission.md 12): unique in it, its lambdas included.
#pragma once

#include <map>
#include <set>
#include <string>

#include "emit/names.hpp"
#include "lower/tree.hpp"

namespace khora2cpp::emit {

class Locals {
 public:
  /// Names everything in `function`. Input: what must not be hidden in it, see `what_locals_avoid`, and in its lambdas, see
  /// `fields_around`.
  Locals(const lower::Function& function, Scope avoided, Scope fields);

  const std::string& of(const lower::Variable* variable) const { return names_.at(variable); }
  const std::string& of(const lower::Label* label) const { return labels_.at(label); }
  /// Whether anything but its own declaration names the variable.
  bool is_mentioned(const lower::Variable* variable) const { return mentioned_.count(variable) != 0; }
  /// Whether a lambda lists it among its captures.
  bool is_captured(const lower::Variable* variable) const { return captured_.count(variable) != 0; }
  /// The `rest` of an `if (Rest rest = ..)` that stands inside `depth` others: g++ warns when one hides another.
  std::string rest(std::size_t depth) const;

 private:
  void name(const lower::Variable* variable);
  void find_mentioned(const lower::Block* body);

  Scope scope_;
  Scope fields_;
  std::set<const lower::Variable*> in_lambdas_;
  std::map<const lower::Variable*, std::string> names_;
  std::map<const lower::Label*, std::string> labels_;
  std::set<const lower::Variable*> mentioned_;
  std::set<const lower::Variable*> captured_;
};

/// Names that locals of a function must leave alone: type parameters, constants and types of its module (hiding one is a warning or an
/// error), and the functions it calls without a qualifier.
/// The answer looks into `names`, which has to live longer.
Scope what_locals_avoid(const lower::Function& function, const Names& names);

/// The fields of the class that a method is written in: clang++ warns when a lambda hides one, even where none can be reached.
Scope fields_around(const types::Function& function, const Names& names);

}  // namespace khora2cpp::emit
