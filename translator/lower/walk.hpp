// Walking statement trees: the blocks and expressions directly inside a statement, the parts directly inside
// an expression.
#pragma once

#include "types/walk.hpp"
#include "lower/tree.hpp"

namespace khora2cpp::lower {

/// Calls `f(Block&)` for each block directly inside the statement; bodies of lambdas are not.
template <class F>
void each_block(Statement& statement, F&& f) {
  std::visit(types::Overloaded{
                 [&](If& node) {
                   for (Branch& branch : node.branches) f(*branch.body);
                   if (node.otherwise != nullptr) f(*node.otherwise);
                 },
                 [&](Switch& node) {
                   for (SwitchArm& arm : node.arms) f(*arm.body);
                 },
                 [&](Loop& node) { f(*node.body); },
                 [&](While& node) { f(*node.body); },
                 [&](ForRange& node) { f(*node.body); },
                 [&](Nested& node) { f(*node.body); },
                 [&](Labelled& node) { f(*node.body); },
                 [](auto&) {},
             },
             statement.node);
}

/// Calls `f(Expr&)` for each expression directly inside the statement. What is only assigned to is left out
/// with `targets` false.
template <class F>
void each_expr(Statement& statement, bool targets, F&& f) {
  const auto one = [&](Expr* expr) {
    if (expr != nullptr) f(*expr);
  };
  const auto target = [&](Expr* expr) {
    if (expr != nullptr && (targets || !std::holds_alternative<VariableRef>(expr->node))) f(*expr);
  };
  std::visit(types::Overloaded{
                 [&](Declare& node) { one(node.init); },
                 [&](Assign& node) { target(node.target), one(node.value); },
                 [&](Evaluate& node) { one(node.value); },
                 [&](CallOrLeave& node) { one(node.call), target(node.target); },
                 [&](Return& node) { one(node.value); },
                 [&](Raise& node) { one(node.error); },
                 [&](If& node) {
                   for (Branch& branch : node.branches) one(branch.condition);
                 },
                 [&](Switch& node) { one(node.scrutinee); },
                 [&](While& node) { one(node.condition); },
                 [&](ForRange& node) { one(node.iterable); },
                 [&](Assert& node) { one(node.condition), one(node.message); },
                 [](auto&) {},
             },
             statement.node);
}

/// Calls `f(Expr&)` for each part of the expression; the body of a lambda is none.
template <class F>
void each_part(Expr& expr, F&& f) {
  const auto one = [&](Expr* part) {
    if (part != nullptr) f(*part);
  };
  const auto all = [&](const std::vector<Expr*>& parts) {
    for (Expr* part : parts) one(part);
  };
  std::visit(types::Overloaded{
                 [&](Call& node) { one(node.callee.value), all(node.arguments), one(node.row); },
                 [&](Member& node) { one(node.object); },
                 [&](Payload& node) { one(node.object); },
                 [&](CaseTest& node) { one(node.object); },
                 [&](TupleGet& node) { one(node.object); },
                 [&](MakeRecord& node) { all(node.fields); },
                 [&](MakeCase& node) { all(node.arguments); },
                 [&](MakeWrapper& node) { one(node.value); },
                 [&](MakeTuple& node) { all(node.elements); },
                 [&](MakeList& node) { all(node.elements); },
                 [&](MakeHandler& node) { all(node.operations); },
                 [&](MakeRow& node) {
                   for (auto& entry : node.entries) one(entry.second);
                 },
                 [&](RowEntry& node) { one(node.row); },
                 [&](MergeRows& node) { all(node.rows); },
                 [&](RowPart& node) { one(node.row); },
                 [&](Lambda& node) {
                   for (Capture& capture : node.captures) one(capture.init);
                 },
                 [&](UnaryOp& node) { one(node.operand); },
                 [&](BinaryOp& node) { one(node.left), one(node.right); },
                 [&](Conditional& node) { one(node.condition), one(node.then), one(node.otherwise); },
                 [&](Text& node) { all(node.pieces); },
                 [&](Wrapped& node) { one(node.operand); },
                 [&](Holds& node) { one(node.lambda); },
                 [](auto&) {},
             },
             expr.node);
}

}  // namespace khora2cpp::lower
