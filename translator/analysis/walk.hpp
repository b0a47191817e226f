// Walking typed expressions: the children of a node, in their order of evaluation.
#pragma once

#include <type_traits>
#include <variant>

#include "types/program.hpp"

namespace khora2cpp::analysis {

template <class... Fs>
struct Overloaded : Fs... {
  using Fs::operator()...;
};
template <class... Fs>
Overloaded(Fs...) -> Overloaded<Fs...>;

template <class F>
void each_child(const types::Element& element, F&& f);

/// Calls `f(const types::Expr&)` for each direct sub-expression; the body of a lambda and the statements of a block count.
template <class F>
void each_child(const types::Expr& expr, F&& f) {
  const auto one = [&](const types::Expr* child) {
    if (child != nullptr) f(*child);
  };
  const auto all = [&](const auto& children) {
    for (const types::Expr* child : children) one(child);
  };
  const auto seconds = [&](const auto& pairs) {
    for (const auto& pair : pairs) one(pair.second);
  };
  std::visit(
      Overloaded{
          [&](const types::TextExpr& node) { all(node.holes); },
          [&](const types::CallExpr& node) { all(node.arguments); },
          [&](const types::ValueCallExpr& node) { one(node.callee), all(node.arguments); },
          [&](const types::OperationCallExpr& node) { one(node.handler), all(node.arguments); },
          [&](const types::CaseExpr& node) { all(node.arguments); },
          [&](const types::WrapperExpr& node) { one(node.value); },
          [&](const types::RecordExpr& node) { one(node.base), seconds(node.fields); },
          [&](const types::HandlerExpr& node) { seconds(node.operations); },
          [&](const types::FieldExpr& node) { one(node.object); },
          [&](const types::TupleExpr& node) { all(node.elements); },
          [&](const types::ListExpr& node) {
            for (const types::Element* element : node.elements) each_child(*element, f);
          },
          [&](const types::LambdaExpr& node) { one(node.lambda->body); },
          [&](const types::BindExpr& node) { one(node.value); },
          [&](const types::BlockExpr& node) {
            for (const types::Statement& statement : node.block->statements) {
              std::visit([&](const auto& kind) { one(kind.value); }, statement.node);
            }
            one(node.block->value);
          },
          [&](const types::IfExpr& node) { one(node.condition), one(node.then), one(node.otherwise); },
          [&](const types::MatchExpr& node) {
            one(node.scrutinee);
            for (const types::Arm& arm : node.arms) one(arm.guard), one(arm.body);
          },
          [&](const types::CatchExpr& node) {
            one(node.operand);
            for (const types::CatchArm& arm : node.arms) one(arm.arm.guard), one(arm.arm.body);
          },
          [&](const types::WhileExpr& node) { one(node.condition), one(node.body); },
          [&](const types::LoopExpr& node) { one(node.body); },
          [&](const types::ForExpr& node) { one(node.iterable), one(node.body); },
          [&](const types::WithExpr& node) {
            for (const auto& installed : node.installed) one(installed.value);
            one(node.body);
          },
          [&](const types::RaiseExpr& node) { one(node.value); },
          [&](const types::BreakExpr& node) { one(node.value); },
          [&](const types::ReturnExpr& node) { one(node.value); },
          [&](const types::UnaryExpr& node) { one(node.operand); },
          [&](const types::BinaryExpr& node) { one(node.left), one(node.right); },
          [&](const types::AssignLocalExpr& node) { one(node.value); },
          [&](const types::AssignFieldExpr& node) { one(node.object), one(node.value); },
          [&](const types::AssertExpr& node) { one(node.condition), one(node.message); },
          [](const auto&) {},  // leaves
      },
      expr.node);
}

/// The same for the expressions of a list element.
template <class F>
void each_child(const types::Element& element, F&& f) {
  std::visit(Overloaded{
                 [&](const types::ValueElement& node) { f(*node.value); },
                 [&](const types::SpreadElement& node) { f(*node.list); },
                 [&](const types::IfElement& node) {
                   f(*node.condition);
                   each_child(*node.then, f);
                   if (node.otherwise != nullptr) each_child(*node.otherwise, f);
                 },
                 [&](const types::ForElement& node) {
                   f(*node.iterable);
                   each_child(*node.body, f);
                 },
             },
             element.node);
}

/// Calls `f` for every `for` element inside `element`.
template <class F>
void each_for_element(const types::Element& element, F&& f) {
  std::visit(Overloaded{
                 [&](const types::IfElement& node) {
                   each_for_element(*node.then, f);
                   if (node.otherwise != nullptr) each_for_element(*node.otherwise, f);
                 },
                 [&](const types::ForElement& node) {
                   f(node);
                   each_for_element(*node.body, f);
                 },
                 [](const auto&) {},
             },
             element.node);
}

/// Calls `f(const types::CapabilityArgument&)` for each capability that the node itself takes from its surroundings.
template <class F>
void each_capability(const types::Expr& expr, F&& f) {
  const auto all = [&](const std::vector<types::CapabilityArgument>& capabilities) {
    for (const types::CapabilityArgument& capability : capabilities) f(capability);
  };
  std::visit(Overloaded{
                 [&](const types::FunctionExpr& node) { all(node.bound); },
                 [&](const types::CallExpr& node) { all(node.capabilities), all(node.effects); },
                 [&](const types::ValueCallExpr& node) { all(node.capabilities); },
                 [&](const types::OperationCallExpr& node) { all(node.capabilities); },
                 [&](const types::BindExpr& node) { all(node.bound); },
                 [&](const types::ForExpr& node) { all(node.effects); },
                 [&](const types::LambdaExpr& node) {
                   for (const auto& bound : node.lambda->bound) f(bound.source);
                 },
                 [&](const types::ListExpr& node) {
                   for (const types::Element* element : node.elements) {
                     each_for_element(*element, [&](const types::ForElement& loop) { all(loop.effects); });
                   }
                 },
                 [](const auto&) {},
             },
             expr.node);
}

/// Calls `f(const types::Local&)` for every name a pattern binds, left to right.
template <class F>
void each_binding(const types::Pattern& pattern, F&& f) {
  std::visit(Overloaded{
                 [&](const types::BindPattern& node) { f(*node.local); },
                 [&](const types::CasePattern& node) {
                   for (const types::Pattern* argument : node.arguments) each_binding(*argument, f);
                 },
                 [&](const types::WrapperPattern& node) { each_binding(*node.inner, f); },
                 [&](const types::RecordPattern& node) {
                   for (const auto& field : node.fields) each_binding(*field.second, f);
                 },
                 [&](const types::TuplePattern& node) {
                   for (const types::Pattern* element : node.elements) each_binding(*element, f);
                 },
                 [](const auto&) {},
             },
             pattern.node);
}

}  // namespace khora2cpp::analysis
