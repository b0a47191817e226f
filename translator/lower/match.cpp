// `match` in its three forms: a `switch`, a chain of `if`s, and a chain with an `open` flag (emission.md 7). Linear in the source; no arm is
// written twice.
#include <algorithm>
#include <utility>

#include "analysis/type_query.hpp"
#include "types/walk.hpp"
#include "lower/body.hpp"

namespace khora2cpp::lower {

namespace {

bool is_wildcard(const types::Pattern& pattern) {
  return std::holds_alternative<types::WildcardPattern>(pattern.node) || std::holds_alternative<types::BindPattern>(pattern.node);
}

/// `T::Case(names or _)`.
const types::CasePattern* flat_case(const types::Pattern& pattern) {
  const auto* node = std::get_if<types::CasePattern>(&pattern.node);
  if (node == nullptr) return nullptr;
  const bool flat = std::all_of(node->arguments.begin(), node->arguments.end(), [](const types::Pattern* part) { return is_wildcard(*part); });
  return flat ? node : nullptr;
}

/// `true` or `false`, if that is all there is.
const types::BoolExpr* bool_body(const types::Expr& expr) {
  if (const auto* block = std::get_if<types::BlockExpr>(&expr.node)) {
    return block->block->statements.empty() && block->block->value != nullptr ? bool_body(*block->block->value) : nullptr;
  }
  return std::get_if<types::BoolExpr>(&expr.node);
}

/// Whether a function value in the expression can capture something, which must be a variable then.
bool has_lambda(const types::Expr& expr) {
  const bool is_value = std::holds_alternative<types::FunctionExpr>(expr.node) || std::holds_alternative<types::BindExpr>(expr.node) ||
                        std::holds_alternative<types::LambdaExpr>(expr.node);
  if (is_value) return true;
  bool found = false;
  types::each_child(expr, [&](const types::Expr& child) { found = found || has_lambda(child); });
  return found;
}

/// Whether a `break` in the expression leaves a loop around it.
bool breaks_out(const types::Expr& expr) {
  if (std::holds_alternative<types::BreakExpr>(expr.node)) return true;
  const bool is_border = std::holds_alternative<types::LoopExpr>(expr.node) || std::holds_alternative<types::WhileExpr>(expr.node) ||
                         std::holds_alternative<types::ForExpr>(expr.node) || std::holds_alternative<types::LambdaExpr>(expr.node);
  if (is_border) return false;
  bool found = false;
  types::each_child(expr, [&](const types::Expr& child) { found = found || breaks_out(child); });
  return found;
}

}  // namespace

void Body::match(const types::Expr& expr, const types::MatchExpr& node, const Dest& dest) {
  std::vector<ArmRef> arms;
  for (const types::Arm& arm : node.arms) arms.push_back({arm.pattern, arm.guard, arm.body, arm.span, arm.leading});
  const auto write = [&] {
    const Subject subject = subject_of(*node.scrutinee, &arms);
    if (!reachable_) return;
    if (Expr* answer = as_test(subject, arms)) return finish(answer, dest);
    match_arms(expr.span, subject, arms, dest);
  };
  if (dest.kind == Dest::Kind::give) return write();
  scoped_statement(expr.span, write);
}

Expr* Body::as_test(const Subject& subject, const std::vector<ArmRef>& arms) {
  if (arms.size() != 2 || arms[0].guard != nullptr || arms[1].guard != nullptr || subject.expr == nullptr) return nullptr;
  const types::BoolExpr* first = bool_body(*arms[0].body);
  const types::BoolExpr* second = bool_body(*arms[1].body);
  if (first == nullptr || second == nullptr || first->value == second->value) return nullptr;
  Expr* condition = test(subject, *arms[0].pattern);
  if (condition == nullptr) return nullptr;
  return first->value ? condition : negated(condition);
}

void Body::match_arms(Span span, const Subject& subject, const std::vector<ArmRef>& arms, const Dest& dest) {
  if (arms.empty()) {  // a type without values
    emit(span, Unreachable{});
    return leave();
  }
  if (match_switch(span, subject, arms, dest)) return;
  // A guard that needs statements asks for the flag: the next arm must still be tried after they ran.
  bool guards_need_statements = false;
  for (const ArmRef& arm : arms) {
    if (arm.guard == nullptr) continue;
    if (has_lambda(*arm.guard)) return match_open(span, subject, arms, dest);
    const Block* trial = in_block([&] {
      bind(subject, *arm.pattern, false);
      operand(*arm.guard);
    });
    guards_need_statements = guards_need_statements || !trial->statements.empty() || !reachable_;
    reachable_ = true;
  }
  if (guards_need_statements) return match_open(span, subject, arms, dest);
  match_chain(span, subject, arms, dest);
}

void Body::arm_body(const Subject& subject, const ArmRef& arm, const Dest& dest) {
  if (arm.shared != nullptr) return choose(arm);
  bind(subject, *arm.pattern, true);
  body_of(*arm.body, dest);
}

void Body::choose(const ArmRef& arm) {
  if (arm.shared->chosen != nullptr) emit(arm.span, Assign{assigned(arm.span, arm.shared->chosen), boolean(arm.span, true)});
  reachable_ = false;  // whether the body ends is asked where it stands
}

bool Body::match_switch(Span span, const Subject& subject, const std::vector<ArmRef>& arms, const Dest& dest) {
  const bool has_wildcard = is_wildcard(*arms.back().pattern);
  if (subject.expr == nullptr || arms.size() < (has_wildcard ? 3u : 2u)) return false;
  const types::TypeDecl* decl = nullptr;
  std::vector<bool> seen;
  for (std::size_t i = 0; i < arms.size(); ++i) {
    const ArmRef& arm = arms[i];
    if (arm.guard != nullptr || (arm.shared == nullptr && breaks_out(*arm.body))) return false;
    if (is_wildcard(*arm.pattern)) {
      if (i + 1 != arms.size() || i == 0) return false;
      continue;
    }
    const types::CasePattern* one = flat_case(*arm.pattern);
    if (one == nullptr || one->decl->cases.size() < 2) return false;
    decl = one->decl;
    seen.resize(decl->cases.size(), false);
    if (seen[one->index]) return false;
    seen[one->index] = true;
  }
  if (decl == nullptr) return false;

  Switch made{subject.expr, decl, {}};
  bool ends = false;
  bool has_default = false;
  for (const ArmRef& arm : arms) {
    SwitchArm one{{}, nullptr, arm.span, arm.leading};
    if (const types::CasePattern* pattern = flat_case(*arm.pattern)) {
      one.cases.push_back(pattern->index);
    } else {
      has_default = true;
    }
    one.body = in_block([&] { arm_body(subject, arm, dest); });
    ends = ends || reachable_;
    made.arms.push_back(std::move(one));
  }
  reachable_ = true;
  emit(span, std::move(made));
  if (!ends && !has_default) emit(span, Unreachable{});
  reachable_ = ends;
  return true;
}

void Body::match_chain(Span span, const Subject& subject, const std::vector<ArmRef>& arms, const Dest& dest) {
  If made;
  bool ends = false;
  bool complete = false;
  for (std::size_t i = 0; i < arms.size() && !complete; ++i) {
    const ArmRef& arm = arms[i];
    Expr* condition = test(subject, *arm.pattern);
    if (arm.guard != nullptr) {
      bind(subject, *arm.pattern, false);
      Expr* guard = nullptr;
      const Block* nothing = in_block([&] { guard = operand(*arm.guard); });
      static_cast<void>(nothing);
      condition = conjunction(condition, guard);
    } else if (i + 1 == arms.size()) {
      condition = nullptr;  // the arms before leave nothing else
    }
    if (condition == nullptr && made.branches.empty()) {  // the first arm always matches
      reachable_ = true;
      return arm_body(subject, arm, dest);
    }
    Block* body = in_block([&] {
      if (condition == nullptr && arm.leading != nullptr && !arm.leading->empty()) leading_ = arm.leading;
      arm_body(subject, arm, dest);
    });
    ends = ends || reachable_;
    if (condition == nullptr) {
      complete = true;
      if (!body->statements.empty()) made.otherwise = body;
      made.otherwise_span = arm.span;
    } else {
      made.branches.push_back({nullptr, nullptr, false, nullptr, condition, body, arm.span, arm.leading});
    }
  }
  if (made.branches.size() == 1 && made.otherwise != nullptr && made.branches[0].body->statements.empty()) {
    made.branches[0].condition = negated(made.branches[0].condition);  // `if (c) {} else ..`
    made.branches[0].body = std::exchange(made.otherwise, nullptr);
  }
  reachable_ = true;
  emit(span, std::move(made));
  if (!complete) {  // every arm has a guard or a test, and yet one of them matches
    if (!ends) emit(span, Unreachable{});
  }
  reachable_ = ends;
}

void Body::match_open(Span span, const Subject& subject, const std::vector<ArmRef>& arms, const Dest& dest) {
  Variable* open = helper("open", bool_type());
  open->changes = true;
  emit(span, Declare{open, Declare::Form::value, boolean(span, true), false});
  bool ends = false;
  for (std::size_t i = 0; i < arms.size(); ++i) {
    const ArmRef& arm = arms[i];
    Expr* condition = test(subject, *arm.pattern);
    if (i > 0) condition = conjunction(read(span, open), condition);
    const bool last = i + 1 == arms.size();
    const auto close = [&] {
      if (!last) emit(arm.span, Assign{assigned(arm.span, open), boolean(arm.span, false)});
    };
    Block* body = in_block([&] {
      if (arm.guard == nullptr) {
        close();
        arm_body(subject, arm, dest);
        return;
      }
      const bool captures = has_lambda(*arm.guard);
      bind(subject, *arm.pattern, captures);
      Expr* guard = operand(*arm.guard);
      if (!reachable_) return;
      If chosen;
      Block* inner = in_block([&] {
        close();
        captures && arm.shared == nullptr ? body_of(*arm.body, dest) : arm_body(subject, arm, dest);
      });
      ends = ends || reachable_;
      reachable_ = true;
      chosen.branches.push_back({nullptr, nullptr, false, nullptr, guard, inner, arm.span, nullptr});
      emit(arm.span, std::move(chosen));
    });
    if (arm.guard == nullptr) ends = ends || reachable_;
    reachable_ = true;
    if (condition == nullptr) {
      emit(arm.span, Nested{body});
    } else {
      If made;
      made.branches.push_back({nullptr, nullptr, false, nullptr, condition, body, arm.span, arm.leading});
      emit(arm.span, std::move(made));
    }
  }
  const bool goes_on = std::any_of(arms.begin(), arms.end(), [](const ArmRef& arm) { return arm.shared != nullptr; });
  if (!ends && !goes_on) emit(span, Unreachable{});
  reachable_ = ends;
}

}  // namespace khora2cpp::lower
