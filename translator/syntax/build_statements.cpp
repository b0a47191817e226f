#include "syntax/builder.hpp"

namespace khora2cpp::syntax {

std::unique_ptr<Block> Builder::block(const Node* node) {
  Children children(node);
  children.skip();
  return block_body(children, span(node));
}

std::unique_ptr<Block> Builder::block_body(Children& children, Span at) {
  auto result = std::make_unique<Block>();
  result->span = at;
  // What stands before the brace belongs to the statement around this block.
  if (inner_ != nullptr) comments_.take_until(at.begin, *inner_);
  while (const Node* part = children.take_rule(Rule::RuleStatement)) {
    Statement read = statement(part);
    auto* value = std::get_if<ExprStatement>(&read.node);
    const bool last = !children.at_rule(Rule::RuleStatement);
    if (last && value != nullptr && !value->semicolon) {
      result->value = std::move(value->value);
      result->value_leading = std::move(read.leading);
      result->dangling = std::move(read.trailing);
    } else {
      result->statements.push_back(std::move(read));
    }
  }
  comments_.take_until(at.end, result->dangling);
  return result;
}

Statement Builder::statement(const Node* node) {
  Statement result;
  result.span = span(node);
  comments_.take_until(result.span.begin, result.leading);
  Comments* const outer = std::exchange(inner_, &result.leading);
  Children children(node);
  if (children.take(Kind::LET) != nullptr) {
    LetStatement let;
    let.is_mut = children.take(Kind::MUT) != nullptr;
    let.pattern = pattern(children.node());
    if (children.take(Kind::COLON) != nullptr) let.type = type(children.node());
    children.skip();
    let.value = expr(children.node());
    result.node = std::move(let);
  } else {
    ExprStatement value;
    value.value = expr(children.node());
    value.semicolon = children.at(Kind::SEMI);
    result.node = std::move(value);
  }
  comments_.take_until(result.span.end, result.leading);
  comments_.take_trailing(result.span.end, result.trailing);
  inner_ = outer;
  return result;
}

std::vector<Arm> Builder::arms(const Node* node) {
  std::vector<Arm> result;
  Children children(node);
  if (inner_ != nullptr) comments_.take_until(span(node).begin, *inner_);
  while (!children.done()) {
    if (const Node* part = children.take_rule(Rule::RuleArm)) {
      result.push_back(arm(part));
    } else {
      children.skip();
    }
  }
  return result;
}

Arm Builder::arm(const Node* node) {
  Arm result;
  result.span = span(node);
  comments_.take_until(result.span.begin, result.leading);
  Comments* const outer = std::exchange(inner_, &result.leading);
  Children children(node);
  result.pattern = pattern(children.node());
  if (children.take(Kind::IF) != nullptr) result.guard = expr(children.node(), "the guard");
  children.skip();
  result.body = lambda_body(children);
  comments_.take_until(result.span.end, result.leading);
  comments_.take_trailing(result.span.end, result.leading);
  inner_ = outer;
  return result;
}

}  // namespace khora2cpp::syntax
