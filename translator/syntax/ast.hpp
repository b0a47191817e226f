// The syntax tree: what the text says, before any name is looked up. Made by parse.hpp, read by modules/ and types/.
//
// Every node keeps its span. Sugar is kept as written (pipelines, flows, list element forms, interpolation); types/ takes it apart.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "source/source.hpp"

namespace khora2cpp::syntax {

using source::Span;

struct Expr;
struct Pattern;
struct TypeExpr;
struct Block;
using ExprPtr = std::unique_ptr<Expr>;
using PatternPtr = std::unique_ptr<Pattern>;
using TypePtr = std::unique_ptr<TypeExpr>;

/// An identifier with its place. `text` is `_` for the wildcard where one is allowed.
struct Name {
  std::string text;
  Span span;
  explicit operator bool() const { return !text.empty(); }
};

/// `a::b::c`. Never empty.
struct Path {
  std::vector<Name> segments;
  Span span;
  const Name& last() const { return segments.back(); }
  bool single() const { return segments.size() == 1; }
};

/// A comment as written, without the line break. `//`, `///`, `//!` and `/* */` all count.
struct Comment {
  enum class Kind { line, doc, module_doc, block };
  Kind kind = Kind::line;
  std::string text;  ///< without the comment marks and without one space after them; block comments keep their inner lines
  Span span;
};
using Comments = std::vector<Comment>;

// ---- types ---------------------------------------------------------------------------------------------------------------------

struct RowEntry {
  Name label;
  TypePtr type;
};

/// `{ a: A, b: B | 'tail, Other }`. A tail element without a label is a type: a row variable, a row name, or (T26) a failure type.
struct RowType {
  std::vector<RowEntry> entries;
  std::vector<TypePtr> tails;
};

struct NamedType {  ///< `List<A>`, `Self::Item`
  Path path;
  std::vector<TypePtr> arguments;
  bool has_arguments = false;  ///< `<>` was written
};
struct RowVariable {  ///< `'ef`
  Name name;          ///< without the apostrophe
};
struct ConstArgument {  ///< `3` in `Grid<Int, 3, 4>`
  std::string digits;
};
struct TupleType {  ///< `()`, `(A,)`, `(A, B)`
  std::vector<TypePtr> elements;
};
struct FunctionType {
  std::vector<TypePtr> parameters;
  TypePtr result;
  TypePtr with;    ///< null when absent
  TypePtr raises;  ///< null when absent; a `SumType` when there are several
};
struct SumType {  ///< `A + B + 'er`, failure rows only
  std::vector<TypePtr> terms;
};
struct TypeParameter;
struct ForallType {
  std::vector<TypeParameter> parameters;
  TypePtr body;
};
struct BadType {};  ///< stands where a syntax error was reported

struct TypeExpr {
  Span span;
  std::variant<NamedType, RowVariable, ConstArgument, TupleType, FunctionType, SumType, RowType, ForallType, BadType> node;
};

struct TypeParameter {
  enum class Kind { type, row, constant };
  Kind kind = Kind::type;
  Name name;                     ///< without the apostrophe of a row variable
  std::vector<TypePtr> bounds;   ///< for `type`
  TypePtr constant_type;         ///< for `constant`
};

// ---- patterns ------------------------------------------------------------------------------------------------------------------

struct WildcardPattern {};
struct NamePattern {
  Name name;
};
/// A literal; `text` is as written, strings and characters with escapes processed.
struct LiteralPattern {
  enum class Kind { integer, floating, string, character, boolean };
  Kind kind;
  std::string text;  ///< digits without `_`; the string's bytes; the character's UTF-8; `true` or `false`
};
struct ConstructorPattern {  ///< `T::Case`, `T::Case(p, q)`, `W(p)`
  Path path;
  std::vector<PatternPtr> arguments;
  bool has_arguments = false;  ///< parentheses were written
};
struct FieldPattern {
  Name field;
  PatternPtr pattern;  ///< null for the shorthand
};
struct RecordPattern {  ///< `R { f, g: p }`
  Path path;
  std::vector<FieldPattern> fields;
};
struct TuplePattern {  ///< `()`, `(p,)`, `(p, q)`
  std::vector<PatternPtr> elements;
};
struct BadPattern {};

struct Pattern {
  Span span;
  std::variant<WildcardPattern, NamePattern, LiteralPattern, ConstructorPattern, RecordPattern, TuplePattern, BadPattern> node;
};

// ---- expressions ---------------------------------------------------------------------------------------------------------------

struct IntegerLiteral {
  std::string digits;  ///< without `_`
};
struct FloatLiteral {
  std::string text;  ///< without `_`
};
struct DecimalLiteral {
  std::string text;  ///< without `_` and without the final `d`
};
struct CharLiteral {
  char32_t value = 0;
};
struct BoolLiteral {
  bool value = false;
};
/// A string literal: text pieces (escapes processed, dedented) and holes. `pieces.size() == holes.size() + 1`.
struct StringLiteral {
  std::vector<std::string> pieces;
  std::vector<ExprPtr> holes;
  bool multi_line = false;  ///< the backtick form
};
struct Placeholder {};  ///< `_` as an expression
struct PathExpr {       ///< `x`, `T::Case`, `A::make`
  Path path;
};
struct TupleExpr {  ///< `()`, `(a,)`, `(a, b)`
  std::vector<ExprPtr> elements;
};
struct ParenExpr {  ///< kept: a parenthesized pipeline stage is not a call (G31)
  ExprPtr inner;
};

/// One element of a list literal.
struct Element;
using ElementPtr = std::unique_ptr<Element>;
struct ValueElement {
  ExprPtr value;
};
struct SpreadElement {
  ExprPtr list;
};
struct IfElement {
  ExprPtr condition;
  ElementPtr then;
  ElementPtr otherwise;  ///< may be null
};
struct ForElement {
  PatternPtr pattern;
  ExprPtr iterable;
  ElementPtr body;
};
struct Element {
  Span span;
  std::variant<ValueElement, SpreadElement, IfElement, ForElement> node;
};
struct ListExpr {
  std::vector<ElementPtr> elements;
};

struct FieldInit {
  Name name;
  ExprPtr value;
};
struct RecordExpr {  ///< `{ ..base, f: v }`
  ExprPtr base;      ///< may be null
  std::vector<FieldInit> fields;
};

struct Parameter {
  Name name;     ///< `_` for a wildcard
  TypePtr type;  ///< null when not written
};
struct LambdaExpr {
  std::vector<Parameter> parameters;
  ExprPtr body;
};
struct BlockExpr {
  std::unique_ptr<Block> block;
};
struct IfExpr {
  ExprPtr condition;
  std::unique_ptr<Block> then;
  ExprPtr otherwise;  ///< null, an `IfExpr` or a `BlockExpr`
};
struct Arm {
  PatternPtr pattern;
  ExprPtr guard;  ///< may be null
  ExprPtr body;
  Comments leading;
  Span span;
};
struct MatchExpr {
  ExprPtr scrutinee;
  std::vector<Arm> arms;
};
struct ForExpr {
  PatternPtr pattern;
  ExprPtr iterable;
  std::unique_ptr<Block> body;
};
struct WhileExpr {
  ExprPtr condition;
  std::unique_ptr<Block> body;
};
struct LoopExpr {
  std::unique_ptr<Block> body;
};
/// What `with` installs: paths (contexts or handler values), then perhaps a record of labelled entries.
struct Install {
  std::vector<Path> paths;
  std::vector<FieldInit> entries;
  bool has_record = false;
  Span span;
};
struct WithBlockExpr {  ///< `with I { .. }`
  Install install;
  std::unique_ptr<Block> body;
};
struct HandlerExpr {  ///< `handler for E { op: f, .. }`
  Path effect;
  std::vector<FieldInit> operations;
};
struct RaiseExpr {
  ExprPtr value;
};
struct BreakExpr {
  ExprPtr value;  ///< may be null
};
struct ContinueExpr {};
struct ReturnExpr {
  ExprPtr value;  ///< may be null
};

struct Argument {
  Name label;  ///< empty when not written
  ExprPtr value;
};
struct CallExpr {
  ExprPtr callee;
  std::vector<Argument> arguments;
  Span arguments_span;  ///< the parentheses
};
struct FieldExpr {  ///< `e.name`; a call of it is a method call
  ExprPtr object;
  Name field;
};
struct MarkExpr {  ///< `e!`
  ExprPtr operand;
};
struct CatchExpr {
  ExprPtr operand;
  std::vector<Arm> arms;
};
struct WithExpr {  ///< postfix `e with I`
  ExprPtr operand;
  Install install;
};

enum class UnaryOp { negate, logical_not };
struct UnaryExpr {
  UnaryOp op;
  ExprPtr operand;
};
enum class BinaryOp { add, subtract, multiply, divide, remainder, equal, not_equal, less, less_equal, greater, greater_equal,
                      logical_and, logical_or };
struct BinaryExpr {
  BinaryOp op;
  Span op_span;
  ExprPtr left;
  ExprPtr right;
};
struct AssignExpr {
  ExprPtr target;
  ExprPtr value;
};
struct PipeExpr {  ///< `v |> stage`
  ExprPtr value;
  ExprPtr stage;
};
struct FlowExpr {  ///< `||> a |> b`
  std::vector<ExprPtr> stages;
};
struct BadExpr {};  ///< stands where a syntax error was reported

/// Chains of operators and calls nest to the left, tens of thousands deep: walk and release them with a loop.
struct Expr {
  Expr() = default;
  Expr(Expr&&) = default;
  Expr& operator=(Expr&&) = default;
  ~Expr();

