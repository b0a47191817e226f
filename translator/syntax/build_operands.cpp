#include "syntax/builder.hpp"
#include "syntax/escapes.hpp"

namespace khora2cpp::syntax {

ExprPtr Builder::primary(Children& children, const char* head) {
  if (children.at(Kind::ID)) {
    Path named = path(children);
    const Span at = named.span;
    return make_expr(at, PathExpr{std::move(named)});
  }
  if (children.at_node()) {
    const Node* part = children.node();
    const Span at = span(part);
    switch (part->getRuleIndex()) {
      case Rule::RuleString: return string(part);
      case Rule::RuleParens: return parens(part);
      case Rule::RuleList: return list(part);
      case Rule::RuleLambda: return lambda(part);
      case Rule::RuleIfExpr: return if_expr(part);
      case Rule::RuleRecord:
      case Rule::RuleBlock:
        if (head != nullptr) {
          error("D225", span(at.begin, at.begin + 1),
                std::string("`{` ends ") + head + ", so an expression is missing before it")
              .suggest("put parentheses around a record or a block that stands here");
        }
        if (part->getRuleIndex() == Rule::RuleRecord) return record(part);
        return make_expr(at, BlockExpr{block(part)});
      default: return bad_expr(at);
    }
  }
  const PlacedToken& word = children.token();
  const std::uint32_t begin = word.begin();
  switch (word.kind()) {
    case Kind::MATCH: {
      MatchExpr match;
      match.scrutinee = expr(children.node(), "the head of `match`");
      const Node* part = children.node();
      match.arms = arms(part);
      return make_expr(span(begin, span(part).end), std::move(match));
    }
    case Kind::FOR: {
      ForExpr loop;
      loop.pattern = pattern(children.node());
      children.skip();
      loop.iterable = expr(children.node(), "the head of `for`");
      loop.body = block(children.node());
      const Span at = span(begin, loop.body->span.end);
      return make_expr(at, std::move(loop));
    }
    case Kind::WHILE: {
      WhileExpr loop;
      loop.condition = expr(children.node(), "the condition of `while`");
      loop.body = block(children.node());
      const Span at = span(begin, loop.body->span.end);
      return make_expr(at, std::move(loop));
    }
    case Kind::LOOP: {
      LoopExpr loop{block(children.node())};
      const Span at = span(begin, loop.body->span.end);
      return make_expr(at, std::move(loop));
    }
    case Kind::WITH: {
      WithBlockExpr with;
      with.install = install(children.node());
      with.body = block(children.node());
      const Span at = span(begin, with.body->span.end);
      return make_expr(at, std::move(with));
    }
    case Kind::HANDLER: {
      HandlerExpr handler;
      children.skip();
      handler.effect = path(children.node());
      const Node* part = children.node();
      RecordExpr operations;
      record_into(part, operations);
      if (operations.base)
        error("D228", operations.base->span, "a handler has operations of its own, and no base");
      handler.operations = std::move(operations.fields);
      return make_expr(span(begin, span(part).end), std::move(handler));
    }
    case Kind::RAISE: {
      ExprPtr value = expr(children.node(), head);
      const Span at = span(begin, value->span.end);
      return make_expr(at, RaiseExpr{std::move(value)});
    }
    case Kind::BREAK: {
      ExprPtr value = expr(children.node(), head);
      const Span at = span(begin, value->span.end);
      return make_expr(at, BreakExpr{std::move(value)});
    }
    case Kind::RETURN: {
      ExprPtr value = expr(children.node(), head);
      const Span at = span(begin, value->span.end);
      return make_expr(at, ReturnExpr{std::move(value)});
    }
    default: return literal(word);
  }
}

ExprPtr Builder::literal(const PlacedToken& word) {
  const Span at = span(word);
  switch (word.kind()) {
    case Kind::INT: return make_expr(at, IntegerLiteral{digits(word)});
    case Kind::FLOAT: return make_expr(at, FloatLiteral{digits(word)});
    case Kind::DECIMAL: return make_expr(at, DecimalLiteral{digits(word)});
    case Kind::CHAR: return make_expr(at, CharLiteral{first_scalar(character(word))});
    case Kind::TRUE: return make_expr(at, BoolLiteral{true});
    case Kind::FALSE: return make_expr(at, BoolLiteral{false});
    case Kind::UNDERSCORE: return make_expr(at, Placeholder{});
    case Kind::CONTINUE: return make_expr(at, ContinueExpr{});
    case Kind::BARE_BREAK: return make_expr(at, BreakExpr{});
    case Kind::BARE_RETURN: return make_expr(at, ReturnExpr{});
    default: return bad_expr(at);
  }
}

ExprPtr Builder::parens(const Node* node) {
  const Span at = span(node);
  std::vector<ExprPtr> elements;
  bool comma = false;
  Children children(node);
  while (!children.done()) {
    if (const Node* part = children.take_rule(Rule::RuleExpr)) {
      elements.push_back(expr(part));
    } else {
      comma = comma || children.at(Kind::COMMA);
      children.skip();
    }
  }
  if (elements.size() == 1 && !comma) return make_expr(at, ParenExpr{std::move(elements.front())});
  return make_expr(at, TupleExpr{std::move(elements)});
}

ExprPtr Builder::list(const Node* node) {
  ListExpr result;
  Children children(node);
  while (!children.done()) {
    if (const Node* part = children.take_rule(Rule::RuleElement)) {
      result.elements.push_back(element(part));
    } else {
      children.skip();
    }
  }
  return make_expr(span(node), std::move(result));
}

ElementPtr Builder::element(const Node* node) {
  auto result = std::make_unique<Element>();
  result->span = span(node);
  Children children(node);
  if (children.take(Kind::ELEMENT_IF) != nullptr) {
    IfElement form;
    form.condition = expr(children.node(), "the condition");
    children.skip();
    form.then = element(children.node());
    if (children.take(Kind::ELEMENT_ELSE) != nullptr) form.otherwise = element(children.node());
    result->node = std::move(form);
  } else if (children.take(Kind::ELEMENT_FOR) != nullptr) {
    ForElement form;
    form.pattern = pattern(children.node());
    children.skip();
    form.iterable = expr(children.node(), "the head of `for`");
    children.skip();
    form.body = element(children.node());
    result->node = std::move(form);
  } else if (children.take(Kind::DOTDOT) != nullptr) {
    result->node = SpreadElement{expr(children.node())};
  } else {
    result->node = ValueElement{expr(children.node())};
  }
  return result;
}

ExprPtr Builder::record(const Node* node) {
  RecordExpr result;
  record_into(node, result);
  return make_expr(span(node), std::move(result));
}

void Builder::record_into(const Node* node, RecordExpr& record) {
  Children children(node);
  while (!children.done()) {
    if (const Node* base = children.take_rule(Rule::RuleExpr)) {
      record.base = expr(base);
    } else if (const Node* part = children.take_rule(Rule::RuleInitializer)) {
      record.fields.push_back(initializer(part));
    } else {
      children.skip();
    }
  }
}

FieldInit Builder::initializer(const Node* node) {
  Children children(node);
  FieldInit result;
  result.name = name(children.token());
  children.skip();
  result.value = expr(children.node());
  return result;
}

ExprPtr Builder::lambda(const Node* node) {
  LambdaExpr result;
  Children children(node);
  children.skip();
  if (children.take(Kind::LPAREN) != nullptr) {
    if (const Node* part = children.take_rule(Rule::RuleParameters)) result.parameters = parameters(part);
    children.skip();
  } else {
    const PlacedToken& first = children.token();
    result.parameters.push_back({binding(first), nullptr});
    while (children.take(Kind::COMMA) != nullptr)
      result.parameters.push_back({binding(children.token()), nullptr});
    if (result.parameters.size() > 1) {
      const Span written = source::join(span(first), result.parameters.back().name.span);
      error("D220", written, "several parameters stand in parentheses")
          .suggest("write `fn (" + std::string(text(written)) + ") => …`");
    }
  }
  children.skip();
  result.body = lambda_body(children);
  return make_expr(span(node), std::move(result));
}

ExprPtr Builder::lambda_body(Children& children) {
  if (const Node* part = children.take_rule(Rule::RuleExpr)) return expr(part);
  const std::uint32_t begin = children.token().begin();
  // The statements are children of this node; its last brace ends the block.
  Children ahead = children;
  while (ahead.at_rule(Rule::RuleStatement)) ahead.skip();
  const Span at = span(begin, ahead.token().end());
  auto body = block_body(children, at);
  return make_expr(at, BlockExpr{std::move(body)});
}

ExprPtr Builder::if_expr(const Node* node) {
  struct Branch {
    std::uint32_t begin;
    IfExpr expr;
  };
  std::vector<Branch> branches;
  ExprPtr otherwise;
  Children children(node);
  while (!children.done()) {
    children.take(Kind::ELSE);
    if (const PlacedToken* word = children.take(Kind::IF)) {
      Branch branch{word->begin(), {}};
      branch.expr.condition = expr(children.node(), "the condition of `if`");
      branch.expr.then = block(children.node());
      branches.push_back(std::move(branch));
    } else {
      const Node* part = children.node();
      const Span at = span(part);
      otherwise = make_expr(at, BlockExpr{block(part)});
    }
  }
  const std::uint32_t end = span(node).end;
  for (std::size_t index = branches.size(); index-- > 0;) {
    branches[index].expr.otherwise = std::move(otherwise);
    otherwise = make_expr(span(branches[index].begin, end), std::move(branches[index].expr));
  }
  return otherwise;
}

std::vector<Argument> Builder::arguments(const Node* node) {
  std::vector<Argument> result;
  Children children(node);
  while (!children.done()) {
    const Node* part = children.take_rule(Rule::RuleArgument);
    if (part == nullptr) {
      children.skip();
      continue;
    }
    Argument argument;
    Children parts(part);
    if (!parts.at_node()) {
      argument.label = name(parts.token());
      if (argument.label.text == "_") {
        error("D218", argument.label.span, "`_` labels nothing: a label is the name of a parameter");
        argument.label = {};
      }
      parts.skip();
    }
    argument.value = expr(parts.node());
    result.push_back(std::move(argument));
  }
  return result;
}

Install Builder::install(const Node* node) {
  Install result;
  result.span = span(node);
  Children children(node);
  while (!children.done()) {
    if (const Node* part = children.take_rule(Rule::RulePath)) {
      result.paths.push_back(path(part));
    } else if (const Node* entries = children.take_rule(Rule::RuleRecord)) {
      RecordExpr read;
      record_into(entries, read);
      if (read.base) {
        error("D229", read.base->span, "what `with` installs has no base")
            .suggest("name the context first: `with Name { label: value }`");
      }
      result.entries = std::move(read.fields);
      result.has_record = true;
    } else {
      children.skip();
    }
  }
  return result;
}

ExprPtr Builder::string(const Node* node) {
  StringLiteral result;
  Children children(node);
  result.multi_line = children.token().kind() == Kind::BACKTICK;
  result.pieces.emplace_back();
  while (!children.done()) {
    if (const PlacedToken* piece = children.take(Kind::TEXT)) {
      result.pieces.back().append(text(*piece));
    } else if (const Node* hole = children.take_rule(Rule::RuleExpr)) {
      result.holes.push_back(expr(hole));
      result.pieces.emplace_back();
    } else {
      children.skip();
    }
  }
  if (result.multi_line) dedent(result.pieces);
  for (std::string& piece : result.pieces) piece = process_escapes(piece);
  return make_expr(span(node), std::move(result));
}

std::string Builder::plain_string(const Node* node) {
  ExprPtr read = string(node);
  auto& literal = std::get<StringLiteral>(read->node);
  if (!literal.holes.empty()) {
    error("D230", literal.holes.front()->span, "a text without holes is expected here");
    return {};
  }
  return std::move(literal.pieces.front());
}

}  // namespace khora2cpp::syntax
