// Calls: the check at `!`, the operands, how the callee is named, and what becomes of a tagged answer (emission.md 2 and 3).
#include <algorithm>
#include <set>

#include "analysis/type_query.hpp"
#include "lower/body.hpp"

namespace khora2cpp::lower {

using analysis::CallFacts;
using analysis::Mention;

bool Body::is_call(const types::Expr& expr) const {
  if (const auto* constant = std::get_if<types::ConstantExpr>(&expr.node)) return constant->constant != nullptr;
  return std::holds_alternative<types::CallExpr>(expr.node) || std::holds_alternative<types::ValueCallExpr>(expr.node) ||
         std::holds_alternative<types::OperationCallExpr>(expr.node);
}

Prepared Body::prepare(const types::Expr& expr) {
  if (const auto* call = std::get_if<types::CallExpr>(&expr.node)) return prepare(expr, *call);
  if (const auto* call = std::get_if<types::ValueCallExpr>(&expr.node)) return prepare(expr, *call);
  if (const auto* call = std::get_if<types::OperationCallExpr>(&expr.node)) return prepare(expr, *call);
  return prepare_constant(expr, std::get<types::ConstantExpr>(expr.node));
}

bool Body::leaves(const types::Expr& expr) {
  if (const auto* call = std::get_if<types::CallExpr>(&expr.node)) {
    const CallFacts known = analysis::call_facts(program_, facts_, analysis::mention_of(call->callee));
    return known.leaves && (known.tagged || known.wraps);
  }
  if (const auto* constant = std::get_if<types::ConstantExpr>(&expr.node)) return facts_.of(constant->constant->initializer).tagged;
  if (const auto* call = std::get_if<types::ValueCallExpr>(&expr.node)) {
    if (!call->tails.empty()) return true;
    if (const auto* lambda = std::get_if<types::LambdaExpr>(&call->callee->node)) return facts_.of(lambda->lambda).tagged;
    const auto* local = std::get_if<types::LocalExpr>(&call->callee->node);
    if (local == nullptr) return true;
    const auto place = places_.find(local->local);
    const auto* variable = place == places_.end() ? nullptr : std::get_if<VariableRef>(&place->second->node);
    const auto known = variable == nullptr ? known_lambdas_.end() : known_lambdas_.find(variable->variable);
    return known == known_lambdas_.end() || facts_.of(known->second).tagged;
  }
  return is_call(expr);
}

Expr* Body::capability(Span span, const types::CapabilityArgument& argument) { return read(span, argument.local); }

Prepared Body::prepare(const types::Expr& expr, const types::CallExpr& node) {
  if (node.marked) emit(expr.span, Check{false, true, false});
  const Mention mention = analysis::mention_of(node.callee);
  Call call;
  call.arguments = in_order(arguments(node.arguments));
  fix_callbacks(expr.span, *node.callee.function, call.arguments);
  for (std::size_t i = 0; i < call.arguments.size(); ++i) {
    if (facts_.takes_by_value(node.callee.function, i)) call.arguments[i] = given(call.arguments[i]);
  }
  for (const types::CapabilityArgument& argument : node.capabilities) call.arguments.push_back(capability(expr.span, argument));
  for (const types::RowArgument& row : node.effects) call.arguments.push_back(row_value(expr.span, row));
  return finish_callee(expr.span, expr.type, mention, std::move(call));
}

Expr* Body::given(Expr* value) {
  const auto* helper = std::get_if<VariableRef>(&value->node);
  if (helper == nullptr || helper->variable->local != nullptr || !is_counted(value->type)) return value;
  helper->variable->changes = true;
  return make(value->span, value->type, Wrapped{Wrapped::Kind::move, value});
}

Prepared Body::trait_call(Span span, const Type* result, const types::Function* function, Type* self, std::vector<Expr*> operands) {
  Call call;
  call.arguments = std::move(operands);
  return finish_callee(span, result, {function, {}, {}, self, {}}, std::move(call));
}

Callee Body::callee_of(const Mention& mention) {
  const types::Function& function = *mention.function;
  Callee callee;
  callee.function = &function;
  if (mention.self != nullptr) {
    callee.kind = Callee::Kind::trait_member;
    callee.owner = mention.self;
    callee.trait_arguments = mention.trait_arguments;
  } else if (function.impl != nullptr) {
    callee.kind = Callee::Kind::member;
    callee.owner = types::substituted(program_, function.impl->target, function.impl->parameters, mention.owner_arguments);
  }
  return callee;
}

namespace {

/// Whether the methods of an impl are templates over its parameters: `impl<A> Pair<A, A>` has other ones than its class.
bool has_parameters_of_its_own(const types::ImplDecl& impl) {
  if (impl.trait != nullptr || impl.parameters.empty()) return false;
  std::set<const types::TypeParam*> seen;
  for (const Type* argument : types::resolved(impl.target)->arguments) {
    const Type* known = types::resolved(argument);
    if (known->kind == types::Kind::parameter && !seen.insert(known->parameter).second) return true;
    if (known->kind != types::Kind::parameter && known->kind != types::Kind::row) return true;
  }
  return false;
}

}  // namespace

void Body::choose_explicit(const Mention& mention, Call& call) {
  const types::Function& function = *mention.function;
  if (function.impl != nullptr && mention.self == nullptr && has_parameters_of_its_own(*function.impl)) {
    // C++ deduces those from the arguments alone.
    for (Expr*& argument : call.arguments) argument = exact(argument);
  }
  const analysis::TemplateShape shape = analysis::template_shape(function);
  if (shape.parameters.empty()) return;
  // C++ deduces from arguments whose type it sees exactly; one that it does not see makes all parameters explicit.
  std::size_t count = shape.explicit_count;
  for (std::size_t i = 0; i < function.arguments.size() && i < call.arguments.size(); ++i) {
    if (shape.callbacks[i] || is_exact(call.arguments[i])) continue;
    for (const types::TypeParam* parameter : shape.parameters) {
      if (analysis::mentions(function.arguments[i]->type, parameter)) count = shape.parameters.size();
    }
  }
  for (std::size_t i = 0; i < count; ++i) {
    const auto at = std::find(function.parameters.begin(), function.parameters.end(), shape.parameters[i]) - function.parameters.begin();
    if (static_cast<std::size_t>(at) < mention.arguments.size()) {
      call.callee.explicit_arguments.push_back(mention.arguments[static_cast<std::size_t>(at)]);
    }
  }
}

Prepared Body::finish_callee(Span span, const Type* result, const Mention& mention, Call call) {
  const CallFacts known = analysis::call_facts(program_, facts_, mention);
  call.callee = callee_of(mention);
  choose_explicit(mention, call);
  Prepared prepared;
  prepared.call = make(span, result, std::move(call));
  prepared.call->tagged = known.tagged;
  // Methods of impls answer `khora::Unit`, because generic code names their result (emission.md 1).
  prepared.call->is_void = !known.tagged && !known.wraps && mention.self == nullptr && analysis::is_unit(mention.function->result);
  if (known.wraps) {
    prepared.call->tagged = false;
    prepared.call = make(span, result, Wrapped{Wrapped::Kind::tagged, prepared.call});
    prepared.call->tagged = true;
  }
  prepared.leaves = known.leaves && prepared.call->tagged;
  return prepared;
}

Prepared Body::prepare(const types::Expr& expr, const types::ValueCallExpr& node) {
  if (node.marked) emit(expr.span, Check{false, true, false});
  std::vector<Operand> operands{later(node.callee)};
  for (Operand& one : arguments(node.arguments)) operands.push_back(std::move(one));
  std::vector<Expr*> values = in_order(operands);
  Call call;
  call.callee.kind = Callee::Kind::value;
  call.callee.value = values.front();
  call.arguments.assign(values.begin() + 1, values.end());
  const auto* local = std::get_if<types::LocalExpr>(&node.callee->node);
  if (node.tails.empty()) {
    for (const types::CapabilityArgument& argument : node.capabilities) call.arguments.push_back(capability(expr.span, argument));
  } else if (local != nullptr && local->local->origin == types::Local::Origin::recursive_lambda) {
    // The lambda calls itself with the row that it was passed.
    call.arguments.push_back(row_value(expr.span, node.capabilities, node.tails));
  } else {
    call.row = row_value(expr.span, node.capabilities, node.tails);
  }

  Prepared prepared;
  bool tagged = true;
  // Either may be what a block or a branch comes to.
  const bool is_callback = std::holds_alternative<VariableRef>(values.front()->node) &&
                           callbacks_.count(std::get<VariableRef>(values.front()->node).variable) != 0;
  if (call.row != nullptr) {
    call.callee.through_call = is_callback;
  } else if (const auto* lambda = std::get_if<Lambda>(&values.front()->node)) {
    tagged = lambda->convention == Convention::tagged;
  } else if (std::holds_alternative<FunctionName>(values.front()->node)) {
    call.callee.through_call = true;
  } else if (const auto* variable = std::get_if<VariableRef>(&values.front()->node)) {
    if (const auto known = known_lambdas_.find(variable->variable); known != known_lambdas_.end()) {
      tagged = facts_.of(known->second).tagged;
    } else if (is_callback) {
      call.callee.through_call = true;
    }
  }
  if (call.callee.through_call || !tagged) {
    for (Expr*& argument : call.arguments) argument = exact(argument);  // the parameter's type is not in sight
  }
  prepared.call = make(expr.span, expr.type, std::move(call));
  prepared.call->tagged = tagged;
  prepared.call->is_void = !tagged && analysis::is_unit(expr.type);
  prepared.leaves = tagged;
  return prepared;
}

Prepared Body::prepare(const types::Expr& expr, const types::OperationCallExpr& node) {
  if (node.marked) emit(expr.span, Check{false, true, false});
  std::vector<Operand> operands{later(node.handler)};
  for (Operand& one : arguments(node.arguments)) operands.push_back(std::move(one));
  std::vector<Expr*> values = in_order(operands);
  Call call;
  call.callee.kind = Callee::Kind::operation;
  call.callee.value = values.front();
  call.callee.effect = node.effect;
  call.callee.operation = node.operation;
  call.arguments.assign(values.begin() + 1, values.end());
  if (node.tails.empty()) {
    for (const types::CapabilityArgument& argument : node.capabilities) call.arguments.push_back(capability(expr.span, argument));
  } else {
    call.row = row_value(expr.span, node.capabilities, node.tails);
  }
  Prepared prepared;
  prepared.call = make(expr.span, expr.type, std::move(call));
  prepared.call->tagged = true;
  prepared.leaves = true;
  return prepared;
}

Prepared Body::prepare_constant(const types::Expr& expr, const types::ConstantExpr& node) {
  Prepared prepared;
  prepared.call = make(expr.span, expr.type, ConstantRef{node.constant});
  prepared.call->tagged = facts_.of(node.constant->initializer).tagged;
  prepared.leaves = prepared.call->tagged;
  return prepared;
}

Expr* Body::answer(const Prepared& prepared) {
  Expr* call = prepared.call;
  const Span span = call->span;
  if (prepared.leaves) {
    if (analysis::is_unit(call->type)) {
      emit(span, CallOrLeave{call, nullptr, frame_->label});
      if (frame_->label != nullptr) frame_->label_used = true;
      return unit(span);
    }
    if (analysis::is_never(call->type)) {
      finish_call(prepared, {});
      return make(span, call->type, DefaultValue{});
    }
    Variable* variable = helper(suggested_name(*call), call->type);
    if (const auto* wrapped = std::get_if<Wrapped>(&call->node)) variable->base = suggested_name(*wrapped->operand);
    emit(span, Declare{variable, Declare::Form::value, nullptr, false});
    emit(span, CallOrLeave{call, assigned(span, variable), frame_->label});
    if (frame_->label != nullptr) frame_->label_used = true;
    return read(span, variable);
  }
  if (call->tagged) return make(span, call->type, Wrapped{Wrapped::Kind::answer, call});
  if (analysis::is_never(call->type)) {
    finish(call, {});
    return make(span, call->type, DefaultValue{});
  }
  if (call->is_void) {
    emit(span, Evaluate{call, false});
    return unit(span);
  }
  return call;
}

void Body::finish_call(const Prepared& prepared, const Dest& dest) {
  if (!reachable_) return;
  Expr* call = prepared.call;
  const Span span = call->span;
  if (!prepared.leaves) {
    if (call->tagged) return finish(make(span, call->type, Wrapped{Wrapped::Kind::answer, call}), dest);
    if (call->is_void && dest.kind != Dest::Kind::give) return finish(call, {});
    return finish(call, dest);
  }
  const bool is_unit = analysis::is_unit(call->type);
  const bool is_never = analysis::is_never(call->type);
  if (frame_->label != nullptr && !is_never && dest.kind != Dest::Kind::give) {
    frame_->label_used = true;
    emit(span, CallOrLeave{call, dest.kind == Dest::Kind::place && !is_unit ? dest.target : nullptr, frame_->label});
    return;
  }
  if (frame_->label != nullptr || (dest.kind == Dest::Kind::give && frame_->convention != Convention::tagged)) {
    Expr* value = is_never ? nullptr : answer(prepared);
    if (value != nullptr) return finish(value, dest);
    emit(span, CallOrLeave{call, nullptr, frame_->label});
    frame_->label_used = frame_->label_used || frame_->label != nullptr;
    emit(span, Unreachable{});
    return leave();
  }
  if (is_never) {
    emit(span, Return{Return::Kind::rest, call, nullptr, false, nullptr});
    return leave();
  }
  switch (dest.kind) {
    case Dest::Kind::drop:
      emit(span, CallOrLeave{call, nullptr, nullptr});
      return;
    case Dest::Kind::place:
      emit(span, CallOrLeave{call, is_unit ? nullptr : dest.target, nullptr});
      return;
    case Dest::Kind::give:
      if (analysis::same_type(call->type, frame_->result)) {
        emit(span, Return{Return::Kind::tagged, call, nullptr, false, nullptr});
        return leave();
      }
      return finish(answer(prepared), dest);
  }
}

}  // namespace khora2cpp::lower
