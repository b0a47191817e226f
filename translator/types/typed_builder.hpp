// Makes typed nodes for code that the translator writes itself. Everything gets one span, that of what asked for the code.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "types/program.hpp"

namespace khora2cpp::types {

class TypedBuilder {
 public:
  TypedBuilder(types::Program& program, types::Span span) : program_(program), span_(span) {}

  types::Type* nominal(const types::TypeDecl* decl, std::vector<types::Type*> arguments = {});
  types::Type* tuple(std::vector<types::Type*> elements);
  types::Type* builtin(types::Builtin kind) { return nominal(program_.builtin(kind)); }
  types::Type* never() { return program_.arena.make(types::Kind::never); }

  types::Local* local(types::Local::Origin origin, std::string name, types::Type* type);

  template <class Node>
  types::Expr* expr(types::Type* type, Node node) {
    types::Expr& made = program_.exprs.emplace_back();
    made.span = span_;
    made.type = type;
    made.node = std::move(node);
    return &made;
  }
  types::Expr* read(types::Local* local) { return expr(local->type, types::LocalExpr{local}); }
  types::Expr* boolean(bool value) { return expr(builtin(types::Builtin::bool_), types::BoolExpr{value}); }
  types::Expr* integer(std::size_t value) {
    return expr(builtin(types::Builtin::int_), types::IntegerExpr{false, std::to_string(value)});
  }
  /// A text of pieces and holes; without holes a plain string.
  types::Expr* text(std::vector<std::string> pieces, std::vector<types::Expr*> holes);
  types::Expr* binary(syntax::BinaryOp op, types::Type* type, types::Expr* left, types::Expr* right) {
    return expr(type, types::BinaryExpr{op, left, right});
  }
  types::Expr* field(types::Expr* object, const types::TypeDecl* decl, std::size_t index, types::Type* type) {
    return expr(type, types::FieldExpr{object, decl, index});
  }
  /// A call of `function` of a trait for the type of the first argument.
  types::Expr* trait_call(const types::Function* function, types::Type* result, std::vector<types::Expr*> arguments);
  /// A list literal.
  types::Expr* list(types::Type* element, const std::vector<types::Expr*>& values);
  types::Expr* returns(types::Expr* value) { return expr(never(), types::ReturnExpr{value}); }
  types::Expr* block(std::vector<types::Statement> statements, types::Expr* value);
  types::Expr* match(types::Type* type, types::Expr* scrutinee, std::vector<std::pair<types::Pattern*, types::Expr*>> arms);

  template <class Node>
  types::Pattern* pattern(types::Type* type, Node node) {
    types::Pattern& made = program_.patterns.emplace_back();
    made.span = span_;
    made.type = type;
    made.node = std::move(node);
    return &made;
  }
  types::Pattern* bind(types::Local* local) { return pattern(local->type, types::BindPattern{local}); }
  types::Pattern* wildcard(types::Type* type) { return pattern(type, types::WildcardPattern{}); }

  types::Statement let(types::Local* local, types::Expr* value);
  types::Statement statement(types::Expr* value);

 private:
  types::Program& program_;
  types::Span span_;
};

}  // namespace khora2cpp::types
