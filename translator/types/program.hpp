// The typed program: what types/ hands to analysis/ and lower/. Every name is resolved, every type known, sugar is gone.
//
// Declarations and expressions are owned by `Program`. After checking, no type variable is left unsolved: read types through `resolved`.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "modules/graph.hpp"
#include "types/type.hpp"

namespace khora2cpp::types {

using source::Span;
struct Expr;
struct Pattern;
struct Block;
struct Function;
struct ImplDecl;
struct EffectDecl;
struct Lambda;

// ---- declarations --------------------------------------------------------------------------------------------------------------

/// Where a declaration stands; common to all kinds.
struct Declared {
  std::string name;
  Span span;       ///< the whole declaration
  Span name_span;
  bool is_pub = false;
  const modules::Module* module = nullptr;   ///< null for built-in types
  const syntax::File* file = nullptr;        ///< the part of the module
  const syntax::Comments* leading = nullptr; ///< comments above it
};

struct TypeParam {
  enum class Kind { type, row, constant };
  Kind kind = Kind::type;
  std::string name;
  int arity = 0;                               ///< > 0: a type constructor taking that many arguments
  struct Bound {
    const TraitDecl* trait = nullptr;
    std::vector<Type*> arguments;              ///< of the trait, after Self
  };
  std::vector<Bound> bounds;
  bool is_self = false;                        ///< the `Self` of a trait
  bool is_failure_row = false;                 ///< kind row: used in `raises` (else in `with`)
  /// Kind row: of a function that is handed only functions with this row, and requires it. Whoever calls it binds to them what the row
  /// stands for, so that the row has no C++ form (emission.md 4). Any other row of capabilities is passed as data.
  bool is_bound = false;
  bool is_unsure = false;                      ///< a bound could not be found, and was reported: it may have what is asked of it
};

/// Built-in types that need no declaration.
enum class Builtin { none, int_, i8, i16, i32, u8, u16, u32, u64, float_, bool_, char_, string, ptr };

struct Field {
  std::string name;
  Type* type = nullptr;
  bool is_pub = false;
  bool is_mut = false;
  Span span;
  const syntax::Comments* leading = nullptr;
};
struct Case {
  std::string name;
  std::vector<Field> payload;  ///< names empty when positional
  bool has_payload = false;
  Span span;
  const syntax::Comments* leading = nullptr;
};

/// A declared or built-in type. Effects are types too (their values are handlers).
struct TypeDecl : Declared {
  enum class Shape { builtin, record, variant, wrapper, opaque, effect };
  Shape shape = Shape::opaque;
  Builtin builtin = Builtin::none;
  std::vector<TypeParam*> parameters;
  std::vector<Field> fields;          ///< record: its fields; effect: its operations (function types); wrapper: one field `value`
  std::vector<Case> cases;            ///< variant
  bool wrapper_is_pub = false;
  std::vector<const TraitDecl*> derives;
  bool is_native = false;             ///< `// @native type`: its C++ class is hand-written
  bool is_unsure = false;             ///< an impl for it could not be understood, and was reported: it may have what is asked of it
  const syntax::TypeDecl* syntax = nullptr;
  const syntax::EffectDecl* effect_syntax = nullptr;

  bool has_mut_field() const {
    for (const Field& field : fields) {
      if (field.is_mut) return true;
    }
    return false;
  }
};

struct AssociatedType {
  std::string name;
  std::vector<TypeParam::Bound> bounds;
  bool is_row = false;          ///< the trait writes it after `with`
  bool is_failure_row = false;  ///< the trait writes it after `raises`: a failure type or a row of them is supplied
  Span span;
};

struct TraitDecl : Declared {
  std::vector<TypeParam*> parameters;  ///< after Self
  TypeParam* self = nullptr;           ///< its arity tells a constructor trait
  std::vector<TypeParam::Bound> supertraits;
  std::vector<AssociatedType> types;
  std::vector<Function*> functions;
  const syntax::TraitDecl* syntax = nullptr;

  const Function* find(std::string_view function) const;
};

/// `impl<..> Trait for Type` or, with a null trait, `impl<..> Type`.
struct ImplDecl : Declared {
  std::vector<TypeParam*> parameters;
  const TraitDecl* trait = nullptr;
  std::vector<Type*> trait_arguments;
  Type* target = nullptr;
  std::map<std::string, Type*> types;  ///< supplied associated types (a row is a `Kind::row` type)
  std::vector<Function*> functions;    ///< written here; defaults of the trait that are not overridden are not listed
  bool is_derived = false;             ///< made by `derive(..)`; lower/ writes its functions
  const syntax::ImplDecl* syntax = nullptr;

