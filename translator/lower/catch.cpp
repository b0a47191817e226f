// `catch`, in three forms (emission.md 2): around one call; around a lambda that is called on the spot; and, when the operand leaves the
// enclosing function or loop by itself, with a `goto`. A stop is never caught: whatever no arm took is passed on.
#include <algorithm>
#include <deque>
#include <map>
#include <utility>

#include "analysis/raised.hpp"
#include "analysis/type_query.hpp"
#include "types/walk.hpp"
#include "lower/body.hpp"

namespace khora2cpp::lower {

namespace {

/// Whether an error can arise in the expression itself, lambdas left out.
bool can_raise(const types::Expr& expr) {
  if (std::holds_alternative<types::RaiseExpr>(expr.node)) return true;
  if (const auto* call = std::get_if<types::CallExpr>(&expr.node); call != nullptr && call->marked) return true;
  if (const auto* call = std::get_if<types::ValueCallExpr>(&expr.node); call != nullptr && call->marked) return true;
  if (const auto* call = std::get_if<types::OperationCallExpr>(&expr.node); call != nullptr && call->marked) return true;
  if (std::holds_alternative<types::LambdaExpr>(expr.node)) return false;
  bool found = false;
  types::each_child(expr, [&](const types::Expr& child) { found = found || can_raise(child); });
  return found;
}

/// Whether a `return`, `break` or `continue` in the expression leaves it.
bool jumps_out(const types::Expr& expr, bool in_loop) {
  if (std::holds_alternative<types::ReturnExpr>(expr.node)) return true;
  if (!in_loop && (std::holds_alternative<types::BreakExpr>(expr.node) || std::holds_alternative<types::ContinueExpr>(expr.node))) return true;
  if (std::holds_alternative<types::LambdaExpr>(expr.node)) return false;
  const bool loops = std::holds_alternative<types::LoopExpr>(expr.node) || std::holds_alternative<types::WhileExpr>(expr.node) ||
                     std::holds_alternative<types::ForExpr>(expr.node);
  bool found = false;
  types::each_child(expr, [&](const types::Expr& child) { found = found || jumps_out(child, in_loop || loops); });
  return found;
}

/// The one call a `catch` is around, when nothing else in the operand can raise.
const types::Expr* single_call(const types::Expr& operand) {
  if (const auto* block = std::get_if<types::BlockExpr>(&operand.node)) {
    const bool bare = block->block->statements.empty() && block->block->value != nullptr;
    return bare ? single_call(*block->block->value) : nullptr;
  }
  const bool is_call = std::holds_alternative<types::CallExpr>(operand.node) || std::holds_alternative<types::ValueCallExpr>(operand.node) ||
                       std::holds_alternative<types::OperationCallExpr>(operand.node);
  if (!is_call) return nullptr;
  bool raises_before = false;
  types::each_child(operand, [&](const types::Expr& child) { raises_before = raises_before || can_raise(child); });
  return raises_before ? nullptr : &operand;
}

/// Whether writing the expression a second time costs less than sharing it.
bool is_small(const types::Expr& expr) {
  if (const auto* block = std::get_if<types::BlockExpr>(&expr.node)) {
    return block->block->statements.empty() && (block->block->value == nullptr || is_small(*block->block->value));
  }
  if (const auto* text = std::get_if<types::StringExpr>(&expr.node)) return text->text.size() <= 40;
  return std::holds_alternative<types::UnitExpr>(expr.node) || std::holds_alternative<types::IntegerExpr>(expr.node) ||
         std::holds_alternative<types::FloatExpr>(expr.node) || std::holds_alternative<types::CharExpr>(expr.node) ||
         std::holds_alternative<types::BoolExpr>(expr.node) || std::holds_alternative<types::LocalExpr>(expr.node);
}

bool contains(const std::vector<const Type*>& errors, const Type* error) {
  return std::any_of(errors.begin(), errors.end(), [&](const Type* one) { return analysis::same_type(one, error); });
}

/// Arms are tried in order, and an arm for one type never takes an error of another: the arms for a type stand together, where its first one is.
/// Where they leave something to an arm `_`, or stand on both sides of one, that arm is among them too.
std::vector<CatchGroup> catch_groups(const types::CatchExpr& node, const analysis::Raised& raised) {
  std::vector<CatchGroup> groups;
  const auto group_of = [&](const Type* error) {
    return std::find_if(groups.begin(), groups.end(), [&](const CatchGroup& group) {
      return group.error != nullptr && analysis::same_type(group.error, error);
    });
  };
  for (std::size_t i = 0; i < node.arms.size(); ++i) {
    const types::CatchArm& arm = node.arms[i];
    const ArmRef ref{arm.arm.pattern, arm.arm.guard, arm.arm.body, arm.arm.span, arm.arm.leading};
    if (arm.error != nullptr) {
      auto known = group_of(arm.error);
      if (known == groups.end()) known = groups.insert(groups.end(), {arm.error, {}});
      known->arms.push_back(ref);
      continue;
    }
    const bool all_are_named = !raised.errors.empty() && std::all_of(raised.errors.begin(), raised.errors.end(), [&](const Type* error) {
      return group_of(error) != groups.end();
    });
    for (CatchGroup& group : groups) {
      const bool goes_on = group.error != nullptr && std::any_of(node.arms.begin() + static_cast<std::ptrdiff_t>(i), node.arms.end(), [&](const types::CatchArm& later) {
        return later.error != nullptr && analysis::same_type(later.error, group.error);
      });
      if (group.error != nullptr && (goes_on || contains(node.partial, group.error))) group.arms.push_back(ref);
    }
    if (!all_are_named) groups.push_back({nullptr, {ref}});
    if (ref.guard == nullptr) break;
  }
  return groups;
}

/// A call by which a lambda calls itself.
bool is_recursive(const Call& call) {
  const auto* callee = call.callee.value == nullptr ? nullptr : std::get_if<VariableRef>(&call.callee.value->node);
  return callee != nullptr && callee->variable->local != nullptr && callee->variable->local->origin == types::Local::Origin::recursive_lambda;
}

}  // namespace

void Body::catch_errors(const types::Expr& expr, const types::CatchExpr& node, const Dest& dest) {
  const Span span = expr.span;
  if (const types::Expr* call = single_call(*node.operand)) {
    Prepared prepared = prepare(*call);
    if (!reachable_) return;
    if (!prepared.leaves) return finish_call(prepared, dest);  // nothing to catch
    std::string base = suggested_name(*call);
    if (const std::size_t suffix = base.rfind("_answer"); suffix != std::string::npos) base.resize(suffix);
    Variable* tried = helper(base + "_outcome", call->type);
    const auto* called = std::get_if<Call>(&prepared.call->node);
    tried->is_dependent = called == nullptr || called->callee.through_call || is_recursive(*called);
    emit(call->span, Declare{tried, Declare::Form::automatic, prepared.call, false});
    return catch_arms(span, node, tried, false, call->type, dest);
  }
  if (!can_raise(*node.operand)) return into(*node.operand, dest);

  if (!jumps_out(*node.operand, false)) {
    const Type* result = analysis::is_never(node.operand->type) ? unit_type() : node.operand->type;
    Expr* called = on_the_spot(*node.operand, result);
    Variable* tried = helper("tried", result);
    tried->is_dependent = in_template_;  // the lambda's own type depends on the parameters
    emit(node.operand->span, Declare{tried, Declare::Form::automatic, called, false});
    return catch_arms(span, node, tried, false, node.operand->type, dest);
  }

  Variable* rest = helper("rest", unit_type());
  Label* label = tree_.label("caught", rest);
  Label* outer_label = frame_->label;
  const bool outer_used = frame_->label_used;
  frame_->label = label;
  frame_->label_used = false;
  Block* body = in_block([&] { body_of(*node.operand, dest); });
  const bool operand_ends = reachable_;
  const bool used = frame_->label_used;
  frame_->label = outer_label;
  frame_->label_used = outer_used;
  reachable_ = true;
  if (!used) {
    emit(span, Nested{body});
    reachable_ = operand_ends;
    return;
  }
  emit(span, Labelled{label, body});
  const Type* answer_type = operand_ends ? node.operand->type : nullptr;
  catch_arms(span, node, rest, true, answer_type, dest);
  // The operand's own way out joins the arms'.
  reachable_ = reachable_ || operand_ends;
}

Expr* Body::on_the_spot(const types::Expr& expr, const Type* result) {
  Frame frame{Frame::Kind::tried, frame_, Convention::tagged, result, {}, false, false, nullptr, false};
  LoopFrame* outer_loop = loop_;
  frame_ = &frame;
  loop_ = nullptr;
  Block* body = in_block([&] { body_of(expr, {Dest::Kind::give, nullptr}); });
  frame_ = frame.outer;
  loop_ = outer_loop;
  reachable_ = true;
  Lambda lambda;
  lambda.captures_by_reference = true;
  lambda.convention = Convention::tagged;
  lambda.result = result;
  lambda.writes_result = true;
  lambda.body = body;
  Call call;
  call.callee.kind = Callee::Kind::value;
  call.callee.value = make(expr.span, result, std::move(lambda));
  Expr* called = make(expr.span, result, std::move(call));
  called->tagged = true;
  return called;
}

std::vector<ArmRef> Body::share_bodies(std::vector<CatchGroup>& groups, std::deque<SharedBody>& shared, const Dest& dest) {
  std::vector<ArmRef> behind;
  std::map<const types::Expr*, std::size_t> places;
  for (const CatchGroup& group : groups) {
    for (const ArmRef& arm : group.arms) ++places[arm.body];
  }
  std::map<const types::Expr*, const SharedBody*> made;
  for (CatchGroup& group : groups) {
    for (ArmRef& arm : group.arms) {
      if (places[arm.body] < 2 || is_small(*arm.body)) continue;
      const SharedBody*& known = made[arm.body];
      if (known == nullptr) {
        known = &shared.emplace_back();
        arm.shared = known;
        behind.push_back(arm);
      }
      arm.shared = known;
    }
  }
  if (behind.size() == 1 && dest.kind == Dest::Kind::give) return behind;  // every other arm has left
  for (SharedBody& one : shared) {
    one.chosen = helper("chosen", bool_type());
    one.chosen->changes = true;
    emit(behind.front().span, Declare{one.chosen, Declare::Form::value, boolean(behind.front().span, false), false});
  }
  return behind;
}

Expr* Body::guard_of_rest(const types::Expr& guard, Variable* tried, bool is_rest) {
  Variable* outcome = helper("guard", guard.type);
  outcome->is_dependent = in_template_;
  emit(guard.span, Declare{outcome, Declare::Form::automatic, on_the_spot(guard, guard.type), false});
  Block* leaves = in_block([&] {
    emit(guard.span, DropError{tried, is_rest});
    if (frame_->label != nullptr) frame_->label_used = true;
    emit(guard.span, Return{Return::Kind::pass, nullptr, outcome, false, frame_->label});
  });
  reachable_ = true;
  If failed;
  failed.branches.push_back({nullptr, nullptr, false, nullptr, make(guard.span, bool_type(), Answered{outcome, false, true}), leaves, guard.span, nullptr});
  emit(guard.span, std::move(failed));
  Call take;
  take.callee.kind = Callee::Kind::method;
  take.callee.value = read(guard.span, outcome);
  take.callee.runtime_name = "answer";
  return make(guard.span, guard.type, std::move(take));
}

void Body::catch_arms(Span span, const types::CatchExpr& node, Variable* tried, bool is_rest, const Type* answer_type, const Dest& dest) {
  // `_` covers what the row names, not what a row variable may stand for (F10): then it asks for the types.
  const analysis::Raised raised = analysis::raised_by(program_, *node.operand);
  std::vector<CatchGroup> groups = catch_groups(node, raised);
  std::deque<SharedBody> shared;
  const std::vector<ArmRef> behind = share_bodies(groups, shared, dest);

  If made;
  bool ends = false;
  const auto answered = [&](bool negated) { return make(span, bool_type(), Answered{tried, is_rest, negated}); };
  // The answer first, unless nobody wants it: then only what went wrong is looked at.
  const bool wants_answer = !is_rest && answer_type != nullptr && !analysis::is_never(answer_type) &&
                            (dest.kind == Dest::Kind::give || (dest.kind == Dest::Kind::place && !analysis::is_unit(answer_type)));
  if (wants_answer) {
    Block* body = in_block([&] {
      Call take;
      take.callee.kind = Callee::Kind::method;
      take.callee.value = read(span, tried);
      take.callee.runtime_name = "answer";
      Expr* value = analysis::is_unit(answer_type) ? unit(span) : make(span, answer_type, std::move(take));
      finish(value, dest);
    });
    ends = ends || reachable_;
    made.branches.push_back({nullptr, nullptr, false, nullptr, answered(false), body, span, nullptr});
  } else {
    ends = is_rest ? false : answer_type != nullptr && !analysis::is_never(answer_type);
  }
  const std::vector<const Type*> only(raised.errors.begin(), raised.is_open ? raised.errors.end() : raised.errors.begin());
  // Whatever no arm took goes on: a stop always does.
  const auto pass = [&] {
    return in_block([&] {
      if (frame_->label == nullptr && frame_->convention != Convention::tagged) return emit(span, Unreachable{});  // the arms took all there is
      if (frame_->label != nullptr) frame_->label_used = true;
      emit(span, Return{Return::Kind::pass, nullptr, tried, is_rest, frame_->label});
    });
  };
  const auto take_any = [&](const ArmRef& arm) {
    Block* body = in_block([&] {
      emit(arm.span, DropError{tried, is_rest});
      if (arm.shared != nullptr) return choose(arm);
      body_of(*arm.body, dest);
    });
    ends = ends || reachable_;
    return body;
  };
  // Adds the branches from a group on. Where a guard of `_` needs statements, the later ones go behind them.
  const std::function<void(std::size_t, If&)> add_branches = [&](std::size_t from, If& chain) {
    for (std::size_t i = from; i < groups.size(); ++i) {
      const CatchGroup& group = groups[i];
      const ArmRef& arm = group.arms.front();
      if (group.error != nullptr) {
        Variable* caught = helper(name_for(group.error), group.error);
        Block* body = in_block([&] {
          const Subject subject{make(span, group.error, CaughtValue{caught}), {}};
          match_arms(arm.span, subject, group.arms, dest);
        });
        ends = ends || reachable_;
        chain.branches.push_back({caught, tried, is_rest, group.error, nullptr, body, arm.span, arm.leading});
        continue;
      }
      Expr* guard = nullptr;
      Block* before = in_block([&] {
        if (arm.guard != nullptr) guard = operand(*arm.guard);
      });
      if (!before->statements.empty()) {
        before = in_block([&] { guard = guard_of_rest(*arm.guard, tried, is_rest); });
      }
      if (before->statements.empty()) {
        chain.branches.push_back({nullptr, tried, is_rest, nullptr, guard, take_any(arm), arm.span, arm.leading, only});
        continue;
      }
      Block* inside = in_block([&] {
        splice(before);
        If later;
        later.branches.push_back({nullptr, nullptr, false, nullptr, guard, take_any(arm), arm.span, nullptr});
        add_branches(i + 1, later);
        later.otherwise = pass();
        reachable_ = true;
        emit(arm.span, std::move(later));
      });
      chain.branches.push_back({nullptr, tried, is_rest, nullptr, nullptr, inside, arm.span, arm.leading, only});
      return;
    }
  };
  add_branches(0, made);
  const bool answer_is_last = !wants_answer && answer_type != nullptr && (is_rest || !analysis::is_never(answer_type));
  if (answer_is_last) {
    made.branches.push_back({nullptr, nullptr, false, nullptr, answered(true), pass(), span, nullptr});
  } else {
    made.otherwise = pass();
    made.otherwise_span = span;
  }
  tried->is_read = true;
  reachable_ = true;
  emit(span, std::move(made));
  for (const ArmRef& arm : behind) {
    reachable_ = true;
    if (arm.shared->chosen == nullptr) {
      body_of(*arm.body, dest);
    } else {
      If chosen;
      Block* body = in_block([&] { body_of(*arm.body, dest); });
      chosen.branches.push_back({nullptr, nullptr, false, nullptr, read(arm.span, arm.shared->chosen), body, arm.span, arm.leading});
      const bool body_ends = std::exchange(reachable_, true);
      emit(arm.span, std::move(chosen));
      reachable_ = body_ends;
    }
    ends = ends || reachable_;
  }
  reachable_ = ends;
}

}  // namespace khora2cpp::lower
