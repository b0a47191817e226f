// Blocks and control flow (syntax-and-types.md 2.3, 8, 9.2, 9.3).
#include <algorithm>

#include "types/body.hpp"

namespace khora2cpp::types {

Expr* Body::infer_block(const syntax::Block& written, Type* expected) {
  world_.program.blocks.emplace_back();
  Block* block = &world_.program.blocks.back();
  push_scope();
  bool diverges = false;
  for (const syntax::Statement& statement : written.statements) {
    if (const auto* let = std::get_if<syntax::LetStatement>(&statement.node)) {
      infer_let(statement, *let, *block);
      diverges = diverges || resolved(std::get<LetStatement>(block->statements.back().node).value->type)->kind == Kind::never;
    } else {
      const auto& expression = std::get<syntax::ExprStatement>(statement.node);
      Expr* value = infer(*expression.value, nullptr);
      diverges = resolved(value->type)->kind == Kind::never;
      if (!expression.semicolon) {
        // A block-like statement without `;` stands for its effect alone (T51).
        const Type* type = resolved(value->type);
        if (type->kind == Kind::variable) solver_.unify(value->type, solver_.unit());
      }
      block->statements.push_back({statement.span, &statement.leading, &statement.trailing, ExprStatement{value}});
    }
    settle_obligations();
  }
  block->value_leading = &written.value_leading;
  block->dangling = &written.dangling;
  Type* type = diverges ? solver_.never() : solver_.unit();
  if (written.value) {
    block->value = infer(*written.value, expected);
    type = block->value->type;
  }
  pop_scope();
  return make(written.span, type, BlockExpr{block});
}

/// What a lambda that calls itself turns out to need (K23), each of its own calls needs as well.
void Body::hand_on_capabilities(const Lambda& lambda, const Type* lambda_type, const Local* recursive) {
  Type* type = resolved(recursive->type);
  if (type->kind != Kind::function || lambda_type->kind != Kind::function) return;
  std::vector<TailArgument> own_tails;
  for (const RowTail& tail : passed_tails(*lambda_type->capabilities)) {
    solver_.add_tail(type->capabilities, tail);
    own_tails.push_back({tail, &lambda});
  }
  std::vector<CapabilityArgument> own;
  for (Local* local : lambda.capabilities) {
    if (!type->capabilities->entries.emplace(local->name, local->type).second) continue;
    own.push_back({local->name, local->type, local});
  }
  const auto [first, last] = recursive_calls_.equal_range(recursive);
  for (auto call = first; call != last; ++call) {
    auto& made = std::get<ValueCallExpr>(call->second->node);
    made.tails.insert(made.tails.end(), own_tails.begin(), own_tails.end());
    std::vector<CapabilityArgument>& handed = made.capabilities;
    handed.insert(handed.end(), own.begin(), own.end());
    std::sort(handed.begin(), handed.end(), [](const auto& a, const auto& b) { return a.label < b.label; });
  }
}

void Body::infer_let(const syntax::Statement& statement, const syntax::LetStatement& let, Block& block) {
  Type* annotated = let.type ? world_.resolve(*let.type, types_) : nullptr;
  const bool is_open = annotated == nullptr;
  const auto* name = std::get_if<syntax::NamePattern>(&let.pattern->node);
  Expr* value = nullptr;
  if (name != nullptr && std::holds_alternative<syntax::LambdaExpr>(let.value->node)) {
    // The initializer is a lambda, so its body may call it by this name (N8).
    Type* type = annotated != nullptr ? annotated : solver_.fresh(let.value->span);
    push_scope();
    Local* recursive = declare(name->name.text, type, Local::Origin::recursive_lambda, name->name.span, false);
    value = infer(*let.value, type);
    pop_scope();
    if (auto* lambda = std::get_if<LambdaExpr>(&value->node); lambda != nullptr && recursive_used_.contains(recursive)) {
      lambda->lambda->recursive = recursive;
      if (annotated == nullptr) hand_on_capabilities(*lambda->lambda, resolved(value->type), recursive);
    }
    value = coerce(value, type, let.value->span, "the value of this binding");
    if (annotated == nullptr) annotated = value->type;
  } else {
    value = annotated != nullptr ? check(*let.value, annotated, "the value of this binding") : infer(*let.value, nullptr);
  }
  Type* type = annotated != nullptr ? annotated : value->type;
  if (is_open && let.is_mut) type = widened(type);
  Pattern* pattern = bind_pattern(*let.pattern, type, let.is_mut, Local::Origin::let, "let");
  block.statements.push_back({statement.span, &statement.leading, &statement.trailing, LetStatement{pattern, value, let.is_mut}});
}

/// What a construct decides by. An assignment there is a comparison that lacks a `=`.
Expr* Body::check_condition(const syntax::Expr& written, const std::string& role) {
  const syntax::Expr* inner = &written;
  while (const auto* paren = std::get_if<syntax::ParenExpr>(&inner->node)) inner = paren->inner.get();
  const auto* assign = std::get_if<syntax::AssignExpr>(&inner->node);
  if (assign == nullptr) return check(written, bool_type(), role);
  const std::size_t errors = diagnostics_.mistakes();
  infer(*assign->target, nullptr);
  infer(*assign->value, nullptr);
  if (diagnostics_.mistakes() == errors) diagnostics_.error("D404", inner->span, "`=` assigns, and " + role + " must be a `Bool`").suggest("compare with `==`");
  return bad(written.span);
}

Expr* Body::infer_if(const syntax::Expr& written, const syntax::IfExpr& branch, Type* expected) {
  Expr* condition = check_condition(*branch.condition, "the condition of an `if`");
  Expr* then = infer_block(*branch.then, branch.otherwise ? expected : nullptr);
  if (!branch.otherwise) {
    Type* type = resolved(then->type);
    if (type->kind != Kind::never && !solver_.unify(type, solver_.unit())) {
      diagnostics_.error("D403", written.span, "an `if` without `else` must answer `()`, and this one answers `" + to_string(type) + "`")
          .suggest(sole_element_ == &written ? "an element that is only sometimes present is written `if condition => value`"
                                             : "add an `else`, or end the branch with `;`");
      return make(written.span, solver_.error(), IfExpr{condition, then, nullptr});
    }
    return make(written.span, solver_.unit(), IfExpr{condition, then, nullptr});
  }
  const Type* first = resolved(then->type);
  Expr* otherwise = infer(*branch.otherwise, expected != nullptr ? expected : first->kind == Kind::never ? nullptr : then->type);
  if (first->kind == Kind::never && resolved(otherwise->type)->kind == Kind::never) {
    return make(written.span, solver_.never(), IfExpr{condition, then, otherwise});
  }
  Type* type = solver_.fresh(written.span);
  join(type, then->type);
  if (!join(type, otherwise->type)) {
    const Span then_span = branch.then->value ? branch.then->value->span : branch.then->span;
    report_different("the branches of this `if`", {type, then_span}, {otherwise->type, branch.otherwise->span}, expected);
    type = solver_.error();
  }
  adapt(then, type, then->span, "the value of a branch");
  adapt(otherwise, type, branch.otherwise->span, "the value of a branch");
  return make(written.span, type, IfExpr{condition, then, otherwise});
}

/// Says so of two values that ought to have one type. The mistaken one is the one that the place does not want; the later one if that says
/// nothing.
void Body::report_different(const std::string& whose, Answer first, Answer other, Type* expected) {
  Answer* mistaken = &other;
  Answer* right = &first;
  if (expected != nullptr && solver_.unifies(expected, other.type) && !solver_.unifies(expected, first.type)) std::swap(mistaken, right);
  diagnostics_
      .error("D402", mistaken->span, whose + " answer different types: `" + to_string(first.type) + "` and `" + to_string(other.type) + "`")
      .label(right->span, "`" + to_string(right->type) + "` here");
}

/// The common type of arms once `body` is looked at too; null while all of them never answer.
void Body::join_arm(Expr* body, Type*& type, Span span,
                    const std::function<void(Type* first, Type* other)>& report) {
  if (resolved(body->type)->kind == Kind::never) return;
  if (type == nullptr) type = solver_.fresh(span);
  if (join(type, body->type)) return;
  report(type, body->type);
  type = solver_.error();
}

Expr* Body::infer_match(const syntax::Expr& written, const syntax::MatchExpr& match, Type* expected) {
  Expr* scrutinee = infer(*match.scrutinee, nullptr);
  MatchExpr made{scrutinee, {}};
  std::vector<Span> spans;
  Type* type = nullptr;
  Span first_span;
  bool broken = false;
  for (const syntax::Arm& arm : match.arms) {
    push_scope();
    Arm one;
    one.span = arm.span;
    one.leading = &arm.leading;
    const std::size_t errors = diagnostics_.mistakes();
    one.pattern = check_pattern(*arm.pattern, scrutinee->type, false);
    broken = broken || diagnostics_.mistakes() != errors;
    if (arm.guard) one.guard = check_condition(*arm.guard, "a guard");
    one.body = infer(*arm.body, expected != nullptr ? expected : type);
    if (type == nullptr && resolved(one.body->type)->kind != Kind::never) first_span = arm.body->span;
    join_arm(one.body, type, arm.body->span, [&](Type* first, Type* other) {
      report_different("the arms of this `match`", {first, first_span}, {other, arm.body->span}, expected);
    });
    pop_scope();
    made.arms.push_back(one);
    spans.push_back(arm.pattern->span);
  }
  if (type != nullptr) {
    for (Arm& arm : made.arms) adapt(arm.body, type, arm.body->span, "the value of an arm");
  }
  Expr* result = make(written.span, type != nullptr ? type : solver_.never(), std::move(made));
  matches_.push_back({result, std::move(spans), broken});
  return result;
}

std::pair<Type*, Walk> Body::iterable(Expr* value, Span span, RowArgument& effects) {
  const World& world = world_;
  Type* type = head(value);
  const bool unsure = type->kind == Kind::nominal && type->decl->is_unsure;
  if (is_error(type) || unsure || world.program.iterator == nullptr) return {solver_.error(), Walk::protocol};
  for (const char* needed : {"Iterator", "Step"}) {
    const auto& names = world.names(types_).types;
    const auto at = names.find(needed);
    const bool imported = at != names.end() && (!at->second.item || at->second.item.module->path == "std::core");
    if (!imported) {
      diagnostics_.error("D302", span, std::string("`for` needs `") + needed + "` imported in this file")
          .suggest("write `import std::core::{Iterator, Step};`");
      break;
    }
  }
  if (type->kind == Kind::variable) {
    diagnostics_.error("D420", span, "the type of what this `for` walks is not known here").suggest("annotate it");
    return {solver_.error(), Walk::protocol};
  }
  Solver::Requirement culprit;
  if (solver_.holds({world.program.iterator, {}, type}, &culprit) == Solver::Verdict::no) {
    diagnostics_.error("D417", span, "`" + to_string(type) + "` has no `Iterator`, so `for` cannot walk it")
        .suggest("lists and `Range::Of(a, b)` can be walked; for others make a list first");
    return {solver_.error(), Walk::protocol};
  }
  Row* row = solver_.empty_row();
  Type* projected = solver_.normalized_head(solver_.projection(world.program.iterator, {}, type, "Effects"));
  row->tails.push_back({nullptr, nullptr, projected});
  effects = row_argument(row, span, "Iterator::next");
  require_bound(row, span, "Iterator::next");
  const Walk walk = type->kind == Kind::nominal && type->decl == world.program.list    ? Walk::list
                    : type->kind == Kind::nominal && type->decl == world.program.range ? Walk::range
                                                                                      : Walk::protocol;
  return {solver_.normalized_head(solver_.projection(world.program.iterator, {}, type, "Item")), walk};
}

Expr* Body::infer_for(const syntax::Expr& written, const syntax::ForExpr& loop) {
  ForExpr made;
  made.iterable = infer(*loop.iterable, nullptr);
  const auto [item, walk] = iterable(made.iterable, loop.iterable->span, made.effects);
  made.walk = walk;
  push_scope();
  made.pattern = bind_pattern(*loop.pattern, item, false, Local::Origin::pattern, "for");
  loops_.push_back({Loop::Kind::walk, nullptr, false, false, frames_.size() - 1});
  made.body = infer_block(*loop.body, nullptr);
  loops_.pop_back();
  pop_scope();
  return make(written.span, solver_.unit(), std::move(made));
}

Expr* Body::infer_while(const syntax::Expr& written, const syntax::WhileExpr& loop) {
  Expr* condition = check_condition(*loop.condition, "the condition of a `while`");
  loops_.push_back({Loop::Kind::walk, nullptr, false, false, frames_.size() - 1});
  Expr* body = infer_block(*loop.body, nullptr);
  loops_.pop_back();
  return make(written.span, solver_.unit(), WhileExpr{condition, body});
}

Expr* Body::infer_loop(const syntax::Expr& written, const syntax::LoopExpr& loop, Type* expected) {
  loops_.push_back({Loop::Kind::loop, expected != nullptr ? expected : solver_.fresh(written.span), false, false, frames_.size() - 1});
  Expr* body = infer_block(*loop.body, nullptr);
  const Loop done = loops_.back();
  loops_.pop_back();
  // Without a `break` a loop never ends (T50).
  Type* type = !done.broken ? solver_.never() : done.valued ? done.result : solver_.unit();
  return make(written.span, type, LoopExpr{body});
}

Expr* Body::infer_break(const syntax::Expr& written, const syntax::BreakExpr& node) {
  const Span span = written.span;
  if (loops_.size() <= frames_.back().loops) {
    diagnostics_.error("D321", span, "`break` stands outside a loop")
        .suggest(frames_.size() > 1 ? "a lambda is no part of the loop around it" : "");
    if (node.value) infer(*node.value, nullptr);
    return make(span, solver_.never(), BreakExpr{nullptr});
  }
  Loop& loop = loops_.back();
  if (loop.kind == Loop::Kind::element) {
    diagnostics_.error("D321", span, "`break` cannot leave an element of a list")
        .suggest("to leave out elements write `for .. => if condition => value`");
    if (node.value) infer(*node.value, nullptr);
    return make(span, solver_.never(), BreakExpr{nullptr});
  }
  Expr* value = nullptr;
  if (node.value) {
    if (loop.kind != Loop::Kind::loop) {
      diagnostics_.error("D321", node.value->span, "`break` with a value ends a `loop`, and this is a `while` or `for`")
          .suggest("those answer `()`: assign the value to a `let mut` first");
      infer(*node.value, nullptr);
      return make(span, solver_.never(), BreakExpr{nullptr});
    }
    const std::size_t index = loops_.size() - 1;
    value = infer(*node.value, loop.result);
    Loop& same = loops_[index];
    if (!join(same.result, value->type)) {
      diagnostics_.error("D425", node.value->span,
                         "this loop answers `" + to_string(same.result) + "`, and this `break` has `" + to_string(value->type) + "`");
    }
    if (same.broken && !same.valued && !solver_.unify(same.result, solver_.unit())) {
      diagnostics_.error("D425", span, "some `break`s of this loop have a value and some have none");
    }
    same.broken = same.valued = true;
  } else if (loop.kind == Loop::Kind::loop) {
    if (loop.valued && !solver_.unify(loop.result, solver_.unit())) {
      diagnostics_.error("D425", span, "some `break`s of this loop have a value and some have none");
    }
    loop.broken = true;
  }
  return make(span, solver_.never(), BreakExpr{value});
}

}  // namespace khora2cpp::types