  const Function* find(std::string_view function) const;
};

/// A local binding: parameter, `let`, pattern name, capability label.
struct Local {
  enum class Origin { parameter, let, pattern, capability, recursive_lambda };
  Origin origin = Origin::let;
  std::string name;  ///< as written; `_` never makes a local
  Type* type = nullptr;
  bool is_mut = false;
  Span span;
  const Lambda* lambda = nullptr;  ///< the innermost lambda it belongs to; null for the function itself
};

/// What a bodiless library function is, from its `// @native` pragma (see the library's README).
struct NativeFacts {
  bool is_native = false;
  bool tagged = false;    ///< returns `Tagged<..>`; its caller can stop
  bool stops = false;     ///< plain result, but a mention makes its caller stoppable (c5 rules 4 and 5)
  bool looks_only = false;  ///< keeps none of its arguments
  bool takes_all = false;   ///< is given each of its arguments for good, and may change it in place
  bool ordinary = false;  ///< stands for an ordinary Khora function: handing it a function asks for no entry check
};

/// A function, method, trait function, test, or the initializer of a constant.
struct Function : Declared {
  enum class Role { function, inherent, trait_member, impl_member, test, constant };
  Role role = Role::function;
  std::vector<TypeParam*> parameters;       ///< its own type parameters (the impl's or trait's stand in `impl` / `trait`)
  std::vector<Local*> arguments;            ///< names `_` have an empty name
  bool has_self = false;
  Type* result = nullptr;
  Row* capabilities = nullptr;              ///< declared or inferred; direct entries are C++ parameters sorted by label, then rows as data
  Row* failures = nullptr;
  bool capabilities_inferred = false;
  bool failures_inferred = false;
  std::vector<Local*> capability_locals;    ///< one a direct capability entry, sorted by label
  ImplDecl* impl = nullptr;
  TraitDecl* trait = nullptr;
  bool is_extern = false;
  NativeFacts native;
  Expr* body = nullptr;                     ///< a block; null for a signature
  bool from_interface = false;              ///< the body is elsewhere (a `.khi`): its facts come from there
  const syntax::FunctionDecl* syntax = nullptr;
  const syntax::TestDecl* test_syntax = nullptr;
};

struct Constant : Declared {
  Type* type = nullptr;
  Function* initializer = nullptr;  ///< its body is the expression; `role == constant`
  const syntax::ConstDecl* syntax = nullptr;
};

// ---- patterns ------------------------------------------------------------------------------------------------------------------

struct WildcardPattern {};
struct BindPattern {
  Local* local = nullptr;
};
struct LiteralPattern {
  syntax::LiteralPattern::Kind kind;
  std::string text;
};
struct CasePattern {
  const TypeDecl* decl = nullptr;
  std::size_t index = 0;
  std::vector<Pattern*> arguments;
};
struct WrapperPattern {
  const TypeDecl* decl = nullptr;
  Pattern* inner = nullptr;
};
struct RecordPattern {
  const TypeDecl* decl = nullptr;
  std::vector<std::pair<std::size_t, Pattern*>> fields;  ///< index into `decl->fields`, as written
};
struct TuplePattern {
  std::vector<Pattern*> elements;
};
struct Pattern {
  Span span;
  Type* type = nullptr;
  std::variant<WildcardPattern, BindPattern, LiteralPattern, CasePattern, WrapperPattern, RecordPattern, TuplePattern> node;
};

// ---- expressions ---------------------------------------------------------------------------------------------------------------

struct UnitExpr {};
struct IntegerExpr {
  bool negative = false;
  std::string digits;
};
struct FloatExpr {
  std::string text;
};
struct DecimalExpr {
  std::string text;
};
struct CharExpr {
  char32_t value = 0;
};
struct BoolExpr {
  bool value = false;
};
struct StringExpr {
  std::string text;
};
/// An interpolated string; a hole whose type is not `String` goes through its `Show` (T38).
struct TextExpr {
  std::vector<std::string> pieces;  ///< `holes.size() + 1`
  std::vector<Expr*> holes;
};
struct LocalExpr {
  Local* local = nullptr;
};
struct ConstantExpr {
  const Constant* constant = nullptr;
};

/// The value a capability label is served by at one place: a local (a label of the function, an installation, a parameter).
struct CapabilityArgument {
  std::string label;
  Type* effect = nullptr;
  Local* local = nullptr;
};

/// A row that is known only to whoever uses the code, handed on: what it stands for reached the lambda by its own row, or the function.
struct TailArgument {
  RowTail tail;
  const Lambda* lambda = nullptr;  ///< null: the function
};

/// What serves a row that is passed as data: `khora::Row<..>`.
struct RowArgument {
  std::vector<CapabilityArgument> entries;  ///< sorted by label
  std::vector<TailArgument> tails;
};

/// A function named statically, with its type arguments: a free function, an inherent function, or one of a trait.
struct Callee {
  const Function* function = nullptr;
  std::vector<Type*> owner_arguments;  ///< of the impl's parameters (inherent), in the impl's order
  std::vector<Type*> arguments;        ///< of the function's own parameters
  /// Trait functions: `function->trait` is set and `impl` is not known statically; these say for which type.
  Type* self = nullptr;
  std::vector<Type*> trait_arguments;
};

/// A named function used as a value (T24). The type of the expression is what the place expects: `bound` are capabilities of the function
/// that this type does not name, captured here; labels that only the type names are parameters the function has no use for.
struct FunctionExpr {
  Callee callee;
  std::vector<CapabilityArgument> bound;
  std::vector<TailArgument> bound_tails;
};
/// A call of a statically named function. Arguments stand in parameter order, which is their order of evaluation.
struct CallExpr {
  Callee callee;
  std::vector<Expr*> arguments;
  std::vector<CapabilityArgument> capabilities;  ///< one a direct capability entry of the callee, sorted by label
  std::vector<RowArgument> effects;              ///< one a row that the callee requires as data (`passed_tails`), in that order
  bool marked = false;                           ///< written with `!`
};
/// A call through a function value.
struct ValueCallExpr {
  Expr* callee = nullptr;
  std::vector<Expr*> arguments;
  std::vector<CapabilityArgument> capabilities;  ///< one an entry of the value's type that is passed, sorted by label
  std::vector<TailArgument> tails;               ///< one a row that is passed as data
  bool marked = false;
};
/// A call of an operation on an effect value.
struct OperationCallExpr {
  Expr* handler = nullptr;
  const TypeDecl* effect = nullptr;
  std::size_t operation = 0;  ///< index into `effect->fields`
  std::vector<Expr*> arguments;
  std::vector<CapabilityArgument> capabilities;
  std::vector<TailArgument> tails;
  bool marked = false;
};
struct CaseExpr {  ///< `T::Case(args)`
  const TypeDecl* decl = nullptr;
  std::size_t index = 0;
  std::vector<Expr*> arguments;
};
struct WrapperExpr {
  const TypeDecl* decl = nullptr;
  Expr* value = nullptr;
};
struct RecordExpr {
  const TypeDecl* decl = nullptr;
  Expr* base = nullptr;                                ///< the record that is updated; null for a full literal
  std::vector<std::pair<std::size_t, Expr*>> fields;   ///< index into `decl->fields`, in the order written
};
struct HandlerExpr {
  const TypeDecl* effect = nullptr;
  std::vector<std::pair<std::size_t, Expr*>> operations;  ///< in the order written
};
struct FieldExpr {
  Expr* object = nullptr;
  const TypeDecl* decl = nullptr;
  std::size_t field = 0;
};
struct TupleExpr {
  std::vector<Expr*> elements;
};

struct Element;
struct ValueElement {
  Expr* value = nullptr;
};
struct SpreadElement {
  Expr* list = nullptr;
};
struct IfElement {
  Expr* condition = nullptr;
  Element* then = nullptr;
  Element* otherwise = nullptr;
};
/// How a `for` walks: lists and ranges have C++ iterators, anything else is the protocol (emission.md 8).
enum class Walk { list, range, protocol };
struct ForElement {
  Pattern* pattern = nullptr;
  Expr* iterable = nullptr;
  Walk walk = Walk::protocol;
  RowArgument effects;
  Element* body = nullptr;
};
struct Element {
  Span span;
  std::variant<ValueElement, SpreadElement, IfElement, ForElement> node;
};
struct ListExpr {
  Type* element = nullptr;
  std::vector<Element*> elements;
};

/// A closure. What it captures is computed by analysis/.
struct Lambda {
  std::vector<Local*> parameters;
  /// Capability parameters: the entries of its type's row that are passed, sorted by label (K22, K23). Where the row has tails that are passed
  /// as data, they come with those, in one row.
  std::vector<Local*> capabilities;
  /// Capabilities its type would require but the expected type does not name: taken from the scope where the lambda is written.
  /// `parameter` is the local used in the body, `source` what serves it outside.
  struct Bound {
    Local* parameter = nullptr;
    CapabilityArgument source;
  };
  std::vector<Bound> bound;
  Local* recursive = nullptr;  ///< N8: the name by which the body may call the lambda
  Expr* body = nullptr;
  const Lambda* parent = nullptr;
  /// Written where the library checks captures (spawn, SharedFn::of, a handler): captures must be shared (emission.md 11).
  bool shares_captures = false;
  /// Written directly as the finalizer of `Region::defer`: no entry check (c5.3).
  bool is_finalizer = false;
};
struct LambdaExpr {
  Lambda* lambda = nullptr;
};
/// A function value given where another capability row is expected: `bound` are the labels its own type has and the expression's type has
/// not, captured here; labels that only the expression's type names are dropped.
struct BindExpr {
  Expr* value = nullptr;
  std::vector<CapabilityArgument> bound;
  std::vector<TailArgument> bound_tails;
};

struct BlockExpr {
  Block* block = nullptr;
};
struct IfExpr {
  Expr* condition = nullptr;
  Expr* then = nullptr;
  Expr* otherwise = nullptr;  ///< may be null
};
struct Arm {
  Pattern* pattern = nullptr;
  Expr* guard = nullptr;
  Expr* body = nullptr;
  Span span;
  const syntax::Comments* leading = nullptr;
};
struct MatchExpr {
  Expr* scrutinee = nullptr;
  std::vector<Arm> arms;
};
struct CatchArm {
  Type* error = nullptr;  ///< the failure type the arm is for; null for `_`
  Arm arm;
};
struct CatchExpr {
  Expr* operand = nullptr;
  std::vector<CatchArm> arms;
  Row* handled = nullptr;   ///< the failures the operand raises, before any is taken
  bool leaves_open = false; ///< an error can pass through unhandled
  std::vector<const Type*> partial = {};  ///< failure types named by arms that leave cases of theirs to a later `_`
};
struct WhileExpr {
  Expr* condition = nullptr;
  Expr* body = nullptr;
};
struct LoopExpr {
  Expr* body = nullptr;
};
struct ForExpr {
  Pattern* pattern = nullptr;
  Expr* iterable = nullptr;
  Walk walk = Walk::protocol;
  RowArgument effects;
  Expr* body = nullptr;
};
/// `with { .. } { .. }` and postfix `with`, contexts expanded: each installation is a binding visible to the next ones and to the body.
struct WithExpr {
  struct Installed {
    Local* local = nullptr;
    Expr* value = nullptr;
  };
  std::vector<Installed> installed;
  Expr* body = nullptr;
};
struct RaiseExpr {
  Expr* value = nullptr;
};
struct BreakExpr {
  Expr* value = nullptr;
};
struct ContinueExpr {};
struct ReturnExpr {
  Expr* value = nullptr;
};
struct UnaryExpr {
  syntax::UnaryOp op;
  Expr* operand = nullptr;
};
/// Both operands have one type. Comparison of a type that is not built in goes through its `Eq` or `Ord` (T36).
struct BinaryExpr {
  syntax::BinaryOp op;
  Expr* left = nullptr;
  Expr* right = nullptr;
};
struct AssignLocalExpr {
  Local* local = nullptr;
  Expr* value = nullptr;
};
struct AssignFieldExpr {
  Expr* object = nullptr;
  const TypeDecl* decl = nullptr;
  std::size_t field = 0;
  Expr* value = nullptr;
};
/// `assert(c)` and `assert_that(c, message)` of a test; the message is evaluated only when the condition is false.
struct AssertExpr {
  Expr* condition = nullptr;
  Expr* message = nullptr;
};

struct Expr {
  Span span;
  Type* type = nullptr;
  std::variant<UnitExpr, IntegerExpr, FloatExpr, DecimalExpr, CharExpr, BoolExpr, StringExpr, TextExpr, LocalExpr, ConstantExpr,
               FunctionExpr, CallExpr, ValueCallExpr, OperationCallExpr, CaseExpr, WrapperExpr, RecordExpr, HandlerExpr, FieldExpr,
               TupleExpr, ListExpr, LambdaExpr, BindExpr, BlockExpr, IfExpr, MatchExpr, CatchExpr, WhileExpr, LoopExpr, ForExpr,
               WithExpr, RaiseExpr, BreakExpr, ContinueExpr, ReturnExpr, UnaryExpr, BinaryExpr, AssignLocalExpr, AssignFieldExpr,
               AssertExpr>
      node;
};

struct LetStatement {
  Pattern* pattern = nullptr;
  Expr* value = nullptr;
  bool is_mut = false;
};
struct ExprStatement {
  Expr* value = nullptr;
};
struct Statement {
  Span span;
  const syntax::Comments* leading = nullptr;
  const syntax::Comments* trailing = nullptr;
  std::variant<LetStatement, ExprStatement> node;
};
struct Block {
  std::vector<Statement> statements;
  Expr* value = nullptr;  ///< null: the block answers `()` or never ends
  const syntax::Comments* value_leading = nullptr;
  const syntax::Comments* dangling = nullptr;
};

// ---- the program ---------------------------------------------------------------------------------------------------------------

/// A declaration of one part of a module, in source order.
using Declaration = std::variant<TypeDecl*, TraitDecl*, ImplDecl*, Function*, Constant*>;

/// The blocks that are translated beside the declarations, each with an `int main()` that runs them.
enum class Blocks { none, tests, benches };

struct Part {
  const modules::Module* module = nullptr;
  const syntax::File* file = nullptr;
  std::vector<Declaration> declarations;  ///< derived impls follow their type
  std::vector<Function*> tests;           ///< in source order
  std::vector<Function*> benches;         ///< in source order; none where they are only checked
};

class Solver;

class Program {
 public:
  const modules::Graph* graph = nullptr;
  Arena arena;
  std::vector<Part> parts;  ///< in the order of the graph
  std::vector<const ImplDecl*> impls;  ///< every trait impl there is, in graph order
  Function* main = nullptr;

