#include "syntax/ast.hpp"

#include <utility>

namespace khora2cpp::syntax {
namespace {

/// The part of an expression along which chains nest; null when there is none.
ExprPtr* chain_link(Expr& expr) {
  if (auto* binary = std::get_if<BinaryExpr>(&expr.node)) return &binary->left;
  if (auto* pipe = std::get_if<PipeExpr>(&expr.node)) return &pipe->value;
  if (auto* call = std::get_if<CallExpr>(&expr.node)) return &call->callee;
  if (auto* field = std::get_if<FieldExpr>(&expr.node)) return &field->object;
  if (auto* mark = std::get_if<MarkExpr>(&expr.node)) return &mark->operand;
  if (auto* caught = std::get_if<CatchExpr>(&expr.node)) return &caught->operand;
  if (auto* with = std::get_if<WithExpr>(&expr.node)) return &with->operand;
  if (auto* branch = std::get_if<IfExpr>(&expr.node)) return &branch->otherwise;
  return nullptr;
}

ExprPtr take_link(Expr& expr) {
  ExprPtr* link = chain_link(expr);
  return link == nullptr ? nullptr : std::move(*link);
}

}  // namespace

Expr::~Expr() {
  for (ExprPtr next = take_link(*this); next;) {
    ExprPtr after = take_link(*next);
    next = std::move(after);
  }
}

}  // namespace khora2cpp::syntax
