// dangling-expression, discarded-result and unreachable-code: statements whose value or place makes no sense.
#include "lints/lint.hpp"

namespace khora2cpp::lints {
namespace {

/// Whether evaluating it does anything besides answering a value. A trap does not count.
bool has_effect(const types::Expr& expr) {
  const bool own = std::visit(types::Overloaded{
                                  [](const types::CallExpr&) { return true; },
                                  [](const types::ValueCallExpr&) { return true; },
                                  [](const types::OperationCallExpr&) { return true; },
                                  [](const types::AssignLocalExpr&) { return true; },
                                  [](const types::AssignFieldExpr&) { return true; },
                                  [](const types::WhileExpr&) { return true; },
                                  [](const types::LoopExpr&) { return true; },
                                  [](const types::ForExpr&) { return true; },
                                  [](const types::RaiseExpr&) { return true; },
                                  [](const types::BreakExpr&) { return true; },
                                  [](const types::ContinueExpr&) { return true; },
                                  [](const types::ReturnExpr&) { return true; },
                                  [](const types::AssertExpr&) { return true; },
                                  [](const auto&) { return false; },
                              },
                              expr.node);
  if (own) return true;
  if (std::holds_alternative<types::LambdaExpr>(expr.node)) return false;  // its body runs when it is called
  bool inside = false;
  types::each_child(expr, [&](const types::Expr& child) { inside = inside || has_effect(child); });
  return inside;
}

bool is_never(const types::Expr& expr) {
  return types::resolved(expr.type)->kind == types::Kind::never;
}

bool is_unit(const types::Type& type) {
  return type.kind == types::Kind::tuple && type.arguments.empty();
}

bool is_result(const types::Type& type) {
  return type.kind == types::Kind::nominal && type.decl->name == "Result" && type.decl->module != nullptr && type.decl->module->path == "std::core";
}

void look_at(const types::ExprStatement& statement, diagnostics::Diagnostics& diagnostics) {
  const types::Type& type = *types::resolved(statement.value->type);
  if (type.kind == types::Kind::never || is_unit(type)) return;
  if (!has_effect(*statement.value)) {
    diagnostics.warning("dangling-expression", statement.value->span, "this computes a `" + types::to_string(&type) + "`, and nothing uses it")
        .suggest("remove it, or say what is to be done with it");
  } else if (is_result(type)) {
    diagnostics.warning("discarded-result", statement.value->span, "whether this succeeded is never looked at: the `" + types::to_string(&type) + "` is dropped")
        .suggest("`match` it, or write `let _ = ..;` if either is fine");
  }
}

void look_at(const types::Block& block, diagnostics::Diagnostics& diagnostics) {
  const types::Statement* leaving = nullptr;
  const auto unreachable = [&](Span span) {
    diagnostics.warning("unreachable-code", span, "this is never reached")
        .label(leaving->span, "what stands before it always leaves");
  };
  for (const types::Statement& statement : block.statements) {
    if (leaving != nullptr) return unreachable(statement.span);
    if (const auto* value = std::get_if<types::ExprStatement>(&statement.node)) look_at(*value, diagnostics);
    const bool leaves = std::visit([](const auto& kind) { return is_never(*kind.value); }, statement.node);
    if (leaves) leaving = &statement;
  }
  if (leaving != nullptr && block.value != nullptr) unreachable(block.value->span);
}

}  // namespace

void statements(const Subject& subject) {
  each_body(subject.part, [&](const types::Function& function) {
    each_expr(*function.body, [&](const types::Expr& expr) {
      if (const auto* block = std::get_if<types::BlockExpr>(&expr.node)) look_at(*block->block, subject.diagnostics);
    });
  });
}

}  // namespace khora2cpp::lints
