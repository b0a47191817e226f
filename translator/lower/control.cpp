// Blocks, `let`, `if`, `with`, `raise`.
#include "analysis/type_query.hpp"
#include "types/walk.hpp"
#include "lower/body.hpp"

namespace khora2cpp::lower {

namespace {

bool has_comments(const syntax::Comments* comments) { return comments != nullptr && !comments->empty(); }

}  // namespace

bool Body::is_counted(const Type* type) const { return hands_off_ && analysis::may_be_written(type, program_); }

bool Body::ends_with_statement(const Block& block) const {
  for (const Statement& statement : block.statements) {
    const auto* declared = std::get_if<Declare>(&statement.node);
    if (declared == nullptr || declared->variable->local != nullptr) continue;
    // A tagged result (`auto outcome`) has given its answer away, and the rest of it ends with the statement all the same.
    if (analysis::owns_resource(declared->variable->type) || is_counted(declared->variable->type)) return true;
  }
  return false;
}

void Body::block(const types::Block& block, const Dest& dest) {
  for (const types::Statement& one : block.statements) {
    if (!reachable_) return;
    statement(one);
  }
  if (!reachable_) return;
  if (block.value != nullptr) {
    if (has_comments(block.value_leading)) leading_ = block.value_leading;
    if (dest.kind == Dest::Kind::give || std::holds_alternative<types::BlockExpr>(block.value->node)) {
      body_of(*block.value, dest);
    } else {
      scoped_statement(block.value->span, [&] { into(*block.value, dest); });
    }
    leading_ = nullptr;
  }
  if (has_comments(block.dangling)) emit({}, Remark{block.dangling});
  if (block.value == nullptr && reachable_ && dest.kind == Dest::Kind::give) give(unit({}));
}

void Body::statement(const types::Statement& statement) {
  if (has_comments(statement.leading)) leading_ = statement.leading;
  const std::size_t before = block_->statements.size();
  if (const auto* binding = std::get_if<types::LetStatement>(&statement.node)) {
    let(statement.span, *binding);
  } else {
    const auto& expr = *std::get<types::ExprStatement>(statement.node).value;
    scoped_statement(statement.span, [&] { into(expr, {}); });
  }
  if (leading_ != nullptr && reachable_) emit(statement.span, Remark{leading_});  // nothing was written below the comments
  leading_ = nullptr;
  if (const auto found = facts_.let_goes.after.find(&statement); found != facts_.let_goes.after.end()) let_go(found->second);
  if (has_comments(statement.trailing) && block_->statements.size() > before) block_->statements.back().trailing = statement.trailing;
}

void Body::let_go(const std::vector<const types::Local*>& locals) {
  for (const types::Local* local : locals) {
    const auto place = places_.find(local);
    const auto* read = place == places_.end() ? nullptr : std::get_if<VariableRef>(&place->second->node);
    if (read != nullptr && read->variable->local == local && references_.count(read->variable) == 0 && known_lambdas_.count(read->variable) == 0) {
      emit(local->span, LetGo{read->variable});
    }
  }
}

void Body::let_go_before(const types::Expr& expr) {
  if (const auto found = facts_.let_goes.before.find(&expr); found != facts_.let_goes.before.end()) let_go(found->second);
}

void Body::scoped_statement(Span span, const std::function<void()>& write) {
  Block* written = in_block(write);
  const bool ends = reachable_;
  reachable_ = true;
  if (ends_with_statement(*written)) {
    emit(span, Nested{written});
  } else {
    splice(written);
  }
  reachable_ = ends;
}

void Body::let(Span span, const types::LetStatement& node) {
  const types::Expr& value = *node.value;
  if (const auto* name = std::get_if<types::BindPattern>(&node.pattern->node)) return let_name(span, name->local, value);
  if (std::holds_alternative<types::WildcardPattern>(node.pattern->node)) {
    return scoped_statement(span, [&] { into(value, {}); });
  }
  // Parts of an immutable local are read where they are; anything else is named as a whole first.
  Subject subject;
  if (Expr* whole = stable(value); whole != nullptr && !node.is_mut) {
    subject.expr = whole;
  } else if (analysis::is_unit(value.type)) {
    into(value, {});
    subject.expr = unit(span);
  } else {
    Variable* variable = helper(suggested_name(value), value.type);
    if (wants_place(value) || leaves(value)) {
      emit(span, Declare{variable, Declare::Form::value, nullptr, false});
      scoped_statement(span, [&] { into(value, {Dest::Kind::place, assigned(span, variable)}); });
    } else {
      Expr* init = operand(value);
      emit(span, Declare{variable, Declare::Form::constant, init, false});
    }
    subject.expr = read(span, variable);
  }
  if (reachable_) bind(subject, *node.pattern, true);
}

void Body::let_name(Span span, const types::Local* local, const types::Expr& value) {
  if (analysis::is_never(value.type)) return into(value, {});
  const bool unused = facts_.of(local).reads == 0;
  if (const auto* closure = std::get_if<types::LambdaExpr>(&value.node); closure != nullptr && !local->is_mut && !analysis::is_unit(value.type)) {
    Expr* init = operand(value);
    Variable* variable = variable_of(local);
    known_lambdas_[variable] = closure->lambda;
    emit(span, Declare{variable, Declare::Form::automatic_constant, init, unused});
    return;
  }
  if (wants_place(value) || leaves(value)) {
    // The initializer does not see the name (N7), so it is made known afterwards.
    Variable* variable = helper(local->name, types::normalized(program_, local->type));
    variable->local = local;
    variable->changes = changes(local);
    const Declare declared{variable, Declare::Form::value, nullptr, unused};
    if (is_call(value)) {
      // The check and the operands, then the variable, then the call.
      Prepared prepared;
      Block* before = in_block([&] { prepared = prepare(value); });
      const bool ends = reachable_;
      reachable_ = true;
      if (ends_with_statement(*before)) {
        emit(span, declared);
        Block* call = in_block([&] {
          splice(before);
          reachable_ = ends;
          finish_call(prepared, {Dest::Kind::place, assigned(span, variable)});
        });
        reachable_ = true;
        emit(span, Nested{call});
        reachable_ = ends;
      } else {
        splice(before);
        reachable_ = ends;
        emit(span, declared);
        finish_call(prepared, {Dest::Kind::place, assigned(span, variable)});
      }
    } else {
      emit(span, declared);
      scoped_statement(span, [&] { into(value, {Dest::Kind::place, assigned(span, variable)}); });
    }
    places_[local] = make(local->span, variable->type, VariableRef{variable});
    return;
  }
  Expr* init = nullptr;
  Block* before = in_block([&] { init = stored(value); });
  const bool ends = reachable_;
  reachable_ = true;
  const bool nests = ends_with_statement(*before);
  if (!nests) splice(before);
  Variable* variable = variable_of(local);
  const auto form = variable->changes || nests ? Declare::Form::value : Declare::Form::constant;
  if (ends || nests) emit(span, Declare{variable, form, nests ? nullptr : init, unused});
  if (nests) {
    if (ends) before->statements.push_back({span, nullptr, nullptr, Assign{assigned(span, variable), init}});
    emit(span, Nested{before});
  }
  reachable_ = ends;
}

void Body::branch(const types::Expr& expr, const types::IfExpr& node, const Dest& dest) {
  if (dest.kind != Dest::Kind::drop && can_be_conditional(expr)) return finish(operand(expr), dest);
  If made;
  const types::IfExpr* at = &node;
  const types::Expr* at_expr = &expr;
  bool ends = false;
  // `else if` stays in one chain as long as the condition needs no statements of its own.
  for (;;) {
    Expr* condition = nullptr;
    if (made.branches.empty()) {
      condition = operand(*at->condition);
      if (!reachable_) return;
    } else {
      Block* before = in_block([&] { condition = operand(*at->condition); });
      if (!before->statements.empty() || !reachable_) {
        made.otherwise = in_block([&] { branch(*at_expr, *at, dest); });
        made.otherwise_span = at_expr->span;
        ends = ends || reachable_;
        break;
      }
    }
    Block* then = in_block([&] { body_of(*at->then, dest); });
    ends = ends || reachable_;
    made.branches.push_back({nullptr, nullptr, false, nullptr, condition, then, at->condition->span, nullptr});
    if (at->otherwise == nullptr) {
      if (dest.kind == Dest::Kind::give) {
        made.otherwise = in_block([&] { give(unit(expr.span)); });
        ends = ends || reachable_;
      } else {
        ends = true;
      }
      break;
    }
    const auto* next = std::get_if<types::IfExpr>(&at->otherwise->node);
    if (next == nullptr || (dest.kind != Dest::Kind::drop && can_be_conditional(*at->otherwise))) {
      Block* otherwise = in_block([&] { body_of(*at->otherwise, dest); });
      ends = ends || reachable_;
      if (!otherwise->statements.empty()) made.otherwise = otherwise;
      made.otherwise_span = at->otherwise->span;
      break;
    }
    at_expr = at->otherwise;
    at = next;
  }
  reachable_ = true;
  emit(expr.span, std::move(made));
  reachable_ = ends;
}

void Body::with(const types::Expr& expr, const types::WithExpr& node, const Dest& dest) {
  const auto write = [&] {
    for (const auto& installed : node.installed) {
      if (!reachable_) return;
      // A handler that has a name already is read by that name.
      const auto* named = std::get_if<types::LocalExpr>(&installed.value->node);
      const Expr* known = named == nullptr ? nullptr : read(expr.span, named->local);
      if (const auto* variable = known == nullptr ? nullptr : std::get_if<VariableRef>(&known->node);
          variable != nullptr && !variable->variable->changes) {
        places_[installed.local] = make(expr.span, known->type, VariableRef{variable->variable});
        continue;
      }
      let_name(expr.span, installed.local, *installed.value);
    }
    if (reachable_) body_of(*node.body, dest);
  };
  if (dest.kind == Dest::Kind::give) return write();
  Block* body = in_block(write);
  const bool ends = reachable_;
  reachable_ = true;
  emit(expr.span, Nested{body});
  reachable_ = ends;
}

void Body::raise(const types::Expr& expr, const types::RaiseExpr& node) {
  Expr* error = operand(*node.value);
  if (!reachable_) return;
  if (frame_->label != nullptr) frame_->label_used = true;
  emit(expr.span, Raise{exact(error), frame_->label});
  leave();
}

}  // namespace khora2cpp::lower
