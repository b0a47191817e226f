#include "syntax/builder.hpp"

namespace khora2cpp::syntax {

namespace {

constexpr const char* pattern_forms =
    "a pattern is `_`, a name, a literal, `Type::Case(p, q)`, `Record { field, other: p }` or a tuple";

}  // namespace

PatternPtr Builder::make_pattern(Span at, decltype(Pattern::node) node) {
  auto result = std::make_unique<Pattern>();
  result->span = at;
  result->node = std::move(node);
  return result;
}

PatternPtr Builder::pattern(const Node* node) {
  Children children(node);
  PatternPtr result;
  if (const Node* plain = children.take_rule(Rule::RulePlainPattern)) {
    result = plain_pattern(plain);
  } else {
    const std::uint32_t begin = children.token().begin();
    bool trailing_comma = false;
    TuplePattern tuple;
    if (const Node* list = children.take_rule(Rule::RulePatterns))
      tuple.elements = patterns(list, trailing_comma);
    const Span at = span(begin, children.token().end());
    if (tuple.elements.size() == 1 && !trailing_comma) {
      result = std::move(tuple.elements.front());
    } else {
      result = make_pattern(at, std::move(tuple));
    }
  }
  if (const Node* tail = children.take_rule(Rule::RulePatternTail)) {
    Children parts(tail);
    const PlacedToken& word = parts.token();
    const Span at = span(node);
    if (word.kind() == Kind::BAR) {
      error("D233", at, "there are no patterns that match one thing or another")
          .suggest("write an arm for each, or a guard: `n if …`");
    } else if (word.kind() == Kind::AS) {
      error("D233", at, "a pattern gives no second name with `as`")
          .suggest("name the whole, and take it apart in an inner `match`");
    } else {
      error("D233", at, "there are no range patterns").suggest("use a guard: `n if n >= 1 && n <= 9`");
    }
    return make_pattern(at, BadPattern{});
  }
  return result;
}

PatternPtr Builder::plain_pattern(const Node* node) {
  Children children(node);
  const Span at = span(node);
  if (children.at_rule(Rule::RulePath)) return path_pattern(children);
  if (const Node* literal = children.take_rule(Rule::RuleString)) {
    return make_pattern(at, LiteralPattern{LiteralPattern::Kind::string, plain_string(literal)});
  }
  const PlacedToken& word = children.token();
  switch (word.kind()) {
    case Kind::UNDERSCORE: return make_pattern(at, WildcardPattern{});
    case Kind::INT: return make_pattern(at, LiteralPattern{LiteralPattern::Kind::integer, digits(word)});
    case Kind::FLOAT: return make_pattern(at, LiteralPattern{LiteralPattern::Kind::floating, digits(word)});
    case Kind::CHAR:
      return make_pattern(at, LiteralPattern{LiteralPattern::Kind::character, character(word)});
    case Kind::TRUE:
    case Kind::FALSE:
      return make_pattern(at, LiteralPattern{LiteralPattern::Kind::boolean, std::string(text(word))});
    case Kind::MINUS:
      error("D233", at, "there are no negative patterns")
          .suggest("use a guard: `n if n == " + std::string(text(at)) + "`");
      break;
    case Kind::DECIMAL:
      error("D233", at, "there are no decimal patterns")
          .suggest("use a guard: `n if n == " + std::string(text(at)) + "`");
      break;
    default: error("D233", at, "`..` is no pattern").suggest(pattern_forms); break;
  }
  return make_pattern(at, BadPattern{});
}

PatternPtr Builder::path_pattern(Children& children) {
  Path named = path(children.node());
  if (children.take(Kind::LPAREN) != nullptr) {
    ConstructorPattern constructor;
    constructor.has_arguments = true;
    bool trailing_comma = false;
    if (const Node* list = children.take_rule(Rule::RulePatterns))
      constructor.arguments = patterns(list, trailing_comma);
    const Span at = span(named.span.begin, children.token().end());
    constructor.path = std::move(named);
    return make_pattern(at, std::move(constructor));
  }
  if (children.at(Kind::LBRACE) || children.at(Kind::RECORD_LBRACE)) {
    children.skip();
    RecordPattern record;
    std::uint32_t end = named.span.end;
    while (!children.done()) {
      if (const Node* part = children.take_rule(Rule::RuleFieldPattern)) {
        FieldPattern field = field_pattern(part);
        if (field.field) record.fields.push_back(std::move(field));
      } else {
        end = children.token().end();
      }
    }
    const Span at = span(named.span.begin, end);
    record.path = std::move(named);
    return make_pattern(at, std::move(record));
  }
  const Span at = named.span;
  if (named.single()) {
    NamePattern bound{named.segments.front()};
    refuse_reserved(bound.name);
    return make_pattern(at, std::move(bound));
  }
  return make_pattern(at, ConstructorPattern{std::move(named), {}, false});
}

std::vector<PatternPtr> Builder::patterns(const Node* node, bool& trailing_comma) {
  std::vector<PatternPtr> result;
  Children children(node);
  while (!children.done()) {
    if (const Node* part = children.take_rule(Rule::RulePattern)) {
      result.push_back(pattern(part));
      trailing_comma = false;
    } else {
      children.skip();
      trailing_comma = true;
    }
  }
  return result;
}

FieldPattern Builder::field_pattern(const Node* node) {
  Children children(node);
  FieldPattern result;
  if (const PlacedToken* rest = children.take(Kind::DOTDOT)) {
    error("D233", span(*rest), "a record pattern needs no `..`")
        .suggest("leave out the fields you do not need");
    return result;
  }
  const PlacedToken& word = children.token();
  if (children.take(Kind::COLON) != nullptr) {
    result.field = name(word);
    result.pattern = pattern(children.node());
  } else {
    result.field = binding(word);
  }
  return result;
}

}  // namespace khora2cpp::syntax
