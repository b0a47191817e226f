// What analysis/ finds out about the typed program, for lower/, emit/ and the writer of `.khi` files. Everything is decided once; readers
// only look up.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "analysis/template_shape.hpp"
#include "types/program.hpp"

namespace khora2cpp::analysis {

/// A call through a bound on which the facts of a generic function depend: `<self as trait>::function`.
struct BoundCall {
  types::Type* self = nullptr;
  const types::TraitDecl* trait = nullptr;
  std::vector<types::Type*> trait_arguments;
  const types::Function* function = nullptr;
};

/// Facts about one function, method, test or constant initializer.
struct FunctionFacts {
  /// Can stop in every specialization.
  bool stops = false;
  /// Has failures of its own; one that has only a row variable raises what its callback raises.
  bool raises = false;
  /// Returns `khora::Tagged<..>` in C++.
  bool tagged = false;
  /// Reads the flag at entry (c5.3).
  bool entry_check = false;
  /// Calls itself, perhaps through others.
  bool on_cycle = false;
  /// Can stop in a specialization where one of these can (or can raise); empty for most functions.
  std::vector<BoundCall> depends;
  /// Per argument: taken by value, because the body gives it away at its last use or lets go of it (emission.md 6 and 11).
  std::vector<bool> sinks;
  /// Sends through a `Handoff`, or calls what does.
  bool hands_off = false;
  /// Read from an interface (facts_text.hpp).
  bool from_text = false;
  /// Private, and mentioned by a template's body: stands in the header, in `namespace detail`.
  bool in_header = false;
};

/// How a local is used in its function, lambdas included.
struct LocalUse {
  int reads = 0;             ///< mentions other than as target of an assignment
  bool is_assigned = false;
  bool is_captured = false;  ///< by some lambda
};

/// Facts about one lambda.
struct LambdaFacts {
  bool tagged = false;
  bool entry_check = false;
};

/// References to let go of because a `Handoff` that is sent to later counts them (emission.md 11).
struct LetGoes {
  std::map<const types::Statement*, std::vector<const types::Local*>> after;
  std::map<const types::Expr*, std::vector<const types::Local*>> before;  ///< arms and branches
};

class Facts {
 public:
  std::map<const types::Function*, FunctionFacts> functions;
  std::map<const types::Lambda*, LambdaFacts> lambdas;
  std::map<const types::Local*, LocalUse> locals;
  /// Reads (`LocalExpr`) after which a movable local is not read again before it is assigned.
  std::set<const types::Expr*> last_uses;
  std::set<const types::Local*> moved_locals;
  LetGoes let_goes;
  std::set<const types::Local*> released_locals;  ///< those that `let_goes` mentions
  /// Records and variants that stand behind a counted pointer (emission.md 6).
  std::set<const types::TypeDecl*> boxed;
  /// Private types that a template body or signature in the header mentions: they go to `namespace detail`.
  std::set<const types::TypeDecl*> types_in_header;
  std::set<const types::TraitDecl*> traits_in_header;

  const FunctionFacts& of(const types::Function* function) const;
  const LambdaFacts& of(const types::Lambda* lambda) const;
  const LocalUse& of(const types::Local* local) const;
  /// Whether an argument of a call is given to the function for good. The library takes by value what can be of any type, which it
  /// stores unless it says otherwise.
  bool takes_by_value(const types::Function* function, std::size_t argument) const;
  bool is_boxed(const types::TypeDecl* decl) const { return boxed.count(decl) != 0; }
};

std::unique_ptr<Facts> analyse(types::Program& program);

}  // namespace khora2cpp::analysis
