// Loops: the check at the back edge, ranges and lists as range-`for`, everything else by the iterator protocol (emission.md 8).
#include "analysis/type_query.hpp"
#include "lower/body.hpp"

namespace khora2cpp::lower {

void Body::loop_check(Span span) { emit(span, Check{false, false, true}); }

void Body::loop(const types::Expr& expr, const types::LoopExpr& node, const Dest& dest) {
  const bool is_unit = analysis::is_unit(expr.type);
  LoopFrame frame{is_unit ? Dest{} : dest, false};
  LoopFrame* outer = loop_;
  loop_ = &frame;
  Block* body = in_block([&] {
    body_of(*node.body, {});
    loop_check(expr.span);
  });
  loop_ = outer;
  reachable_ = true;
  emit(expr.span, Loop{body});
  reachable_ = frame.breaks;
  if (is_unit && reachable_) finish(unit(expr.span), dest);
}

void Body::break_loop(const types::Expr& expr, const types::BreakExpr& node) {
  if (node.value != nullptr) {
    into(*node.value, loop_->dest);
    if (!reachable_) return;
  }
  emit(expr.span, Break{});
  loop_->breaks = true;
  leave();
}

void Body::continue_loop(const types::Expr& expr) {
  loop_check(expr.span);
  emit(expr.span, Continue{});
  leave();
}

void Body::while_loop(const types::Expr& expr, const types::WhileExpr& node) {
  Expr* condition = nullptr;
  LoopFrame frame;
  LoopFrame* outer = loop_;
  loop_ = &frame;
  const auto write_body = [&] {
    body_of(*node.body, {});
    loop_check(expr.span);
  };
  Block* before = in_block([&] { condition = operand(*node.condition); });
  if (before->statements.empty() && reachable_) {
    Block* body = in_block(write_body);
    loop_ = outer;
    reachable_ = true;
    return emit(expr.span, While{condition, body});
  }
  // The condition needs statements, so it is worked out inside: `for (;;) { ..; if (!c) break; .. }`.
  const bool ends = reachable_;
  Block* body = in_block([&] {
    reachable_ = ends;
    splice(before);
    if (!ends) return;
    If made;
    Block* leave_loop = in_block([&] { emit(node.condition->span, Break{}); });
    reachable_ = true;
    made.branches.push_back({nullptr, nullptr, false, nullptr, negated(condition), leave_loop, node.condition->span, nullptr});
    emit(node.condition->span, std::move(made));
    write_body();
  });
  loop_ = outer;
  reachable_ = true;
  emit(expr.span, Loop{body});
  reachable_ = ends;
}

void Body::for_loop(const types::Expr& expr, const types::ForExpr& node) {
  LoopFrame frame;
  LoopFrame* outer = loop_;
  walk(expr.span, *node.pattern, *node.iterable, node.walk, node.effects, [&] {
    loop_ = &frame;
    body_of(*node.body, {});
    loop_check(expr.span);
    loop_ = outer;
  });
}

void Body::walk(Span span, const types::Pattern& pattern, const types::Expr& iterable, types::Walk how,
                const types::RowArgument& effects, const std::function<void()>& body) {
  scoped_statement(span, [&] {
    if (how == types::Walk::protocol) return walk_protocol(span, pattern, iterable, effects, body);
    // The iterable gets a name: a temporary would not live as long as the loop.
    Expr* range = stable(iterable);
    if (range == nullptr) {
      if (wants_place(iterable) || leaves(iterable)) {
        range = operand(iterable);
      } else {
        Expr* value = operand(iterable);
        range = name_it(iterable.span, value, suggested_name(iterable));
      }
    }
    if (!reachable_) return;
    const auto* name = std::get_if<types::BindPattern>(&pattern.node);
    const types::Local* local = name == nullptr ? nullptr : name->local;
    Variable* element = nullptr;
    const bool direct = local != nullptr && !facts_.of(local).is_assigned;
    if (direct) {
      element = variable_of(local);
    } else {
      element = helper("item", pattern.type);
    }
    Block* inner = in_block([&] {
      if (!direct) bind({make(pattern.span, pattern.type, VariableRef{element}), {}}, pattern, true);
      body();
    });
    if (!direct && !std::holds_alternative<types::WildcardPattern>(pattern.node)) element->is_read = true;
    reachable_ = true;
    emit(span, ForRange{element, range, inner});
  });
}

void Body::walk_protocol(Span span, const types::Pattern& pattern, const types::Expr& iterable,
                         const types::RowArgument& effects, const std::function<void()>& body) {
  Variable* state = helper("state", iterable.type);
  state->changes = true;
  if (wants_place(iterable) || leaves(iterable)) {
    emit(iterable.span, Declare{state, Declare::Form::value, nullptr, false});
    into(iterable, {Dest::Kind::place, assigned(iterable.span, state)});
  } else {
    Expr* init = operand(iterable);
    emit(iterable.span, Declare{state, Declare::Form::value, init, false});
  }
  if (!reachable_) return;

  const types::Function* next = program_.iterator->find("next");
  Type* self = const_cast<Type*>(iterable.type);
  const auto projection = [&](const char* name) {
    Type* type = program_.arena.make(types::Kind::projection);
    type->trait = program_.iterator;
    type->self = self;
    type->name = name;
    return types::normalized(program_, type);
  };
  Type* step_type = program_.arena.make(types::Kind::nominal);
  step_type->decl = program_.step;
  step_type->arguments = {self, projection("Item")};
  const auto case_named = [&](const char* name) {
    std::size_t index = 0;
    while (index + 1 < program_.step->cases.size() && program_.step->cases[index].name != name) ++index;
    return index;
  };
  const std::size_t done = case_named("Done");
  const std::size_t yield = case_named("Yield");

  Block* inner = in_block([&] {
    Variable* step = helper("step", step_type);
    Prepared prepared = trait_call(span, step_type, next, self, {read(span, state), row_value(span, effects)});
    if (prepared.leaves) {
      emit(span, Declare{step, Declare::Form::value, nullptr, false});
      finish_call(prepared, {Dest::Kind::place, assigned(span, step)});
    } else {
      Expr* value = answer(prepared);
      emit(span, Declare{step, Declare::Form::constant, value, false});
    }
    If leave_loop;
    Block* leaves_here = in_block([&] { emit(span, Break{}); });
    reachable_ = true;
    leave_loop.branches.push_back(
        {nullptr, nullptr, false, nullptr, make(span, bool_type(), CaseTest{read(span, step), program_.step, done}), leaves_here, span, nullptr});
    emit(span, std::move(leave_loop));
    // The next state is stored before the body, so that `continue` needs no second copy of this; the step keeps the item.
    emit(span, Assign{assigned(span, state), make(span, self, Payload{read(span, step), program_.step, yield, 0})});
    Expr* item = make(span, step_type->arguments[1], Payload{read(span, step), program_.step, yield, 1});
    bind({item, {}}, pattern, true);
    body();
  });
  reachable_ = true;
  emit(span, Loop{inner});
}

}  // namespace khora2cpp::lower
