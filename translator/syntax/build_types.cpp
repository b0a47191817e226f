#include "syntax/builder.hpp"

namespace khora2cpp::syntax {
namespace {

TypePtr make_type(Span span, decltype(TypeExpr::node) node) {
  auto result = std::make_unique<TypeExpr>();
  result->span = span;
  result->node = std::move(node);
  return result;
}

/// The parameters that the left side of an arrow stands for (G9).
std::vector<TypePtr> function_parameters(TypePtr left, bool parenthesized) {
  if (auto* tuple = std::get_if<TupleType>(&left->node); tuple != nullptr && parenthesized)
    return std::move(tuple->elements);
  std::vector<TypePtr> result;
  result.push_back(std::move(left));
  return result;
}

/// `((A, B)) -> R` takes one tuple: the outer parentheses group.
bool is_tuple_notation(const Node* primary) {
  std::size_t types = 0;
  bool comma = false;
  Children children(primary);
  if (!children.at(Kind::LPAREN)) return false;
  while (!children.done()) {
    types += children.at_rule(Rule::RuleType) ? 1 : 0;
    comma = comma || children.at_rule(Rule::RuleComma);
    children.skip();
  }
  return types != 1 || comma;
}

}  // namespace

TypePtr Builder::type(const Node* node) {
  Children children(node);
  const Node* first = children.node();
  TypePtr result = primary_type(first);
  const bool tuple_notation = is_tuple_notation(first);
  if (children.at(Kind::PLUS)) {
    SumType sum;
    const std::uint32_t begin = result->span.begin;
    sum.terms.push_back(std::move(result));
    while (children.take(Kind::PLUS) != nullptr) sum.terms.push_back(primary_type(children.node()));
    const Span at = span(begin, sum.terms.back()->span.end);
    result = make_type(at, std::move(sum));
  }
  if (children.take(Kind::ARROW) == nullptr) return result;
  FunctionType function;
  function.parameters = function_parameters(std::move(result), tuple_notation);
  function.result = type(children.node());
  clause(children, function.with, function.raises);
  return make_type(span(node), std::move(function));
}

TypePtr Builder::primary_type(const Node* node) {
  Children children(node);
  const Span at = span(node);
  if (children.at_rule(Rule::RulePath)) {
    NamedType named;
    named.path = path(children.node());
    if (const Node* arguments = children.take_rule(Rule::RuleTypeArguments)) {
      named.has_arguments = true;
      Children parts(arguments);
      while (!parts.done()) {
        if (const Node* part = parts.take_rule(Rule::RuleType)) {
          named.arguments.push_back(type(part));
        } else {
          parts.skip();
        }
      }
    }
    return make_type(at, std::move(named));
  }
  if (const Node* part = children.take_rule(Rule::RuleRow)) return make_type(at, row(part));
  const PlacedToken& word = children.token();
  switch (word.kind()) {
    case Kind::ROW_VARIABLE:
      return make_type(at, RowVariable{{std::string(text(word).substr(1)), span(word)}});
    case Kind::INT: return make_type(at, ConstArgument{digits(word)});
    case Kind::FORALL: {
      ForallType forall;
      forall.parameters = type_parameters(children.node());
      children.skip();
      forall.body = type(children.node());
      return make_type(at, std::move(forall));
    }
    default: break;
  }
  TupleType tuple;
  bool comma = false;
  while (!children.done()) {
    if (const Node* part = children.take_rule(Rule::RuleType)) {
      tuple.elements.push_back(type(part));
    } else {
      comma = comma || children.at_rule(Rule::RuleComma);
      children.skip();
    }
  }
  if (tuple.elements.size() == 1 && !comma) {
    TypePtr inner = std::move(tuple.elements.front());
    inner->span = at;
    return inner;
  }
  return make_type(at, std::move(tuple));
}

RowType Builder::row(const Node* node) {
  RowType result;
  Children children(node);
  while (!children.done()) {
    const Node* element = children.take_rule(Rule::RuleRowElement);
    if (element == nullptr) {
      children.skip();
      continue;
    }
    Children parts(element);
    if (const Node* labelled = parts.take_rule(Rule::RuleEntry)) {
      result.entries.push_back(entry(labelled, EntryPlace::row));
    } else {
      result.tails.push_back(type(parts.node()));
    }
  }
  return result;
}

RowEntry Builder::entry(const Node* node, EntryPlace place) {
  Children children(node);
  const bool row = place == EntryPlace::row;
  if (const PlacedToken* pub = children.take(Kind::PUB)) {
    report_modifier(*pub, row ? "an entry of a row is not declared here, so it has no visibility"
                              : "the operations of an effect are as visible as the effect");
  }
  if (const PlacedToken* mut = children.take(Kind::MUT)) {
    report_modifier(*mut,
                    row ? "an entry of a row is never assigned to" : "an operation is never assigned to");
  }
  RowEntry result;
  result.label = binding(children.token());
  children.skip();
  result.type = type(children.node());
  return result;
}

void Builder::report_modifier(const PlacedToken& word, std::string message) {
  const bool pub = word.kind() == Kind::PUB;
  error(pub ? "D216" : "D217", span(word), std::move(message))
      .suggest(std::string("remove `") + (pub ? "pub" : "mut") + "`");
}

void Builder::clause(Children& children, TypePtr& with, TypePtr& raises) {
  while (children.at(Kind::WITH) || children.at(Kind::RAISES)) {
    const PlacedToken& word = children.token();
    TypePtr read = type(children.node());
    const Span at = source::join(span(word), read->span);
    if (word.kind() == Kind::WITH) {
      if (with) {
        error("D214", at, "there is one `with` clause, and this is the second")
            .label(with->span, "the first one")
            .suggest("join the capabilities in one row: `with { a: A, b: B }`");
        continue;
      }
      if (raises) {
        error("D214", at, "`with` stands before `raises`")
            .label(raises->span, "the failures")
            .suggest("write `with " + std::string(text(read->span)) + " raises " +
                     std::string(text(raises->span)) + "`");
      }
      with = std::move(read);
    } else {
      if (raises) {
        error("D214", at, "there is one `raises` clause, and this is the second")
            .label(raises->span, "the first one")
            .suggest("join the failures with `+`: `raises " + std::string(text(raises->span)) + " + " +
                     std::string(text(read->span)) + "`");
        continue;
      }
      raises = std::move(read);
    }
  }
}

}  // namespace khora2cpp::syntax
