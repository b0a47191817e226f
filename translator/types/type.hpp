// Types and rows as the checker works with them. Terms live in an `Arena` and are shared; unification binds variables in place, so every
// reader goes through `resolved(..)`.
#pragma once

#include <deque>
#include <map>
#include <string>
#include <vector>

#include "source/source.hpp"

namespace khora2cpp::types {

struct TypeDecl;
struct TraitDecl;
struct TypeParam;
struct Type;
struct Row;

/// A row variable to be solved (an instantiated `'er`, or the row of a lambda while its body is checked).
struct RowVar {
  Row* solution = nullptr;  ///< null while unsolved; an unsolved one means the empty row when the body is done (T48)
  int id = 0;
  bool is_bound = false;    ///< stands for a row parameter that is bound (`TypeParam::is_bound`)
};

/// Where a row goes on: a variable, a rigid row parameter, or an associated row such as `I::Effects`.
struct RowTail {
  RowVar* variable = nullptr;
  const TypeParam* parameter = nullptr;
  Type* projection = nullptr;  ///< a `Kind::projection` type that names a row
  friend bool operator==(const RowTail&, const RowTail&) = default;
};

/// A set of labelled entries (capabilities by label, failures by the name of their type) with any number of tails.
///
/// What a tail stands for is passed at the call of the function, as the entries are, unless the tail is bound: then it is captured where
/// the function is given (emission.md 4). `passed` tells.
struct Row {
  std::map<std::string, Type*> entries;
  /// Failure entries whose label is not known yet: a type variable or a type parameter (F3).
  std::vector<Type*> unlabeled;
  std::vector<RowTail> tails;
  bool is_unsure = false;  ///< a part of what was written is not known, and was reported: it may hold what is asked of it
};

enum class Kind {
  variable,     ///< to be solved
  parameter,    ///< a rigid type parameter (or `Self` of a trait)
  nominal,      ///< a declared or built-in type with its arguments; with fewer arguments than parameters it is a constructor (T29)
  application,  ///< `F<A>` with `F` a parameter or variable of constructor kind
  tuple,        ///< `()` is the empty tuple
  function,
  projection,   ///< `A::Item`, not (yet) reducible
  constant,     ///< an integer argument, `Grid<Int, 3, 4>`
  row,          ///< a row as a type argument, `Fiber<A, 'er>`
  forall,
  never,
  error         ///< after a reported mistake; unifies with everything
};

struct Type {
  Kind kind;
  // variable
  Type* solution = nullptr;
  int id = 0;
  int level = 0;
  bool integer_literal = false;  ///< an integer literal's type: only an integer type fits, `Int` when nothing else is known
  source::Span origin;           ///< where the variable came from, for D420
  // parameter
  const TypeParam* parameter = nullptr;
  // nominal
  const TypeDecl* decl = nullptr;
  // nominal, application (head first), tuple, projection (the trait's arguments after Self)
  std::vector<Type*> arguments;
  // application
  Type* head = nullptr;
  // function
  std::vector<Type*> parameters;
  Type* result = nullptr;
  Row* capabilities = nullptr;
  Row* failures = nullptr;
  // projection: `<self as trait>::name`
  const TraitDecl* trait = nullptr;
  Type* self = nullptr;
  std::string name;
  // constant
  long long value = 0;
  // row
  Row* row = nullptr;
  // forall
  std::vector<const TypeParam*> binders;
  Type* body = nullptr;
};

/// Owns types and rows; nothing is freed before the arena.
class Arena {
 public:
  Type* make(Kind kind) {
    types_.push_back(Type{});
    types_.back().kind = kind;
    return &types_.back();
  }
  Row* make_row() {
    rows_.emplace_back();
    return &rows_.back();
  }
  RowVar* make_row_variable() {
    variables_.emplace_back();
    variables_.back().id = static_cast<int>(variables_.size());
    return &variables_.back();
  }

 private:
  std::deque<Type> types_;
  std::deque<Row> rows_;
  std::deque<RowVar> variables_;
};

/// The type behind solved variables, at the head only.
Type* resolved(Type* type);
inline const Type* resolved(const Type* type) { return resolved(const_cast<Type*>(type)); }

/// A row with its solved tails spliced in and duplicates gone; unsolved variables stay as tails.
Row flattened(const Row& row);

/// The part of a capability row that a caller passes: what bound tails stand for is left out. Tails that are left are rows passed as data,
/// and variables that nothing has solved.
Row passed(const Row& row);
/// The tails among them that stand for a row that is known only to whoever uses this code: parameters and associated rows.
std::vector<RowTail> passed_tails(const Row& row);

/// Whether one of the parameters stands free in the type; rows count.
bool mentions_one_of(const Type* type, const std::vector<const TypeParam*>& parameters);

/// Whether two unlabelled failure entries are the same one.
bool same_place(const Type* left, const Type* right);

/// The type as the user would write it.
std::string to_string(const Type* type);
std::string to_string(const Row& row, bool failures);
/// Both types as text between backticks, joined by "and"; with the modules that declare them when they would read the same.
std::string distinct(const Type* left, const Type* right);
/// `left` as text, qualified when `right` would read the same.
std::string told_apart(const Type* left, const Type* right);

}  // namespace khora2cpp::types
