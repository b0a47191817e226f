// Texts with holes, and lists with their elements (syntax-and-types.md 4.8, 9.4).
#include "types/body.hpp"

namespace khora2cpp::types {

Expr* Body::infer_text(const syntax::Expr& written, const syntax::StringLiteral& literal) {
  TextExpr text;
  text.pieces = literal.pieces;
  for (const syntax::ExprPtr& hole : literal.holes) {
    Expr* value = infer(*hole, nullptr);
    need(world_.program.show, {}, value->type, hole->span, "a string", "D414");
    text.holes.push_back(value);
  }
  return make(written.span, builtin(Builtin::string), std::move(text));
}

Expr* Body::infer_list(const syntax::Expr& written, const syntax::ListExpr& list, Type* expected) {
  if (world_.program.list == nullptr) return bad(written.span);
  Type* item = nullptr;
  if (expected != nullptr) {
    const Type* known = solver_.normalized_head(expected);
    if (known->kind == Kind::nominal && known->decl == world_.program.list) item = known->arguments[0];
  }
  if (item == nullptr) item = solver_.fresh(written.span);
  ListExpr made{item, {}};
  Type* wanted = item;
  for (const syntax::ElementPtr& element : list.elements) {
    const std::size_t errors = diagnostics_.mistakes();
    made.elements.push_back(infer_element(*element, wanted));
    const auto* value = std::get_if<ValueElement>(&made.elements.back()->node);
    // Elements that are none of the list's type are one mistake, be they one or many.
    if (value != nullptr && is_error(value->value->type) && diagnostics_.mistakes() != errors) wanted = solver_.error();
  }
  return make(written.span, solver_.nominal(world_.program.list, {item}), std::move(made));
}

Element* Body::infer_element(const syntax::Element& element, Type* item) {
  world_.program.elements.push_back({element.span, ValueElement{}});
  Element* made = &world_.program.elements.back();
  std::visit(
      [&](const auto& node) {
        using Node = std::decay_t<decltype(node)>;
        if constexpr (std::is_same_v<Node, syntax::ValueElement>) {
          sole_element_ = node.value.get();
          made->node = ValueElement{check(*node.value, item, "an element of the list")};
        } else if constexpr (std::is_same_v<Node, syntax::SpreadElement>) {
          made->node = SpreadElement{check(*node.list, solver_.nominal(world_.program.list, {item}), "a spread list")};
        } else if constexpr (std::is_same_v<Node, syntax::IfElement>) {
          IfElement branch;
          branch.condition = check_condition(*node.condition, "the condition of an element");
          branch.then = infer_element(*node.then, item);
          if (node.otherwise) branch.otherwise = infer_element(*node.otherwise, item);
          made->node = branch;
        } else {
          ForElement loop;
          loop.iterable = infer(*node.iterable, nullptr);
          const auto [yielded, walk] = iterable(loop.iterable, node.iterable->span, loop.effects);
          loop.walk = walk;
          push_scope();
          loop.pattern = bind_pattern(*node.pattern, yielded, false, Local::Origin::pattern, "for");
          loops_.push_back({Loop::Kind::element, nullptr, false, false, frames_.size() - 1});
          loop.body = infer_element(*node.body, item);
          loops_.pop_back();
          pop_scope();
          made->node = std::move(loop);
        }
      },
      element.node);
  return made;
}

}  // namespace khora2cpp::types
