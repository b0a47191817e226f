// Walking typed expressions: the children of a node, in their order of evaluation.
#pragma once

#include <type_traits>
#include <variant>

#include "types/program.hpp"

namespace khora2cpp::types {

template <class... Fs>
struct Overloaded : Fs... {
  using Fs::operator()...;
};
template <class... Fs>
Overloaded(Fs...) -> Overloaded<Fs...>;

template <class F>
void each_child(const Element& element, F&& f);

/// Calls `f(const Expr&)` for each direct sub-expression; the body of a lambda and the statements of a block count.
template <class F>
void each_child(const Expr& expr, F&& f) {
  const auto one = [&](const Expr* child) {
    if (child != nullptr) f(*child);
  };
  const auto all = [&](const auto& children) {
    for (const Expr* child : children) one(child);
  };
  const auto seconds = [&](const auto& pairs) {
    for (const auto& pair : pairs) one(pair.second);
  };
  std::visit(
      Overloaded{
          [&](const TextExpr& node) { all(node.holes); },
          [&](const CallExpr& node) { all(node.arguments); },
          [&](const ValueCallExpr& node) { one(node.callee), all(node.arguments); },
          [&](const OperationCallExpr& node) { one(node.handler), all(node.arguments); },
          [&](const CaseExpr& node) { all(node.arguments); },
          [&](const WrapperExpr& node) { one(node.value); },
          [&](const RecordExpr& node) { one(node.base), seconds(node.fields); },
          [&](const HandlerExpr& node) { seconds(node.operations); },
          [&](const FieldExpr& node) { one(node.object); },
          [&](const TupleExpr& node) { all(node.elements); },
          [&](const ListExpr& node) {
            for (const Element* element : node.elements) each_child(*element, f);
          },
          [&](const LambdaExpr& node) { one(node.lambda->body); },
          [&](const BindExpr& node) { one(node.value); },
          [&](const BlockExpr& node) {
            for (const Statement& statement : node.block->statements) {
              std::visit([&](const auto& kind) { one(kind.value); }, statement.node);
            }
            one(node.block->value);
          },
          [&](const IfExpr& node) { one(node.condition), one(node.then), one(node.otherwise); },
          [&](const MatchExpr& node) {
            one(node.scrutinee);
            for (const Arm& arm : node.arms) one(arm.guard), one(arm.body);
          },
          [&](const CatchExpr& node) {
            one(node.operand);
            for (const CatchArm& arm : node.arms) one(arm.arm.guard), one(arm.arm.body);
          },
          [&](const WhileExpr& node) { one(node.condition), one(node.body); },
          [&](const LoopExpr& node) { one(node.body); },
          [&](const ForExpr& node) { one(node.iterable), one(node.body); },
          [&](const WithExpr& node) {
            for (const auto& installed : node.installed) one(installed.value);
            one(node.body);
          },
          [&](const RaiseExpr& node) { one(node.value); },
          [&](const BreakExpr& node) { one(node.value); },
          [&](const ReturnExpr& node) { one(node.value); },
          [&](const UnaryExpr& node) { one(node.operand); },
          [&](const BinaryExpr& node) { one(node.left), one(node.right); },
          [&](const AssignLocalExpr& node) { one(node.value); },
          [&](const AssignFieldExpr& node) { one(node.object), one(node.value); },
          [&](const AssertExpr& node) { one(node.condition), one(node.message); },
          [](const auto&) {},  // leaves
      },
      expr.node);
}

/// The same for the expressions of a list element.
template <class F>
void each_child(const Element& element, F&& f) {
  std::visit(Overloaded{
                 [&](const ValueElement& node) { f(*node.value); },
                 [&](const SpreadElement& node) { f(*node.list); },
                 [&](const IfElement& node) {
                   f(*node.condition);
                   each_child(*node.then, f);
                   if (node.otherwise != nullptr) each_child(*node.otherwise, f);
                 },
                 [&](const ForElement& node) {
                   f(*node.iterable);
                   each_child(*node.body, f);
                 },
             },
             element.node);
}

/// Calls `f` for every `for` element inside `element`.
template <class F>
void each_for_element(const Element& element, F&& f) {
  std::visit(Overloaded{
                 [&](const IfElement& node) {
                   each_for_element(*node.then, f);
                   if (node.otherwise != nullptr) each_for_element(*node.otherwise, f);
                 },
                 [&](const ForElement& node) {
                   f(node);
                   each_for_element(*node.body, f);
                 },
                 [](const auto&) {},
             },
             element.node);
}

/// Calls `f(const CapabilityArgument&)` for each capability that the node itself takes from its surroundings.
template <class F>
void each_capability(const Expr& expr, F&& f) {
  const auto all = [&](const std::vector<CapabilityArgument>& capabilities) {
    for (const CapabilityArgument& capability : capabilities) f(capability);
  };
  std::visit(Overloaded{
                 [&](const FunctionExpr& node) { all(node.bound); },
                 [&](const CallExpr& node) {
                   all(node.capabilities);
                   for (const RowArgument& row : node.effects) all(row.entries);
                 },
                 [&](const ValueCallExpr& node) { all(node.capabilities); },
                 [&](const OperationCallExpr& node) { all(node.capabilities); },
                 [&](const BindExpr& node) { all(node.bound); },
                 [&](const ForExpr& node) { all(node.effects.entries); },
                 [&](const LambdaExpr& node) {
                   for (const auto& bound : node.lambda->bound) f(bound.source);
                 },
                 [&](const ListExpr& node) {
                   for (const Element* element : node.elements) {
                     each_for_element(*element, [&](const ForElement& loop) { all(loop.effects.entries); });
                   }
                 },
                 [](const auto&) {},
             },
             expr.node);
}

/// Calls `f(const Local&)` for every name a pattern binds, left to right.
template <class F>
void each_binding(const Pattern& pattern, F&& f) {
  std::visit(Overloaded{
                 [&](const BindPattern& node) { f(*node.local); },
                 [&](const CasePattern& node) {
                   for (const Pattern* argument : node.arguments) each_binding(*argument, f);
                 },
                 [&](const WrapperPattern& node) { each_binding(*node.inner, f); },
                 [&](const RecordPattern& node) {
                   for (const auto& field : node.fields) each_binding(*field.second, f);
                 },
                 [&](const TuplePattern& node) {
                   for (const Pattern* element : node.elements) each_binding(*element, f);
                 },
                 [](const auto&) {},
             },
             pattern.node);
}

}  // namespace khora2cpp::types
