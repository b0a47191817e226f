// The statement tree: what lower/ hands to emit/. Every step of evaluation, every check, every way out and every release scope is a node;
// emit/ prints nodes and decides names, includes and layout, nothing else.
//
// Types stay Khora types (`types::Type`), to be read through `types::resolved`. All nodes are owned by the `Tree` they were made in.
#pragma once

#include <deque>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "source/source.hpp"
#include "syntax/ast.hpp"
#include "types/program.hpp"

namespace khora2cpp::lower {

using source::Span;
using types::Type;
struct Expr;
struct Block;

// ---- variables -----------------------------------------------------------------------------------------------------------------

/// A C++ variable: a parameter, a local, a capability, a captured one, or a helper that lowering needs.
///
/// Names are suggestions: the naming pass keeps `base` where it is free in the function and appends `_2` .. where it is not. Two variables
/// never share a name inside one C++ function, its lambdas included. A captured variable is the same `Variable` inside and outside.
struct Variable {
  std::string base;                     ///< as written in Khora, or made of the callee's name (`probe_answer`)
  const Type* type = nullptr;           ///< of the value it stands for
  const types::Local* local = nullptr;  ///< null for helpers
  bool is_read = false;                 ///< false: nothing mentions it; leave a parameter's name out
  bool changes = false;                 ///< assigned or moved from after it was initialized
  bool is_dependent = false;            ///< C++ does not know its type before a template is instantiated, though `type` is no parameter
};

// ---- expressions ---------------------------------------------------------------------------------------------------------------

struct VariableRef {
  Variable* variable = nullptr;
};

/// A literal of `Expr::type`.
struct Literal {
  enum class Kind { integer, floating, string, character, boolean, unit };
  Kind kind = Kind::unit;
  std::string text;          ///< integer: digits, with `-` when negative; string: its bytes; boolean: `true` or `false`
  char32_t character = 0;
  /// C++ must see the Khora type: print `khora::Int{3}`, `khora::String("a")`. Else the bare literal converts where it stands.
  bool typed = false;
};

/// A constant with an initializer that is not a literal is a function (emission.md 10): `name()`; a literal one is `name`.
struct ConstantRef {
  const types::Constant* constant = nullptr;
};

/// How a call names what it calls.
struct Callee {
  enum class Kind {
    function,      ///< a free function: `ns::f<explicit..>(..)`
    member,        ///< inherent function: `Owner::f<explicit..>(..)`; `owner` is the type it is a static member of
    trait_member,  ///< `ns::impl::Trait<owner, trait_arguments..>::f<explicit..>(..)`
    value,         ///< a function value: `value(..)`, or `khora::call(value, ..)` when `through_call`
    operation,     ///< `value->operation(..)` of a handler
    runtime,       ///< a function of the runtime: `runtime_name(..)`, complete with `khora::`
    method         ///< a member of a runtime object: `value.runtime_name(..)` (`builder.add(x)`, `builder.finish()`)
  };
  Kind kind = Kind::function;
  const types::Function* function = nullptr;
  const Type* owner = nullptr;
  std::vector<Type*> trait_arguments;
  /// What stands between `<` and `>`; may be fewer than the template has (the rest is deduced).
  std::vector<Type*> explicit_arguments;
  Expr* value = nullptr;
  bool through_call = false;
  const types::TypeDecl* effect = nullptr;
  std::size_t operation = 0;
  std::string runtime_name;
};

/// A call. Ordinary arguments, then capabilities, then rows as data, already in C++ order.
struct Call {
  Callee callee;
  std::vector<Expr*> arguments;
  /// `khora::call_with(value, row, ..)`: a function value that takes the capabilities of a row whose labels are not known here.
  Expr* row = nullptr;
};

/// `f`, `Owner::f` as a value: only where neither template arguments nor overloads are in play (else lowering writes a lambda).
struct FunctionName {
  Callee callee;
};

/// `object.field` or `object->field`.
struct Member {
  Expr* object = nullptr;
  const types::TypeDecl* decl = nullptr;
  std::size_t field = 0;
  bool boxed = false;
};

/// The payload of a case, `object.as<T::Case>().field`. `object`'s type tells the variant's arguments.
struct Payload {
  Expr* object = nullptr;
  const types::TypeDecl* decl = nullptr;
  std::size_t index = 0;  ///< of the case
  std::size_t field = 0;
};
/// `object.is<T::Case>()`, negated: `!object.is<..>()`.
struct CaseTest {
  Expr* object = nullptr;
  const types::TypeDecl* decl = nullptr;
  std::size_t index = 0;
};
/// `khora::get<index>(object)`.
struct TupleGet {
  Expr* object = nullptr;
  std::size_t index = 0;
};

/// A record literal with every field, in declaration order. `Expr::type` is the record. Boxed ones are made from their fields struct.
struct MakeRecord {
  const types::TypeDecl* decl = nullptr;
  std::vector<Expr*> fields;
  bool boxed = false;
};
/// `T{T::Case{..}}`.
struct MakeCase {
  const types::TypeDecl* decl = nullptr;
  std::size_t index = 0;
  std::vector<Expr*> arguments;
};
struct MakeWrapper {
  const types::TypeDecl* decl = nullptr;
  Expr* value = nullptr;
};
struct MakeTuple {
  std::vector<Expr*> elements;
};
/// `List<A>::of(a, b, c)`; without elements `List<A>()`. `Expr::type` is the list.
struct MakeList {
  std::vector<Expr*> elements;
};
/// A handler: `Kiln(KilnOps{.light = .., .heat = ..})`, operations in declaration order.
struct MakeHandler {
  const types::TypeDecl* effect = nullptr;
  std::vector<Expr*> operations;
};
/// `khora::Row<khora::Cap<"fs", FsRead>..>{fs, ..}`; entries sorted by label. `type` of each value is the effect.
struct MakeRow {
  std::vector<std::pair<std::string, Expr*>> entries;
};
/// `khora::the<"label">(row)`.
struct RowEntry {
  Expr* row = nullptr;
  std::string label;
};
/// `khora::merged(row, ..)`: the rows as one.
struct MergeRows {
  std::vector<Expr*> rows;
};
/// `Ef(row)`: the part of a row that `Expr::type` names.
struct RowPart {
  Expr* row = nullptr;
};
/// The default value of `Expr::type`: `A{}`.
struct DefaultValue {};
/// A `khora::ListBuilder<A>` that is empty; `element` is A. Only as initializer of a `Declare` with `Form::automatic`.
struct MakeBuilder {
  const Type* element = nullptr;
};

/// One value captured by a lambda, always by copy: `[x]`, or `[x = khora::share(x)]`, or `[x = init]`.
struct Capture {
  Variable* variable = nullptr;
  bool shared = false;
  Expr* init = nullptr;  ///< null: the variable of the same name outside
};
/// How a function or lambda returns.
enum class Convention {
  nothing,  ///< `void`: answers `()`, can neither stop nor raise
  plain,    ///< the answer
  tagged    ///< `khora::Tagged<A>`
};
struct Lambda {
  std::vector<Capture> captures;
  bool captures_by_reference = false;  ///< `[&]`, only the operand of a `catch` called on the spot
  std::vector<Variable*> parameters;   ///< capabilities included; form by type as for functions
  Variable* row = nullptr;             ///< not null: `khora::needing<Row>([..](.., const Row& effects) ..)`, the last of the parameters
  Variable* recursive = nullptr;       ///< not null: `khora::Recursive([..](const auto& go, ..) ..)`
  Convention convention = Convention::plain;
  const Type* result = nullptr;
  bool writes_result = false;          ///< `-> khora::Tagged<A>` or `-> A` is written; else C++ deduces it
  Block* body = nullptr;
  bool is_mutable = false;
};

enum class Unary { negate, logical_not };
enum class Binary { add, subtract, multiply, divide, remainder, equal, not_equal, less, less_equal, greater, greater_equal, logical_and,
                    logical_or };
struct UnaryOp {
  Unary op = Unary::negate;
  Expr* operand = nullptr;
};
/// Of built-in operands only; C++ has the operator. emit/ adds the parentheses.
struct BinaryOp {
  Binary op = Binary::add;
  Expr* left = nullptr;
  Expr* right = nullptr;
  int operators = 1;  ///< of the chain that it ends
};
struct Conditional {
  Expr* condition = nullptr;
  Expr* then = nullptr;
  Expr* otherwise = nullptr;
};
/// `khora::text(..)`: pieces that are string literals (`Literal`, not typed) and values.
struct Text {
  std::vector<Expr*> pieces;
};
/// `std::move(x)`, `khora::share(x)`, `x.answer()`, `khora::tagged(call)`, a copy (`auto(x)`; print `Type(x)`).
struct Wrapped {
  enum class Kind { move, share, answer, tagged, copy };
  Kind kind = Kind::move;
  Expr* operand = nullptr;
};
/// A lambda beside the counted objects it captures: `khora::holds(lambda, a, b)`. emission.md 11.
struct Holds {
  Expr* lambda = nullptr;
  std::vector<Variable*> held;
};
/// `tried.answered()`; for a `khora::Rest` its negation, `rest`, negated: `!rest`. See `Branch` for `caught`.
struct Answered {
  Variable* tried = nullptr;
  bool is_rest = false;  ///< goto form: the variable is a `khora::Rest`
  bool negated = false;  ///< `!tried.answered()`, `rest`
};
/// The error inside a `caught` handle: `*leak`.
struct CaughtValue {
  Variable* caught = nullptr;
};

struct Expr {
  Span span;
  const Type* type = nullptr;  ///< of the value; of the answer when `tagged`
  bool tagged = false;         ///< the C++ expression is `khora::Tagged<type>` (calls only)
  bool is_void = false;        ///< the C++ expression has type `void` (a plain call that answers `()`)
  std::variant<VariableRef, Literal, ConstantRef, Call, FunctionName, Member, Payload, CaseTest, TupleGet, MakeRecord, MakeCase,
               MakeWrapper, MakeTuple, MakeList, MakeHandler, MakeRow, RowEntry, MergeRows, RowPart, DefaultValue, MakeBuilder, Lambda, UnaryOp, BinaryOp,
               Conditional, Text, Wrapped, Holds, Answered, CaughtValue>
      node;
};

// ---- statements ----------------------------------------------------------------------------------------------------------------

/// `const A x = e;`, `A x;`, `const A& x = e;`, `const auto x = e;`
struct Declare {
  enum class Form {
    value,              ///< `A x = e;` or `A x;`
    constant,           ///< `const A x = e;`
    reference,          ///< `const A& x = e;`, scalars `const A x = e;`
    automatic,          ///< `auto x = e;`   (a tagged result, a builder, `tried`)
    automatic_constant  ///< `const auto x = e;`   (a lambda that is only called or passed on)
  };
  Variable* variable = nullptr;
  Form form = Form::value;
  Expr* init = nullptr;        ///< null: the default state
  bool maybe_unused = false;
};
/// `target = value;`
struct Assign {
  Expr* target = nullptr;
  Expr* value = nullptr;
};
/// `e;`, `static_cast<void>(e);` where C++ would warn about the value that is dropped (`discards`).
struct Evaluate {
  Expr* value = nullptr;
  bool discards = false;
};
/// `if (khora::stop_pending()) return khora::stopped;  // entry, !`; `khora::stop_at_entry()` when it is an entry check alone.
struct Check {
  bool entry = false;
  bool mark = false;
  bool loop = false;
};
struct Label {
  std::string base;  ///< `caught`
  Variable* rest = nullptr;
};
/// `if (khora::Rest rest = call.to(target)) return rest;`, `.rest()` without a target. With `label`:
/// `if (rest = call.to(target); rest) goto caught;`
struct CallOrLeave {
  Expr* call = nullptr;     ///< tagged
  Expr* target = nullptr;   ///< null: the answer is dropped
  Label* label = nullptr;
};
struct Return {
  enum class Kind {
    nothing,  ///< `return;` (convention `nothing`), left out at the end of the body
    value,    ///< `return e;`; in a tagged function `e` converts; never needs a move
    unit,     ///< `return khora::unit;`
    tagged,   ///< `return call;`: its tagged result is passed on; types agree
    rest,     ///< `return call.rest();`: `()` for another answer, or a call that answers `Never`
    stopped,  ///< `return khora::stopped;`
    pass      ///< `return tried.rest();`, or `return rest;` when `tried_is_rest`
  };
  Kind kind = Kind::nothing;
  Expr* value = nullptr;
  Variable* tried = nullptr;
  bool tried_is_rest = false;
  Label* label = nullptr;  ///< kind `pass` inside the goto form: `rest = tried.rest();` `goto caught;`
};
/// `return khora::raise(e);`; with `label`: `rest = khora::raise(e);` `goto caught;`
struct Raise {
  Expr* error = nullptr;
  Label* label = nullptr;
};
struct Branch {
  /// With `caught`: `const auto leak = tried.caught<E>()` is the condition itself, and `condition` is null. With `tried` alone: any
  /// raised error, `tried.rest().raised()`, or any of `errors`, `khora::raised_one_of<E, F>(tried.rest())`, and `condition` too where
  /// there is one; the body starts with a `DropError`.
  Variable* caught = nullptr;
  Variable* tried = nullptr;
  bool tried_is_rest = false;  ///< `tried` is a `khora::Rest` (goto form): `khora::Caught<E>(rest)`, `rest.raised()`
  const Type* error = nullptr;
  Expr* condition = nullptr;
  Block* body = nullptr;
  Span span;
  const syntax::Comments* leading = nullptr;
  std::vector<const Type*> errors = {};
};
/// `if (..) {..} else if (..) {..} else {..}`. `as_line`: one short statement without else, may stand on the line of the `if`.
struct If {
  std::vector<Branch> branches;
  Block* otherwise = nullptr;
  Span otherwise_span;
};
struct SwitchArm {
  std::vector<std::size_t> cases;  ///< empty: `default`
  Block* body = nullptr;
  Span span;
  const syntax::Comments* leading = nullptr;
};
/// `switch (scrutinee.which())`. Arms never hold a `break` of an outer loop; emit/ writes the `break` after an arm that can fall out.
struct Switch {
  Expr* scrutinee = nullptr;
  const types::TypeDecl* decl = nullptr;
  std::vector<SwitchArm> arms;
};
/// `for (;;) {..}`.
struct Loop {
  Block* body = nullptr;
};
/// `while (condition) {..}`: the condition is one expression without statements.
struct While {
  Expr* condition = nullptr;
  Block* body = nullptr;
};
/// `for (const A& element : iterable)`; the iterable is a variable or something that lives long enough.
struct ForRange {
  Variable* element = nullptr;
  Expr* iterable = nullptr;
  Block* body = nullptr;
};
struct Break {};
struct Continue {};
/// `{ .. }`, to end the life of what it declares.
struct Nested {
  Block* body = nullptr;
};
/// `khora::Rest rest; { body } caught:` (the `goto` form of `catch`). The arms follow as statements of their own.
struct Labelled {
  Label* label = nullptr;
  Block* body = nullptr;
};
/// `khora::unreachable();`
struct Unreachable {};
/// `if (!(condition)) return khora::assertion_failed("file.kh", 12, "text");` with `message` (a `String`) instead of the text if not null.
struct Assert {
  Expr* condition = nullptr;
  Expr* message = nullptr;
  std::string text;          ///< of the condition, as written
};
/// `tried.rest().drop();`, `rest.drop();`: the error that an arm `_` took.
struct DropError {
  Variable* tried = nullptr;
  bool tried_is_rest = false;
};
/// `khora::let_go(x);` emission.md 11.
struct LetGo {
  Variable* variable = nullptr;
};
/// Comments with nothing after them.
struct Remark {
  const syntax::Comments* comments = nullptr;
};

struct Statement {
  Span span;
  const syntax::Comments* leading = nullptr;   ///< above it; null or empty when there are none
  const syntax::Comments* trailing = nullptr;  ///< behind it
  std::variant<Declare, Assign, Evaluate, Check, CallOrLeave, Return, Raise, If, Switch, Loop, While, ForRange, Break, Continue, Nested,
               Labelled, Unreachable, Assert, DropError, LetGo, Remark>
      node;
};
struct Block {
  std::vector<Statement> statements;
};

// ---- functions -----------------------------------------------------------------------------------------------------------------

/// One C++ function: a Khora function, a method, a test, a constant's initializer, or a derived method.
struct Function {
  const types::Function* source = nullptr;
  std::vector<Variable*> parameters;    ///< one a Khora argument
  std::vector<Variable*> capabilities;  ///< one a direct capability entry, sorted by label
  std::vector<Variable*> rows;          ///< `const Ef& effects`: capabilities that come as data (emission.md 4 and 9); their types are rows
  std::vector<bool> sinks;              ///< per parameter: taken by value
  Convention convention = Convention::plain;
  Block* body = nullptr;                ///< null: native, an import from C, or a signature
};

/// Owns nodes; addresses are stable.
class Tree {
 public:
  Variable* variable(std::string base, const Type* type) {
    variables_.push_back({std::move(base), type, nullptr, false, false, false});
    return &variables_.back();
  }
  template <class Node>
  Expr* expr(Span span, const Type* type, Node node) {
    exprs_.push_back({span, type, false, false, std::move(node)});
    return &exprs_.back();
  }
  Block* block() { return &blocks_.emplace_back(); }
  Label* label(std::string base, Variable* rest) { return &labels_.emplace_back(Label{std::move(base), rest}); }

 private:
  std::deque<Variable> variables_;
  std::deque<Expr> exprs_;
  std::deque<Block> blocks_;
  std::deque<Label> labels_;
};

}  // namespace khora2cpp::lower
