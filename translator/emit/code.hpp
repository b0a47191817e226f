// Prints the statement tree of one function (emission.md 2 to 8). Names and types are decided elsewhere; this only lays out text.
#pragma once

#include <string>
#include <vector>

#include "emit/doc.hpp"
#include "emit/locals.hpp"
#include "emit/type_text.hpp"
#include "lower/lower.hpp"

namespace khora2cpp::emit {

class Code {
 public:
  Code(const TypeText& types, const Locals& locals, bool line_map) : types_(types), locals_(locals), line_map_(line_map) {}

  /// The statements of a function's body, each line with its indentation and line break.
  std::string function_body(const lower::Function& function, std::size_t indent);
  /// One expression, as the initializer of something of its type.
  Doc initializer(const lower::Expr* expr);
  /// Its one return statement has this value; null when the body is more than that.
  static const lower::Expr* single_value(const lower::Block* body);

 private:
  /// How tightly the outermost operator of a text binds; a smaller level binds tighter.
  enum class Level { primary, unary, multiplicative, additive, relational, equality, logical_and, logical_or, conditional };
  struct Piece {
    Doc doc;
    Level level = Level::primary;
  };
  /// The C++ function that statements belong to: the function itself or a lambda in it.
  struct Frame {
    bool result_is_written = true;  ///< a returned value converts to it
  };

  // expressions.cpp
  Piece piece(const lower::Expr* expr);
  Doc doc(const lower::Expr* expr) { return piece(expr).doc; }
  Doc operand(const lower::Expr* expr, Level loosest);
  Doc object(const lower::Expr* expr) { return operand(expr, Level::primary); }
  std::vector<Doc> docs(const std::vector<lower::Expr*>& exprs);
  std::string access(const lower::Expr* object);
  bool is_dependent(const lower::Expr* object) const;
  Piece print(const lower::Expr&, const lower::VariableRef& reference);
  Piece print(const lower::Expr&, const lower::Literal& literal);
  Piece print(const lower::Expr&, const lower::ConstantRef& reference);
  Piece print(const lower::Expr&, const lower::Call& call);
  Piece print(const lower::Expr&, const lower::FunctionName& name);
  Piece print(const lower::Expr&, const lower::Member& member);
  Piece print(const lower::Expr&, const lower::Payload& payload);
  Piece print(const lower::Expr&, const lower::CaseTest& test);
  Piece print(const lower::Expr&, const lower::TupleGet& get);
  Piece print(const lower::Expr&, const lower::MakeRecord& record);
  Piece print(const lower::Expr&, const lower::MakeCase& made);
  Piece print(const lower::Expr&, const lower::MakeWrapper& wrapper);
  Piece print(const lower::Expr&, const lower::MakeTuple& tuple);
  Piece print(const lower::Expr&, const lower::MakeList& list);
  Piece print(const lower::Expr&, const lower::MakeHandler& handler);
  /// `{fs, lamp}`
  Doc capabilities(const lower::MakeRow& row);
  Piece print(const lower::Expr& expr, const lower::MakeRow& row);
  Piece print(const lower::Expr&, const lower::RowEntry& entry);
  Piece print(const lower::Expr&, const lower::MergeRows& merged);
  Piece print(const lower::Expr& expr, const lower::RowPart& part);
  Piece print(const lower::Expr&, const lower::DefaultValue&);
  Piece print(const lower::Expr&, const lower::MakeBuilder& builder);
  Piece print(const lower::Expr&, const lower::Lambda& lambda);
  Piece print(const lower::Expr&, const lower::UnaryOp& unary);
  Piece print(const lower::Expr&, const lower::BinaryOp& binary);
  Piece print(const lower::Expr&, const lower::Conditional& conditional);
  Piece print(const lower::Expr&, const lower::Text& text);
  Piece print(const lower::Expr&, const lower::Wrapped& wrapped);
  Piece print(const lower::Expr&, const lower::Holds& holds);
  Piece print(const lower::Expr&, const lower::Answered& answered);
  Piece print(const lower::Expr&, const lower::CaughtValue& caught);
  Doc make_case(const lower::Expr& expr, const lower::MakeCase& made);
  Doc braces(const types::TypeDecl* decl, const std::string& type, const std::vector<lower::Expr*>& fields);
  Doc operation(const lower::Expr* expr);

  // calls.cpp
  Doc callee(const lower::Callee& callee, const std::vector<lower::Expr*>& arguments);
  std::string explicit_arguments(const lower::Callee& callee);
  bool needs_qualifier(const lower::Callee& callee, const std::vector<lower::Expr*>& arguments) const;

  // statements.cpp
  std::string block(const lower::Block* block, std::size_t indent, bool end_of_function = false);
  std::string statement(const lower::Statement& statement, std::size_t indent);
  std::string line(const Doc& doc, std::size_t indent, const std::string& note = {}) const;
  std::string braced(const lower::Block* body, std::size_t indent);
  std::string print(const lower::Declare& declare, std::size_t indent);
  std::string print(const lower::Assign& assign, std::size_t indent);
  std::string print(const lower::Evaluate& evaluate, std::size_t indent);
  std::string print(const lower::Check& check, std::size_t indent);
  std::string print(const lower::CallOrLeave& call, std::size_t indent);
  std::string print(const lower::Return& leave, std::size_t indent);
  std::string print(const lower::Raise& raise, std::size_t indent);
  std::string print(const lower::If& branches, std::size_t indent);
  std::string print(const lower::Switch& one, std::size_t indent);
  std::string print(const lower::Loop& loop, std::size_t indent);
  std::string print(const lower::While& loop, std::size_t indent);
  std::string print(const lower::ForRange& loop, std::size_t indent);
  std::string print(const lower::Break&, std::size_t indent);
  std::string print(const lower::Continue&, std::size_t indent);
  std::string print(const lower::Nested& nested, std::size_t indent);
  std::string print(const lower::Labelled& labelled, std::size_t indent);
  std::string print(const lower::Unreachable&, std::size_t indent);
  std::string print(const lower::Assert& one, std::size_t indent);
  std::string print(const lower::DropError& drop, std::size_t indent);
  std::string print(const lower::LetGo& let_go, std::size_t indent);
  std::string print(const lower::Remark& remark, std::size_t indent);
  Doc condition(const lower::Branch& branch);
  Doc returned(const lower::Return& leave);
  /// The statement on one line, for `if (..) return x;`; nothing when it is not as short as that.
  std::optional<std::string> short_statement(const lower::Block* body, bool of_lambda = false);
  std::string leave_if(const Doc& condition, const std::string& leave, std::size_t indent);
  bool depends_on_template(const types::Type* type) const;
  std::string assignment(const std::string& left, const Doc& right, std::size_t indent);
  std::string line_directive(source::Span span) const;
  bool is_blank_between(const lower::Statement& before, const lower::Statement& after) const;

  const TypeText& types_;
  const Locals& locals_;
  bool line_map_;
  bool in_template_ = false;  ///< what is printed is part of a template
  Frame frame_;
  /// How many `if (Rest rest = ..)` the text being printed stands in the condition of.
  std::size_t rest_depth_ = 0;
};

/// Whether control cannot reach the end of a block.
bool always_leaves(const lower::Block* block);

}  // namespace khora2cpp::emit
