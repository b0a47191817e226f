// Operators: arithmetic stays C++, comparison of declared types becomes a call, `&&` and `||` keep their order when a side needs statements.
#include "analysis/type_query.hpp"
#include "lower/body.hpp"

namespace khora2cpp::lower {

using Operator = syntax::BinaryOp;

namespace {

Binary cpp_operator(Operator op) {
  switch (op) {
    case Operator::add:
      return Binary::add;
    case Operator::subtract:
      return Binary::subtract;
    case Operator::multiply:
      return Binary::multiply;
    case Operator::divide:
      return Binary::divide;
    case Operator::remainder:
      return Binary::remainder;
    case Operator::equal:
      return Binary::equal;
    case Operator::not_equal:
      return Binary::not_equal;
    case Operator::less:
      return Binary::less;
    case Operator::less_equal:
      return Binary::less_equal;
    case Operator::greater:
      return Binary::greater;
    case Operator::greater_equal:
      return Binary::greater_equal;
    case Operator::logical_and:
      return Binary::logical_and;
    case Operator::logical_or:
      return Binary::logical_or;
  }
  return Binary::add;
}

/// Whether both read the same variable, constant or field of one, so that C++ compilers see it.
bool is_same_place(const Expr& a, const Expr& b) {
  if (const auto* variable = std::get_if<VariableRef>(&a.node)) {
    const auto* other = std::get_if<VariableRef>(&b.node);
    return other != nullptr && other->variable == variable->variable;
  }
  if (const auto* constant = std::get_if<ConstantRef>(&a.node)) {
    const auto* other = std::get_if<ConstantRef>(&b.node);
    return other != nullptr && other->constant == constant->constant;
  }
  const auto* member = std::get_if<Member>(&a.node);
  const auto* other = std::get_if<Member>(&b.node);
  return member != nullptr && other != nullptr && member->field == other->field && is_same_place(*member->object, *other->object);
}

}  // namespace

Expr* Body::unary(const types::Expr& expr, const types::UnaryExpr& node) {
  Expr* value = operand(*node.operand);
  if (node.op == syntax::UnaryOp::logical_not) {
    Expr* made = negated(value);
    return made;
  }
  return make(expr.span, expr.type, UnaryOp{Unary::negate, exact(value)});
}

Expr* Body::binary(const types::Expr& expr, const types::BinaryExpr& node) {
  if (node.op == Operator::logical_and || node.op == Operator::logical_or) return logical(expr, node);
  if (node.op >= Operator::equal && !types::has_builtin_operators(node.left->type)) return comparison(expr, node);
  // A text that is not read again is appended to in place.
  const bool appends = node.op == Operator::add && analysis::is_string(node.left->type);
  std::vector<Expr*> values = in_order({[&] { return appends ? stored(*node.left) : operand(*node.left); }, later(node.right)});
  // C++ would work out two bare literals by its own rules.
  if (is_bare(values[0]) && is_bare(values[1])) values[0] = exact(values[0]);
  // They warn of a value that is compared with itself, where it is one of theirs.
  if (node.op >= Operator::equal && is_same_place(*values[0], *values[1])) values[0] = name_it(expr.span, values[0], "value");
  // They take long for very long expressions.
  constexpr int longest_chain = 200;
  const auto* before = std::get_if<BinaryOp>(&values[0]->node);
  const int operators = before == nullptr ? 1 : before->operators + 1;
  const bool breaks = operators > longest_chain;
  if (breaks) values[0] = name_it(expr.span, exact(values[0]), "part");
  return make(expr.span, expr.type, BinaryOp{cpp_operator(node.op), values[0], values[1], breaks ? 1 : operators});
}

Expr* Body::comparison(const types::Expr& expr, const types::BinaryExpr& node) {
  const types::Function* function = analysis::comparison_function(program_, node.op);
  std::vector<Expr*> values = in_order(arguments({node.left, node.right}));
  const bool equality = node.op == Operator::equal || node.op == Operator::not_equal;
  if (equality) {
    Expr* equal = answer(trait_call(expr.span, expr.type, function, node.left->type, std::move(values)));
    return node.op == Operator::equal ? equal : negated(equal);
  }
  Type* ordering = program_.arena.make(types::Kind::nominal);
  ordering->decl = program_.ordering;
  Expr* order = answer(trait_call(expr.span, ordering, function, node.left->type, std::move(values)));
  const bool asks_less = node.op == Operator::less || node.op == Operator::greater_equal;
  const bool negates = node.op == Operator::less_equal || node.op == Operator::greater_equal;
  std::size_t index = 0;
  while (index + 1 < program_.ordering->cases.size() && program_.ordering->cases[index].name != (asks_less ? "Less" : "Greater")) ++index;
  Expr* test = make(expr.span, expr.type, CaseTest{order, program_.ordering, index});
  return negates ? negated(test) : test;
}

Expr* Body::logical(const types::Expr& expr, const types::BinaryExpr& node) {
  Expr* left = operand(*node.left);
  if (!reachable_) return left;
  Expr* right = nullptr;
  Block* more = in_block([&] { right = operand(*node.right); });
  const bool right_ends = reachable_;
  reachable_ = true;
  const bool is_and = node.op == Operator::logical_and;
  if (more->statements.empty() && right_ends) {
    return make(expr.span, expr.type, BinaryOp{is_and ? Binary::logical_and : Binary::logical_or, left, right});
  }
  // `bool both = left; if (both) { ..; both = right; }`
  Variable* variable = helper(is_and ? "both" : "either", expr.type);
  variable->changes = true;
  emit(expr.span, Declare{variable, Declare::Form::value, left, false});
  if (right_ends) more->statements.push_back({node.right->span, nullptr, nullptr, Assign{assigned(node.right->span, variable), right}});
  Expr* condition = read(expr.span, variable);
  If made;
  made.branches.push_back({nullptr, nullptr, false, nullptr, is_and ? condition : negated(condition), more, node.right->span, nullptr});
  emit(expr.span, std::move(made));
  return read(expr.span, variable);
}

}  // namespace khora2cpp::lower
