// Unification of types and rows, substitution, and the choice of trait impls. Works on the terms of one `Program`; reports nothing.
#pragma once

#include <functional>
#include <vector>

#include "types/impls.hpp"
#include "types/program.hpp"

namespace khora2cpp::types {

/// Why a row does not fit into another one.
struct RowMisfit {
  enum class Reason { none, no_room, one_type_only, two_instantiations };
  Reason reason = Reason::none;
  std::string label;
  Type* type = nullptr;    ///< the entry for which there is no room
  Type* other = nullptr;   ///< the entry that already has the label or the place
  const RowTail* tail = nullptr;
  explicit operator bool() const { return reason != Reason::none; }
};

/// Why a type cannot cross between fibers.
struct Obstacle {
  enum class Kind {
    none,
    written,        ///< a field that can be assigned; `name` is `Type.field`
    writable_type,  ///< a library type whose contents can be written, `Array`
    opaque,         ///< a type without a body whose module does not say that it is `Share`
    function,
    parameter,      ///< a type parameter or an associated type without the bound
    fiber_bound     ///< `Region`, `Scope` or `Claim`
  };
  Kind kind = Kind::none;
  std::string name;
};

class Solver {
 public:
  explicit Solver(Program& program) : program_(program), arena_(program.arena) {}

  // ---- making types
  Type* fresh(Span origin);
  Type* fresh_integer(Span origin);
  Type* nominal(const TypeDecl* decl, std::vector<Type*> arguments = {});
  Type* builtin(Builtin kind) { return nominal(program_.builtin(kind)); }
  Type* tuple(std::vector<Type*> elements);
  Type* unit() { return tuple({}); }
  Type* function(std::vector<Type*> parameters, Type* result, Row* capabilities, Row* failures);
  Type* parameter(const TypeParam* parameter);
  Type* row_type(Row* row);
  Type* projection(const TraitDecl* trait, std::vector<Type*> trait_arguments, Type* self, std::string name);
  Type* never() { return arena_.make(Kind::never); }
  Type* error() { return arena_.make(Kind::error); }
  Row* empty_row() { return arena_.make_row(); }
  /// A row to be solved; the one that stands for `parameter`, if given.
  Row* open_row(const TypeParam* parameter = nullptr);

  // ---- unification
  /// Makes both types equal, or changes nothing and answers false. The error type fits everything, and so does `Never` (T50), though not as
  /// a part of another type: an `Option<Never>` is no `Option<Int>`.
  bool unify(Type* left, Type* right);
  /// Whether they could be made equal; nothing is changed.
  bool unifies(Type* left, Type* right);
  /// As `unify`, with `Never` equal to itself alone: where both types are those of one value, or of functions that stand for one another.
  bool same(Type* left, Type* right);
  /// Lets `row` have room for the entry: it is there already (types are unified), or an unsolved tail takes it.
  RowMisfit include(Row* row, const std::string& label, Type* type, bool failures);
  RowMisfit include_tail(Row* row, const RowTail& tail);
  /// The unsolved tail that takes up more of what is passed, or of what is bound; null if there is none.
  RowVar* room_in(const Row& row, bool bound);
  /// Adds to what the unsolved variable stands for, and leaves room for more.
  Row* extend(RowVar* variable);
  /// Adds to a row unless it is there already.
  void include_unlabeled(Row* row, Type* type);
  void add_tail(Row* row, const RowTail& tail);
  /// Every entry and tail of `actual` must have room in `expected` (T49).
  RowMisfit fit(Row* actual, Row* expected, bool failures);

  /// Resolves projections that have become reducible at the head of a type.
  Type* normalized_head(Type* type);
  /// The same everywhere; answers a type without solved variables.
  Type* normalized(Type* type);
  void normalize_row(Row* row);

  // ---- traits
  /// Assumptions in force: bounds of the type parameters in scope are stored at the parameters themselves.
  enum class Verdict { yes, no, unknown };
  /// Whether `self` has an impl (or a bound) for the trait, checking the impl's bounds recursively. `unknown` while variables hide it.
  /// On `no`, `culprit` (if given) says which inner requirement failed.
  struct Requirement {
    const TraitDecl* trait = nullptr;
    std::vector<Type*> arguments;
    Type* self = nullptr;
  };
  Verdict holds(const Requirement& requirement, Requirement* culprit = nullptr, int depth = 0);
  /// The impl for a type that is no parameter; trait arguments that are still variables are unified with the impl's.
  /// Empty when there is none, and when there are several candidates because arguments are still open (`several` says which).
  SelectedImpl select(const TraitDecl* trait, const std::vector<Type*>& arguments, Type* self, bool bind_arguments,
                      bool* several = nullptr);
  /// All traits a parameter's bounds give, supertraits included, with their arguments.
  std::vector<TypeParam::Bound> bounds_of(const TypeParam* parameter);
  std::vector<TypeParam::Bound> with_supertraits(const std::vector<TypeParam::Bound>& bounds, Type* self);

  /// Structural `Share` (concurrency.md 15.1). On `no`, `obstacle` (if given) says what is in the way.
  Verdict shareable(Type* type, Obstacle* obstacle = nullptr);
  /// The `Region`, `Scope` or `Claim` that a value of the type may hold, whatever else it holds; null if none.
  const TypeDecl* fiber_bound_part(Type* type);

  Program& program() { return program_; }

  Impls impls;  ///< filled by declare
  /// Variables of rows `{ E }` that met a row about which nothing was known. Where nothing comes to be known that row is empty (T48), and
  /// there is no `E`.
  std::vector<Type*> perhaps_never;

  /// Runs `trial`; when it answers false all bindings it made are undone.
  bool attempt(const std::function<bool()>& trial);

 private:
  bool unify_step(Type* left, Type* right);
  bool unify_rows(Row* left, Row* right);
  bool make_equal(Row* left, Row* right);
  bool pass_the_same(Row* left, Row* right);
  bool bind(Type* variable, Type* type);
  bool occurs(const Type* variable, Type* type);
  void bind_row(RowVar* variable, Row* row);
  bool match(Type* pattern, Type* type, std::map<const TypeParam*, Type*>& bindings, bool& unknown);
  bool match_row(Row* pattern, Row* row, std::map<const TypeParam*, Type*>& bindings, bool& unknown);
  Verdict holds_by_bounds(const std::vector<TypeParam::Bound>& bounds, const Requirement& requirement);
  Verdict shareable_step(Type* type, Obstacle* obstacle, std::vector<const TypeDecl*>& visiting);
  const TypeDecl* fiber_bound_step(Type* type, std::vector<const TypeDecl*>& visiting);

  Program& program_;
  Arena& arena_;
  int next_id_ = 0;
  std::vector<std::pair<const Type*, std::string>> reduced_;  ///< associated types that are being reduced, and of which types
  std::vector<Type*> type_trail_;
  std::vector<RowVar*> row_trail_;
  int trials_ = 0;
};

/// Substitution of parameters (types, rows and constants alike).
class Substitution {
 public:
  void set(const TypeParam* parameter, Type* type) { map_[parameter] = type; }
  Type* find(const TypeParam* parameter) const {
    const auto at = map_.find(parameter);
    return at == map_.end() ? nullptr : at->second;
  }
  bool empty() const { return map_.empty(); }
  Type* apply(Solver& solver, Type* type) const;
  Row* apply(Solver& solver, Row* row) const;

 private:
  std::map<const TypeParam*, Type*> map_;
};

}  // namespace khora2cpp::types
