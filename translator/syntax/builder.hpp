// Parse tree to syntax tree. Internal to syntax/.
//
// The nodes come from a parse without errors. What the grammar reads although it is not Khora is reported
// here.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "diagnostics/diagnostic.hpp"
#include "syntax/ast.hpp"
#include "syntax/comment_queue.hpp"
#include "syntax/concrete.hpp"

namespace khora2cpp::syntax {

class Builder {
 public:
  Builder(std::string_view text, source::FileId id, const TokenList& tokens,
          diagnostics::Diagnostics& diagnostics, File& file)
      : text_(text), id_(id), diagnostics_(diagnostics), comments_(tokens.comments, text, id), file_(file) {}

  /// Adds what an `item` node declares to the file.
  void add_item(const Node* node);
  /// Forgets the comments of a declaration that could not be read.
  void skip_until(std::uint32_t offset) { comments_.skip_until(offset); }
  void finish();

 private:
  // declarations: build_items.cpp, build_functions.cpp
  void module_line(const Node* node, Comments leading);
  ImportDecl import_decl(const Node* node);
  TypeDecl type_decl(const Node* node);
  void type_body(const Node* node, TypeDecl& decl);
  FieldDecl field(const Node* node);
  VariantCase variant_case(const Node* node);
  RowDecl row_decl(const Node* node);
  TraitDecl trait_decl(const Node* node);
  ImplDecl impl_decl(const Node* node);
  template <typename Decl>
  void members(Children& children, Decl& decl);
  AssociatedType associated_type(const Node* node);
  EffectDecl effect_decl(const Node* node);
  ContextDecl context_decl(const Node* node);
  FunctionDecl function_decl(const Node* node);
  void signature(const Node* node, FunctionDecl& decl);
  ConstDecl const_decl(const Node* node);
  ConstDecl let_item(const Node* node);
  TestDecl test_decl(const Node* node);
  std::vector<TypeParameter> type_parameters(const Node* node);
  TypeParameter type_parameter(const Node* node);
  std::vector<TypePtr> bounds(const Node* node);
  std::vector<Parameter> parameters(const Node* node);

  // types: build_types.cpp
  TypePtr type(const Node* node);
  TypePtr primary_type(const Node* node);
  RowType row(const Node* node);
  enum class EntryPlace { row, operation };
  RowEntry entry(const Node* node, EntryPlace place);
  void clause(Children& children, TypePtr& with, TypePtr& raises);
  void report_modifier(const PlacedToken& word, std::string message);

  // patterns: build_patterns.cpp
  PatternPtr pattern(const Node* node);
  PatternPtr plain_pattern(const Node* node);
  PatternPtr path_pattern(Children& children);
  std::vector<PatternPtr> patterns(const Node* node, bool& trailing_comma);
  FieldPattern field_pattern(const Node* node);
  PatternPtr make_pattern(Span span, decltype(Pattern::node) node);

  // statements: build_statements.cpp
  std::unique_ptr<Block> block(const Node* node);
  std::unique_ptr<Block> block_body(Children& children, Span span);
  Statement statement(const Node* node);
  std::vector<Arm> arms(const Node* node);
  Arm arm(const Node* node);

  // expressions: build_exprs.cpp, build_operands.cpp
  /// `head`: a name of the construct whose head this is, where records and blocks need parentheses (G22);
  /// null elsewhere.
  ExprPtr expr(const Node* node, const char* head = nullptr);
  struct Chain;
  ExprPtr assignment(Chain& chain);
  ExprPtr pipeline(Chain& chain);
  ExprPtr binary(Chain& chain, int level, std::size_t skip_prefixes);
  ExprPtr operand(Chain& chain, std::size_t skip_prefixes);
  ExprPtr flow(Chain& chain, const PlacedToken& word, std::size_t skip_prefixes);
  ExprPtr primary(Children& children, const char* head);
  ExprPtr postfix(ExprPtr operand, Children& children, bool block_like);
  ExprPtr literal(const PlacedToken& token);
  ExprPtr parens(const Node* node);
  ExprPtr list(const Node* node);
  ElementPtr element(const Node* node);
  ExprPtr record(const Node* node);
  void record_into(const Node* node, RecordExpr& record);
  ExprPtr lambda(const Node* node);
  ExprPtr lambda_body(Children& children);
  ExprPtr if_expr(const Node* node);
  ExprPtr string(const Node* node);
  std::string plain_string(const Node* node);
  std::vector<Argument> arguments(const Node* node);
  FieldInit initializer(const Node* node);
  Install install(const Node* node);
  /// Refuses an expression of more parts than any later stage wants to nest (D231).
  bool too_long(const Node* node, std::size_t parts);
  ExprPtr make_expr(Span span, decltype(Expr::node) node);
  ExprPtr bad_expr(Span span) { return make_expr(span, BadExpr{}); }

  // names and places: build_names.cpp
  Span span(const PlacedToken& token) const { return {id_, token.begin(), token.end()}; }
  Span span(const Node* node) const;
  Span span(std::uint32_t begin, std::uint32_t end) const { return {id_, begin, end}; }
  std::string_view text(const PlacedToken& token) const {
    return text_.substr(token.begin(), token.end() - token.begin());
  }
  std::string_view text(Span span) const { return text_.substr(span.begin, span.end - span.begin); }
  Name name(const PlacedToken& token) const { return {std::string(text(token)), span(token)}; }
  /// A name that is bound here: reserved words are refused (L10).
  Name binding(const PlacedToken& token);
  void refuse_reserved(const Name& bound);
  Path path(const Node* node);
  /// Reads `ID ('::' ID)*`.
  Path path(Children& children);
  std::string digits(const PlacedToken& token) const;
  std::string character(const PlacedToken& token) const;
  diagnostics::Diagnostic& error(diagnostics::Code code, Span at, std::string message,
                                 diagnostics::Site site = diagnostics::Site::here()) {
    return diagnostics_.error(code, at, std::move(message), site);
  }

  std::string_view text_;
  source::FileId id_;
  diagnostics::Diagnostics& diagnostics_;
  CommentQueue comments_;
  Comments* inner_ = nullptr;  ///< where comments inside the current statement go
  File& file_;
};

/// Whether `expr` may stand as a statement without `;` (G13): judged by its form alone.
bool is_block_like(const Expr& expr);

}  // namespace khora2cpp::syntax
