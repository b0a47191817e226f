// Expressions: dispatch, destinations, and the simple kinds.
#include "analysis/type_query.hpp"
#include "types/walk.hpp"
#include "lower/body.hpp"

namespace khora2cpp::lower {

using types::Overloaded;

Expr* Body::operand(const types::Expr& expr) {
  if (is_call(expr)) return answer(prepare(expr));
  if (wants_place(expr)) return through_variable(expr);
  const Span span = expr.span;
  return std::visit(
      Overloaded{
          [&](const types::TextExpr& node) { return text(span, node, expr.type); },
          [&](const types::LocalExpr& node) -> Expr* {
            if (!analysis::is_never(expr.type)) return read(span, node.local);
            finish(read(span, node.local), {});  // there is no such value, so that nothing comes after it
            return make(span, expr.type, DefaultValue{});
          },
          [&](const types::FunctionExpr& node) { return function_value(expr, node); },
          [&](const types::CaseExpr& node) {
            std::vector<Expr*> arguments = in_order(kept(node.arguments));
            return make(span, expr.type, MakeCase{node.decl, node.index, std::move(arguments)});
          },
          [&](const types::WrapperExpr& node) {
            // One that contains itself is an object of its own, as a record with one field is.
            if (facts_.is_boxed(node.decl)) return make(span, expr.type, MakeRecord{node.decl, {stored(*node.value)}, true});
            return make(span, expr.type, MakeWrapper{node.decl, stored(*node.value)});
          },
          [&](const types::RecordExpr& node) { return record(expr, node); },
          [&](const types::HandlerExpr& node) { return handler(expr, node); },
          [&](const types::FieldExpr& node) {
            return make(span, expr.type, Member{operand(*node.object), node.decl, node.field, facts_.is_boxed(node.decl)});
          },
          [&](const types::TupleExpr& node) {
            if (node.elements.empty()) return unit(span);
            return make(span, expr.type, MakeTuple{in_order(kept(node.elements))});
          },
          [&](const types::ListExpr& node) { return list(expr, node); },
          [&](const types::LambdaExpr& node) { return lambda(expr, *node.lambda); },
          [&](const types::BindExpr& node) { return bind_value(expr, node); },
          [&](const types::UnaryExpr& node) { return unary(expr, node); },
          [&](const types::BinaryExpr& node) { return binary(expr, node); },
          [&](const types::IfExpr& node) {  // `can_be_conditional` holds
            Expr* condition = operand(*node.condition);
            Expr* then = operand(*node.then);
            Expr* otherwise = operand(*node.otherwise);
            if (is_bare(then) && is_bare(otherwise)) then = exact(then), otherwise = exact(otherwise);
            return make(span, expr.type, Conditional{condition, then, otherwise});
          },
          [&](const types::BlockExpr& node) { return operand(*node.block->value); },  // `wants_place` let it through: no statements
          [&](const auto&) -> Expr* {
            if (Expr* simple = literal(expr)) return simple;
            into(expr, {});  // assignments, loops, ways out: nothing is left to read
            return analysis::is_unit(expr.type) ? unit(span) : make(span, expr.type, DefaultValue{});
          },
      },
      expr.node);
}

void Body::into(const types::Expr& expr, const Dest& dest) {
  if (!reachable_) return;
  if (is_call(expr)) return finish_call(prepare(expr), dest);
  const auto nothing = [&] {
    if (reachable_) finish(unit(expr.span), dest);
  };
  // What only does something is followed by one `return`, instead of one in each branch.
  const bool branches = std::holds_alternative<types::IfExpr>(expr.node) || std::holds_alternative<types::MatchExpr>(expr.node) ||
                        std::holds_alternative<types::CatchExpr>(expr.node);
  if (branches && dest.kind == Dest::Kind::give && analysis::is_unit(expr.type)) {
    into(expr, {});
    return nothing();
  }
  std::visit(Overloaded{
                 [&](const types::BlockExpr& node) {
                   if (dest.kind == Dest::Kind::give || node.block->statements.empty()) return block(*node.block, dest);
                   Block* body = in_block([&] { block(*node.block, dest); });
                   const bool ends = reachable_;
                   reachable_ = true;
                   emit(expr.span, Nested{body});
                   reachable_ = ends;
                 },
                 [&](const types::IfExpr& node) { branch(expr, node, dest); },
                 [&](const types::MatchExpr& node) { match(expr, node, dest); },
                 [&](const types::CatchExpr& node) { catch_errors(expr, node, dest); },
                 [&](const types::WithExpr& node) { with(expr, node, dest); },
                 [&](const types::LoopExpr& node) { loop(expr, node, dest); },
                 [&](const types::WhileExpr& node) { while_loop(expr, node), nothing(); },
                 [&](const types::ForExpr& node) { for_loop(expr, node), nothing(); },
                 [&](const types::RaiseExpr& node) { raise(expr, node); },
                 [&](const types::BreakExpr& node) { break_loop(expr, node); },
                 [&](const types::ContinueExpr&) { continue_loop(expr); },
                 [&](const types::ReturnExpr& node) {
                   if (node.value == nullptr) return give(unit(expr.span));
                   into(*node.value, {Dest::Kind::give, nullptr});
                 },
                 [&](const types::AssignLocalExpr& node) {
                   if (const auto* same = std::get_if<types::LocalExpr>(&node.value->node); same != nullptr && same->local == node.local) {
                     return nothing();
                   }
                   const auto* place = std::get_if<VariableRef>(&read(expr.span, node.local)->node);
                   if (place == nullptr) {  // a variable of type `()`
                     into(*node.value, {});
                   } else {
                     into(*node.value, {Dest::Kind::place, assigned(expr.span, place->variable)});
                   }
                   nothing();
                 },
                 [&](const types::AssignFieldExpr& node) { assign_field(expr, node), nothing(); },
                 [&](const types::AssertExpr& node) { assert_that(expr, node), nothing(); },
                 [&](const auto&) { finish(dest.kind == Dest::Kind::place ? stored(expr) : operand(expr), dest); },
             },
             expr.node);
}

void Body::body_of(const types::Expr& expr, const Dest& dest) {
  if (!reachable_) return;
  let_go_before(expr);
  if (const auto* node = std::get_if<types::BlockExpr>(&expr.node)) return block(*node->block, dest);
  into(expr, dest);
}

Expr* Body::stored(const types::Expr& expr) {
  Expr* value = operand(expr);
  if (facts_.last_uses.count(&expr) == 0) return value;
  const auto* local = std::get_if<VariableRef>(&value->node);
  if (local == nullptr || !local->variable->changes) return value;
  return make(expr.span, value->type, Wrapped{Wrapped::Kind::move, value});
}

void Body::finish(Expr* value, const Dest& dest) {
  if (!reachable_) return;
  switch (dest.kind) {
    case Dest::Kind::drop:
      if (touches_.of(value).is_pure()) break;
      emit(value->span, Evaluate{value, !std::holds_alternative<Call>(value->node) && !std::holds_alternative<Wrapped>(value->node)});
      break;
    case Dest::Kind::place:
      if (analysis::is_unit(value->type)) {
        finish(value, {});
        return;  // its variable has the only value there is
      }
      // A branch of `x = if c { x } else { y }` has nothing to store.
      if (const auto* to = std::get_if<VariableRef>(&dest.target->node)) {
        const auto* from = std::get_if<VariableRef>(&value->node);
        if (from != nullptr && from->variable == to->variable) return;
      }
      emit(value->span, Assign{dest.target, value});
      break;
    case Dest::Kind::give:
      give(value);
      return;
  }
  if (analysis::is_never(value->type)) {
    emit(value->span, Unreachable{});
    leave();
  }
}

void Body::give(Expr* value) {
  if (!reachable_) return;
  const Span span = value->span;
  if (analysis::is_never(value->type)) return finish(value, {});
  if (value->is_void || (analysis::is_unit(value->type) && frame_->convention != Convention::plain)) {
    finish(value, {});
    emit(span, Return{frame_->convention == Convention::nothing ? Return::Kind::nothing : Return::Kind::unit, nullptr, nullptr, false, nullptr});
  } else if (frame_->convention == Convention::nothing) {
    finish(value, {});
    emit(span, Return{});
  } else {
    frame_->answers = true;
    if (!is_exact(value)) frame_->wrote_inexact = true;
    emit(span, Return{Return::Kind::value, value, nullptr, false, nullptr});
  }
  leave();
}

Expr* Body::literal(const types::Expr& expr) {
  const auto literal_of = [&](Literal::Kind kind, std::string text) { return make(expr.span, expr.type, Literal{kind, std::move(text), 0, false}); };
  return std::visit(
      Overloaded{
          [&](const types::UnitExpr&) -> Expr* { return unit(expr.span); },
          [&](const types::IntegerExpr& node) -> Expr* {
            return literal_of(Literal::Kind::integer, node.negative ? "-" + node.digits : node.digits);
          },
          [&](const types::FloatExpr& node) -> Expr* { return literal_of(Literal::Kind::floating, node.text); },
          [&](const types::DecimalExpr& node) -> Expr* { return literal_of(Literal::Kind::string, node.text); },
          [&](const types::CharExpr& node) -> Expr* {
            return make(expr.span, expr.type, Literal{Literal::Kind::character, "", node.value, false});
          },
          [&](const types::BoolExpr& node) -> Expr* { return literal_of(Literal::Kind::boolean, node.value ? "true" : "false"); },
          [&](const types::StringExpr& node) -> Expr* { return literal_of(Literal::Kind::string, node.text); },
          [](const auto&) -> Expr* { return nullptr; },
      },
      expr.node);
}

bool Body::can_be_conditional(const types::Expr& expr) {
  const auto* node = std::get_if<types::IfExpr>(&expr.node);
  if (node == nullptr || node->otherwise == nullptr) return false;
  if (analysis::is_unit(expr.type) || analysis::is_function(expr.type) || analysis::is_never(expr.type)) return false;
  // Literals, names, fields, arithmetic: nothing that needs a statement or has an effect.
  const std::function<bool(const types::Expr&)> simple = [&](const types::Expr& part) {
    if (analysis::is_never(part.type)) return false;
    return std::visit(Overloaded{
                          [](const types::IntegerExpr&) { return true; },
                          [](const types::FloatExpr&) { return true; },
                          [](const types::CharExpr&) { return true; },
                          [](const types::BoolExpr&) { return true; },
                          [](const types::StringExpr&) { return true; },
                          [](const types::LocalExpr&) { return true; },
                          [&](const types::FieldExpr& one) { return simple(*one.object); },
                          [&](const types::UnaryExpr& one) { return simple(*one.operand); },
                          [&](const types::CaseExpr& one) { return one.arguments.empty(); },
                          [&](const types::BlockExpr& one) {
                            return one.block->statements.empty() && one.block->value != nullptr && one.block->dangling == nullptr &&
                                   simple(*one.block->value);
                          },
                          [&](const types::BinaryExpr& one) {
                            return types::has_builtin_operators(one.left->type) && one.op < syntax::BinaryOp::logical_and &&
                                   one.op != syntax::BinaryOp::divide && one.op != syntax::BinaryOp::remainder && simple(*one.left) &&
                                   simple(*one.right);
                          },
                          [](const auto&) { return false; },
                      },
                      part.node);
  };
  const auto is_scalar_condition = [&](const types::Expr& condition) { return !wants_place(condition) && !leaves(condition); };
  return is_scalar_condition(*node->condition) && simple(*node->then) && simple(*node->otherwise);
}

bool Body::wants_place(const types::Expr& expr) {
  return std::visit(Overloaded{
                        [&](const types::BlockExpr& node) {
                          return !node.block->statements.empty() || node.block->value == nullptr || wants_place(*node.block->value);
                        },
                        [&](const types::IfExpr&) { return !can_be_conditional(expr); },
                        [](const types::MatchExpr&) { return true; },
                        [](const types::CatchExpr&) { return true; },
                        [](const types::WithExpr&) { return true; },
                        [](const types::LoopExpr&) { return true; },
                        [](const auto&) { return false; },
                    },
                    expr.node);
}

Expr* Body::through_variable(const types::Expr& expr) {
  if (analysis::is_unit(expr.type) || analysis::is_never(expr.type)) {
    into(expr, {});
    return analysis::is_unit(expr.type) ? unit(expr.span) : make(expr.span, expr.type, DefaultValue{});
  }
  Variable* variable = helper(suggested_name(expr), expr.type);
  emit(expr.span, Declare{variable, Declare::Form::value, nullptr, false});
  into(expr, {Dest::Kind::place, assigned(expr.span, variable)});
  return read(expr.span, variable);
}

Expr* Body::text(Span span, const types::TextExpr& node, const Type* type) {
  std::vector<Operand> holes;
  for (types::Expr* hole : node.holes) {
    holes.emplace_back([this, hole]() -> Expr* {
      if (!analysis::is_shown_by_impl(hole->type)) return exact(operand(*hole));
      const types::Function* show = program_.show->find("show");
      Type* string = program_.arena.make(types::Kind::nominal);
      string->decl = program_.builtin(types::Builtin::string);
      return answer(trait_call(hole->span, string, show, hole->type, {operand(*hole)}));
    });
  }
  std::vector<Expr*> shown = in_order(holes);
  if (node.holes.size() == 1 && node.pieces[0].empty() && node.pieces[1].empty() && !is_bare(shown[0]) && analysis::is_string(shown[0]->type)) {
    return shown[0];
  }
  Text made;
  for (std::size_t i = 0; i < node.pieces.size(); ++i) {
    if (!node.pieces[i].empty()) made.pieces.push_back(make(span, type, Literal{Literal::Kind::string, node.pieces[i], 0, false}));
    if (i < shown.size()) made.pieces.push_back(shown[i]);
  }
  return make(span, type, std::move(made));
}

Expr* Body::record(const types::Expr& expr, const types::RecordExpr& node) {
  MakeRecord made{node.decl, std::vector<Expr*>(node.decl->fields.size()), facts_.is_boxed(node.decl)};
  if (node.base != nullptr && node.fields.empty()) return operand(*node.base);
  std::vector<Operand> operands;
  if (node.base != nullptr) {
    operands.emplace_back([this, &node] { return subject_of(*node.base, nullptr).expr; });
  }
  for (const auto& field : node.fields) operands.emplace_back([this, &field] { return stored(*field.second); });
  std::vector<Expr*> values = in_order(operands);
  std::size_t next = node.base != nullptr ? 1 : 0;
  for (const auto& field : node.fields) made.fields[field.first] = values[next++];
  for (std::size_t i = 0; i < made.fields.size(); ++i) {
    if (made.fields[i] != nullptr) continue;
    const types::Field& field = node.decl->fields[i];
    Type* type = types::substituted(program_, field.type, node.decl->parameters, types::resolved(node.base->type)->arguments);
    made.fields[i] = make(expr.span, type, Member{values.front(), node.decl, i, made.boxed});
  }
  return make(expr.span, expr.type, std::move(made));
}

Expr* Body::handler(const types::Expr& expr, const types::HandlerExpr& node) {
  std::vector<Operand> operands;
  for (const auto& operation : node.operations) {
    operands.emplace_back([this, &operation]() -> Expr* {
      Expr* value = operand(*operation.second);
      auto* closure = std::get_if<Lambda>(&value->node);
      if (closure == nullptr) return value;
      // What a handler holds becomes shared when the handler crosses, by the list beside the lambda (emission.md 11).
      Holds holds{value, {}};
      for (Capture& capture : closure->captures) {
        capture.shared = false;
        if (!analysis::is_scalar(capture.variable->type)) holds.held.push_back(capture.variable);
      }
      return holds.held.empty() ? value : make(value->span, value->type, std::move(holds));
    });
  }
  std::vector<Expr*> values = in_order(operands);
  MakeHandler made{node.effect, std::vector<Expr*>(node.effect->fields.size())};
  for (std::size_t i = 0; i < node.operations.size(); ++i) made.operations[node.operations[i].first] = values[i];
  return make(expr.span, expr.type, std::move(made));
}

void Body::assign_field(const types::Expr& expr, const types::AssignFieldExpr& node) {
  // E4: the record, then the value, then the store.
  const bool boxed = facts_.is_boxed(node.decl);
  Type* type = types::substituted(program_, node.decl->fields[node.field].type, node.decl->parameters,
                                  types::resolved(node.object->type)->arguments);
  if (Expr* object = stable(*node.object)) {
    into(*node.value, {Dest::Kind::place, make(expr.span, type, Member{object, node.decl, node.field, boxed})});
    return;
  }
  std::vector<Expr*> values = in_order({later(node.object), later(node.value)});
  if (touches_.of(values[0]).effect) values[0] = name_it(node.object->span, values[0], suggested_name(*values[0]));
  finish(values[1], {Dest::Kind::place, make(expr.span, type, Member{values[0], node.decl, node.field, boxed})});
}

void Body::assert_that(const types::Expr& expr, const types::AssertExpr& node) {
  const std::string text(sources_.text(node.condition->span));
  Expr* condition = operand(*node.condition);
  if (node.message == nullptr) return emit(expr.span, Assert{condition, nullptr, text});
  // The message is evaluated only when the condition is false.
  Expr* message = nullptr;
  Block* failed = in_block([&] {
    message = operand(*node.message);
    if (!block_->statements.empty()) emit(expr.span, Assert{boolean(expr.span, false), message, text});
  });
  reachable_ = true;
  if (failed->statements.empty()) return emit(expr.span, Assert{condition, message, text});
  If made;
  made.branches.push_back({nullptr, nullptr, false, nullptr, negated(condition), failed, expr.span, nullptr});
  emit(expr.span, std::move(made));
}

}  // namespace khora2cpp::lower