  // Well-known declarations of the library; null only when the library itself is broken.
  const TraitDecl* eq = nullptr;
  const TraitDecl* ord = nullptr;
  const TraitDecl* show = nullptr;
  const TraitDecl* hash = nullptr;
  const TraitDecl* share = nullptr;
  const TraitDecl* iterator = nullptr;
  const TypeDecl* list = nullptr;
  const TypeDecl* range = nullptr;
  const TypeDecl* option = nullptr;
  const TypeDecl* step = nullptr;
  const TypeDecl* ordering = nullptr;

  /// The built-in declaration of a scalar type.
  const TypeDecl* builtin(Builtin kind) const;

  // Owned storage; addresses are stable.
  std::deque<TypeDecl> type_decls;
  std::deque<TraitDecl> trait_decls;
  std::deque<ImplDecl> impl_decls;
  std::deque<Function> functions;
  std::deque<Constant> constants;
  std::deque<TypeParam> type_params;
  std::deque<Local> locals;
  std::deque<Lambda> lambdas;
  std::deque<Expr> exprs;
  std::deque<Pattern> patterns;
  std::deque<Block> blocks;
  std::deque<Element> elements;
  std::shared_ptr<Solver> solver;  ///< made on demand by the functions below
};

/// A trait impl chosen for a type, with the arguments of the impl's parameters.
struct SelectedImpl {
  const ImplDecl* impl = nullptr;
  std::vector<Type*> arguments;  ///< in the order of `impl->parameters`
};

/// The impl of `trait` for `self` (which must not be a type parameter); empty when there is none. Bounds of the impl are not looked at again.
SelectedImpl select_impl(Program& program, const TraitDecl* trait, const std::vector<Type*>& trait_arguments, Type* self);

/// `type` with parameters replaced; `from[i]` by `to[i]`.
Type* substituted(Program& program, Type* type, const std::vector<TypeParam*>& from, const std::vector<Type*>& to);

/// Resolves projections that have become reducible, everywhere in the type.
Type* normalized(Program& program, Type* type);

/// Whether comparison and arithmetic of this type are built in (T35, T36): integers, Float, Bool, String (and Char for comparison).
bool has_builtin_operators(const Type* type);

}  // namespace khora2cpp::types
