// List literals (syntax-and-types.md 9.4): plain ones in one expression, others with a builder from front
// to back; a trailing spread is shared.
#include "analysis/type_query.hpp"
#include "types/walk.hpp"
#include "lower/body.hpp"

namespace khora2cpp::lower {

using types::Overloaded;

namespace {

/// Longer literals are built step by step: one expression of that length reads badly, and is a template instance of its own.
constexpr std::size_t longest_inline = 16;

Expr* method(Tree& tree, Span span, const Type* type, Expr* object, const char* name, std::vector<Expr*> arguments, bool is_void) {
  Call call;
  call.callee.kind = Callee::Kind::method;
  call.callee.value = object;
  call.callee.runtime_name = name;
  call.arguments = std::move(arguments);
  Expr* made = tree.expr(span, type, std::move(call));
  made->is_void = is_void;
  return made;
}

}  // namespace

Expr* Body::list(const types::Expr& expr, const types::ListExpr& node) {
  bool plain = node.elements.size() <= longest_inline;
  for (const types::Element* element : node.elements) plain = plain && std::holds_alternative<types::ValueElement>(element->node);
  if (plain) {
    std::vector<Operand> operands;
    for (const types::Element* element : node.elements) operands.push_back(later(std::get<types::ValueElement>(element->node).value));
    return make(expr.span, expr.type, MakeList{in_order(operands)});
  }
  if (node.elements.size() == 1) {
    if (const auto* spread = std::get_if<types::SpreadElement>(&node.elements.front()->node)) return operand(*spread->list);
  }

  Variable* builder = helper("builder", expr.type);
  builder->changes = true;
  emit(expr.span, Declare{builder, Declare::Form::automatic, make(expr.span, expr.type, MakeBuilder{node.element}), false});
  std::vector<Expr*> tail;
  for (std::size_t i = 0; i < node.elements.size() && reachable_; ++i) {
    const types::Element& element = *node.elements[i];
    const auto* spread = std::get_if<types::SpreadElement>(&element.node);
    if (spread != nullptr && i + 1 == node.elements.size()) {
      tail.push_back(operand(*spread->list));
    } else {
      add_element(builder, element);
    }
  }
  if (!reachable_) return make(expr.span, expr.type, DefaultValue{});
  Expr* finished = method(tree_, expr.span, expr.type, read(expr.span, builder), "finish", std::move(tail), false);
  return name_it(expr.span, finished, suggested_name(expr));
}

void Body::add_element(Variable* builder, const types::Element& element) {
  const Span span = element.span;
  std::visit(Overloaded{
                 [&](const types::ValueElement& node) {
                   scoped_statement(span, [&] {
                     Expr* value = operand(*node.value);
                     emit(span, Evaluate{method(tree_, span, unit_type(), read(span, builder), "add", {value}, true), false});
                   });
                 },
                 [&](const types::SpreadElement& node) {
                   Expr* value = operand(*node.list);
                   emit(span, Evaluate{method(tree_, span, unit_type(), read(span, builder), "add_all", {value}, true), false});
                 },
                 [&](const types::IfElement& node) {
                   Expr* condition = operand(*node.condition);
                   if (!reachable_) return;
                   If made;
                   Block* then = in_block([&] { add_element(builder, *node.then); });
                   made.branches.push_back({nullptr, nullptr, false, nullptr, condition, then, node.condition->span, nullptr});
                   if (node.otherwise != nullptr) made.otherwise = in_block([&] { add_element(builder, *node.otherwise); });
                   reachable_ = true;
                   emit(span, std::move(made));
                 },
                 [&](const types::ForElement& node) {
                   walk(span, *node.pattern, *node.iterable, node.walk, node.effects, [&] {
                     add_element(builder, *node.body);
                     loop_check(span);
                   });
                 },
             },
             element.node);
}

}  // namespace khora2cpp::lower
