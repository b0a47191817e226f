#include <algorithm>

#include "syntax/builder.hpp"

namespace khora2cpp::syntax {

FunctionDecl Builder::function_decl(const Node* node) {
  FunctionDecl decl;
  decl.span = span(node);
  Children children(node);
  decl.is_pub = children.take(Kind::PUB) != nullptr;
  decl.is_extern = children.take(Kind::EXTERN) != nullptr;
  children.skip();
  signature(children.node(), decl);
  return decl;
}

void Builder::signature(const Node* node, FunctionDecl& decl) {
  Children children(node);
  decl.name = binding(children.token());
  decl.signature_span = {id_, decl.span.begin, decl.name.span.end};
  if (const Node* part = children.take_rule(Rule::RuleTypeParameters))
    decl.parameters = type_parameters(part);
  children.skip();
  if (const Node* part = children.take_rule(Rule::RuleParameters)) decl.arguments = parameters(part);
  decl.signature_span.end = children.token().end();
  if (children.take(Kind::ARROW) != nullptr) {
    decl.result = type(children.node());
    decl.signature_span.end = decl.result->span.end;
  }
  clause(children, decl.with, decl.raises);
  if (decl.with) decl.signature_span.end = std::max(decl.signature_span.end, decl.with->span.end);
  if (decl.raises) decl.signature_span.end = std::max(decl.signature_span.end, decl.raises->span.end);
  if (const Node* body = children.take_rule(Rule::RuleBlock)) {
    decl.body = block(body);
  } else if (const PlacedToken* equals = children.take(Kind::ASSIGN)) {
    error("D213", span(*equals), "the body of a function is a block, without `=`")
        .suggest("write `fn " + decl.name.text + "(…) { … }`");
    decl.body = std::make_unique<Block>();
    decl.body->value = expr(children.node());
    decl.body->span = decl.body->value->span;
  }
}

std::vector<TypeParameter> Builder::type_parameters(const Node* node) {
  std::vector<TypeParameter> result;
  Children children(node);
  while (!children.done()) {
    if (const Node* part = children.take_rule(Rule::RuleTypeParameter)) {
      result.push_back(type_parameter(part));
    } else {
      children.skip();
    }
  }
  return result;
}

TypeParameter Builder::type_parameter(const Node* node) {
  TypeParameter result;
  Children children(node);
  if (children.take(Kind::CONST) != nullptr) {
    result.kind = TypeParameter::Kind::constant;
    result.name = binding(children.token());
    children.skip();
    result.constant_type = type(children.node());
    return result;
  }
  // A variance mark says nothing that is not inferred.
  if (children.at(Kind::PLUS) || children.at(Kind::MINUS)) children.skip();
  const PlacedToken& word = children.token();
  if (word.kind() == Kind::ROW_VARIABLE) {
    result.kind = TypeParameter::Kind::row;
    result.name = {std::string(text(word).substr(1)), span(word)};
    return result;
  }
  result.name = binding(word);
  if (children.take(Kind::COLON) != nullptr) result.bounds = bounds(children.node());
  return result;
}

std::vector<TypePtr> Builder::bounds(const Node* node) {
  std::vector<TypePtr> result;
  Children children(node);
  while (!children.done()) {
    if (children.at_node()) {
      result.push_back(primary_type(children.node()));
    } else {
      children.skip();
    }
  }
  return result;
}

std::vector<Parameter> Builder::parameters(const Node* node) {
  std::vector<Parameter> result;
  Children children(node);
  while (!children.done()) {
    const Node* part = children.take_rule(Rule::RuleParameter);
    if (part == nullptr) {
      children.skip();
      continue;
    }
    Children parts(part);
    Parameter parameter;
    parameter.name = binding(parts.token());
    if (parts.take(Kind::COLON) != nullptr) parameter.type = type(parts.node());
    result.push_back(std::move(parameter));
  }
  return result;
}

}  // namespace khora2cpp::syntax
