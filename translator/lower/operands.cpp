// Operands in order: what may stay inside one C++ expression, and what is named in a statement of its own first (emission.md 2).
#include "analysis/type_query.hpp"
#include "lower/body.hpp"

namespace khora2cpp::lower {

std::vector<Expr*> Body::in_order(const std::vector<Operand>& operands) {
  struct Lowered {
    Block* before = nullptr;
    Expr* value = nullptr;
    bool ends = true;  ///< whether the operand is reached and answers
  };
  std::vector<Lowered> all;
  bool reached = reachable_;
  for (const Operand& operand : operands) {
    Lowered one;
    one.before = in_block([&] { one.value = operand(); });
    one.ends = reached && reachable_;
    if (!reached) one.before->statements.clear();
    reached = one.ends;
    all.push_back(one);
  }

  // From the last to the first: an operand is named when what comes after it could be told apart from coming before it.
  Touch after;
  for (std::size_t i = all.size(); i-- > 0;) {
    Lowered& one = all[i];
    const Touch value = touches_.of(one.value);
    Touch here = touches_.of(*one.before);
    here.add(value);
    if (one.ends && conflict(value, after)) {
      Expr* value_before = one.value;
      Block* named = in_block([&] { one.value = name_it(value_before->span, value_before, suggested_name(*value_before)); });
      one.before->statements.push_back(std::move(named->statements.front()));
    }
    after.add(here);
  }

  reachable_ = true;
  std::vector<Expr*> values;
  for (Lowered& one : all) {
    splice(one.before);
    values.push_back(one.value);
  }
  reachable_ = reached;
  return values;
}

std::vector<Body::Operand> Body::kept(const std::vector<types::Expr*>& exprs) {
  std::vector<Operand> all;
  for (const types::Expr* expr : exprs) all.emplace_back([this, expr] { return stored(*expr); });
  return all;
}

Expr* Body::argument(const types::Expr& expr) {
  Expr* value = stored(expr);
  const bool by_value = analysis::is_scalar(value->type);
  if (!by_value && touches_.of(value).reads_fields && std::holds_alternative<Member>(value->node)) {
    return name_it(expr.span, value, suggested_name(*value));
  }
  return value;
}

std::vector<Body::Operand> Body::arguments(const std::vector<types::Expr*>& exprs) {
  std::vector<Operand> all;
  for (const types::Expr* expr : exprs) all.emplace_back([this, expr] { return argument(*expr); });
  return all;
}

}  // namespace khora2cpp::lower