  Span span;
  std::variant<IntegerLiteral, FloatLiteral, DecimalLiteral, CharLiteral, BoolLiteral, StringLiteral, Placeholder, PathExpr, TupleExpr,
               ParenExpr, ListExpr, RecordExpr, LambdaExpr, BlockExpr, IfExpr, MatchExpr, ForExpr, WhileExpr, LoopExpr, WithBlockExpr,
               HandlerExpr, RaiseExpr, BreakExpr, ContinueExpr, ReturnExpr, CallExpr, FieldExpr, MarkExpr, CatchExpr, WithExpr,
               UnaryExpr, BinaryExpr, AssignExpr, PipeExpr, FlowExpr, BadExpr>
      node;
};

// ---- statements ----------------------------------------------------------------------------------------------------------------

struct LetStatement {
  bool is_mut = false;
  PatternPtr pattern;
  TypePtr type;  ///< null when not written
  ExprPtr value;
};
struct ExprStatement {
  ExprPtr value;
  bool semicolon = true;
};
struct Statement {
  Span span;
  Comments leading;  ///< the comments above it
  Comments trailing; ///< a comment behind it on its last line
  std::variant<LetStatement, ExprStatement> node;
};
struct Block {
  Span span;
  std::vector<Statement> statements;
  ExprPtr value;           ///< null when the block ends with a statement
  Comments value_leading;  ///< the comments above the value
  Comments dangling;       ///< comments before the closing brace with nothing after them
};

// ---- declarations --------------------------------------------------------------------------------------------------------------

struct ImportName {
  Name name;
  Name alias;  ///< empty when not written
};
struct ImportDecl {
  Path module;
  std::vector<ImportName> names;
};
struct FieldDecl {
  bool is_pub = false;
  bool is_mut = false;
  Name name;
  TypePtr type;
  Comments leading;
};
struct CaseField {
  Name name;  ///< empty when positional
  TypePtr type;
};
struct VariantCase {
  Name name;
  std::vector<CaseField> payload;
  bool has_payload = false;  ///< parentheses were written
  Comments leading;
  Span span;
};
struct OpaqueBody {};
struct RecordBody {
  std::vector<FieldDecl> fields;
};
struct VariantBody {
  std::vector<VariantCase> cases;
};
struct WrapperBody {
  bool is_pub = false;
  TypePtr type;
};
struct TypeDecl {
  std::vector<Name> derives;
  Span derive_span;
  bool is_pub = false;
  Name name;
  std::vector<TypeParameter> parameters;
  std::variant<OpaqueBody, RecordBody, VariantBody, WrapperBody> body;
};
struct RowDecl {
  bool is_pub = false;
  Name name;
  std::vector<RowEntry> entries;
};
struct FunctionDecl {
  bool is_pub = false;
  bool is_extern = false;
  Name name;
  std::vector<TypeParameter> parameters;  ///< type parameters
  std::vector<Parameter> arguments;
  TypePtr result;  ///< null when not written
  TypePtr with;
  TypePtr raises;
  std::unique_ptr<Block> body;  ///< null for a signature
  Comments leading;             ///< for a member of an impl or a trait; an item's own comments stand in `Item`
  Span span;                    ///< the whole declaration
  Span signature_span;          ///< up to the body
};
struct AssociatedType {
  Name name;
  std::vector<TypePtr> bounds;
  TypePtr type;  ///< null in a declaration
  Comments leading;
  Span span;
};
struct TraitDecl {
  bool is_pub = false;
  Name name;
  std::vector<TypeParameter> parameters;
  std::vector<TypePtr> supertraits;
  std::vector<AssociatedType> types;
  std::vector<FunctionDecl> functions;
};
struct ImplDecl {
  std::vector<TypeParameter> parameters;
  TypePtr trait;  ///< null for an inherent impl
  TypePtr target;
  std::vector<AssociatedType> types;
  std::vector<FunctionDecl> functions;
};
struct OperationDecl {
  Name name;
  TypePtr type;
  Comments leading;
};
struct EffectDecl {
  bool is_pub = false;
  Name name;
  std::vector<TypeParameter> parameters;
  std::vector<OperationDecl> operations;
};
struct ContextDecl {
  bool is_pub = false;
  Name name;
  std::vector<FieldInit> entries;
};
struct ConstDecl {
  bool is_pub = false;
  Name name;
  TypePtr type;  ///< null when not written
  ExprPtr value;
};
struct TestDecl {
  bool is_bench = false;
  std::string name;
  Span name_span;
  std::unique_ptr<Block> body;
};

struct Item {
  Span span;
  Comments leading;  ///< comments directly above: docs, notes, pragmas
  std::variant<ImportDecl, TypeDecl, RowDecl, TraitDecl, ImplDecl, EffectDecl, ContextDecl, FunctionDecl, ConstDecl, TestDecl> node;
};

/// One parsed file.
struct File {
  source::FileId id = source::FileId::none;
  std::optional<Path> module;  ///< the `module` line
  Comments module_leading;     ///< comments above the module line (pragmas of the library stand here)
  Comments module_docs;        ///< `//!` comments
  std::vector<Item> items;
  Comments dangling;           ///< comments after the last item
};

}  // namespace khora2cpp::syntax
