// Function values: lambdas with their captures listed, and adapters around named functions (emission.md 4).
#include <algorithm>
#include <map>
#include <utility>

#include "analysis/type_query.hpp"
#include "lower/body.hpp"

namespace khora2cpp::lower {

Expr* Body::closure(Span span, const Type* type, Convention convention, const Type* result, std::vector<Variable*> parameters, bool shares,
                    const std::function<void()>& write) {
  Frame frame{Frame::Kind::lambda, frame_, convention, result, {}, false, false, nullptr, false};
  LoopFrame* outer_loop = loop_;
  const bool outer_reachable = reachable_;
  frame_ = &frame;
  loop_ = nullptr;
  for (Variable* parameter : parameters) owners_[parameter] = &frame;
  Lambda made;
  made.body = in_block(write);
  frame_ = frame.outer;
  loop_ = outer_loop;
  reachable_ = outer_reachable;
  for (Variable* captured : frame.captures) {
    // A lambda around this one has to have it first.
    read(span, captured);
    made.captures.push_back({captured, shares && !analysis::is_scalar(captured->type), nullptr});
  }
  made.parameters = std::move(parameters);
  made.convention = convention;
  made.result = result;
  // C++ deduces `void` where nothing is returned, and what never answers stands for any answer (T50).
  made.writes_result = convention == Convention::tagged || (convention == Convention::plain && (frame.wrote_inexact || !frame.answers));
  return make(span, type, std::move(made));
}

Expr* Body::lambda(const types::Expr& expr, const types::Lambda& node) {
  const analysis::LambdaFacts& facts = facts_.of(&node);
  const Type* type = types::resolved(expr.type);
  if (analysis::is_unit(type)) return unit(expr.span);  // a `forall` value
  const Type* result = type->kind == types::Kind::function ? type->result : node.body->type;
  const Convention convention = facts.tagged ? Convention::tagged : analysis::is_unit(result) ? Convention::nothing : Convention::plain;
  std::vector<Variable*> parameters;
  for (const types::Local* parameter : node.parameters) parameters.push_back(variable_of(parameter));
  Variable* row = nullptr;
  if (!types::passed_tails(*type->capabilities).empty()) {
    row = tree_.variable("effects", row_type(types::passed(*type->capabilities)));
    lambda_rows_[&node] = row;
    parameters.push_back(row);
  } else {
    for (const types::Local* capability : node.capabilities) parameters.push_back(variable_of(capability));
  }
  for (const auto& bound : node.bound) places_[bound.parameter] = read(expr.span, bound.source.local);
  Variable* recursive = nullptr;
  if (node.recursive != nullptr) recursive = variable_of(node.recursive);
  std::vector<Variable*> owned = parameters;
  if (recursive != nullptr) owned.push_back(recursive);

  // `const auto& go`: C++ knows what is called only when the lambda is, as in a template.
  const bool outer_in_template = std::exchange(in_template_, in_template_ || recursive != nullptr);
  Expr* made = closure(expr.span, expr.type, convention, result, owned, node.shares_captures, [&] {
    if (facts.entry_check) emit(node.body->span, Check{true, false, false});
    if (row != nullptr) take_entries({node.capabilities.begin(), node.capabilities.end()}, row);
    body_of(*node.body, {Dest::Kind::give, nullptr});
  });
  in_template_ = outer_in_template;
  auto& lambda = std::get<Lambda>(made->node);
  lambda.parameters = std::move(parameters);
  lambda.row = row;
  lambda.recursive = recursive;
  return made;
}

/// A callback's C++ type is a template parameter, and a lambda has a type of its own: a function that hands a new lambda to itself would be
/// another specialization at every depth, without end.
void Body::fix_callbacks(Span span, const types::Function& callee, std::vector<Expr*>& arguments) {
  if (!on_cycle_ || !facts_.of(&callee).on_cycle) return;
  const analysis::TemplateShape shape = analysis::template_shape(callee);
  for (std::size_t i = 0; i < arguments.size() && i < shape.callbacks.size(); ++i) {
    const Expr* argument = arguments[i];
    const bool is_lambda = std::holds_alternative<Lambda>(argument->node) || std::holds_alternative<Holds>(argument->node);
    if (shape.callbacks[i] && is_lambda) arguments[i] = name_it(span, arguments[i], "function");
  }
}

Expr* Body::function_value(const types::Expr& expr, const types::FunctionExpr& node) {
  if (analysis::is_unit(expr.type)) return unit(expr.span);  // a `forall` value
  const types::Function& function = *node.callee.function;
  const analysis::Mention mention = analysis::mention_of(node.callee);
  const analysis::CallFacts facts = analysis::call_facts(program_, facts_, mention);
  // One that C++ code of the library stands for may be a template or overloaded.
  const bool is_function = function.body != nullptr || function.is_extern || (function.from_interface && !function.native.is_native);
  const Type* type = types::resolved(expr.type);
  const bool diverges = analysis::is_never(function.result) && !analysis::is_never(type->result);
  const types::Row passed = types::passed(*type->capabilities);
  // It may be wanted with capabilities that it has no use for.
  const bool is_wanted_so = !diverges && passed.entries.size() == function.capability_locals.size() && types::passed_tails(passed).empty();
  const bool is_plain_name = is_function && is_wanted_so && node.bound.empty() && mention.self == nullptr &&
                             !analysis::is_in_template(function) && types::passed_tails(*function.capabilities).empty();
  if (is_plain_name) return make(expr.span, expr.type, FunctionName{callee_of(mention)});

  // `[db](const Nursery& nursery) { return fan_out(db, nursery); }`
  std::vector<Variable*> parameters;
  for (std::size_t i = 0; i < type->parameters.size(); ++i) {
    std::string name = i < function.arguments.size() ? function.arguments[i]->name : "";
    if (name.empty()) name = "value";
    parameters.push_back(tree_.variable(std::move(name), type->parameters[i]));
  }
  const std::vector<Variable*> ordinary = parameters;
  const Supplied supplied = supplied_by(type, parameters);
  const Served served = served_by(expr.span, node.bound, node.bound_tails, supplied);
  const bool tagged = facts.wraps || (facts.tagged && facts.leaves);
  const Convention convention = tagged                             ? Convention::tagged
                                : analysis::is_unit(type->result) ? Convention::nothing
                                                                  : Convention::plain;
  Expr* made = closure(expr.span, expr.type, convention, type->result, parameters, false, [&] {
    Call call;
    for (std::size_t i = 0; i < ordinary.size(); ++i) call.arguments.push_back(handed_on(expr.span, ordinary[i], *function.arguments[i], node.callee, served));
    for (const types::Local* wanted : function.capability_locals) call.arguments.push_back(served.entry(wanted->name));
    for (const types::RowTail& tail : types::passed_tails(*function.capabilities)) {
      call.arguments.push_back(row_value(expr.span, *instantiated(node.callee, row_type(tail))->row, served));
    }
    finish_call(finish_callee(expr.span, diverges ? function.result : type->result, mention, std::move(call)), {Dest::Kind::give, nullptr});
  });
  auto& lambda = std::get<Lambda>(made->node);
  lambda.row = supplied.row;
  // The callee's own convention is deduced, if it answers at all.
  lambda.writes_result = diverges;
  return made;
}

/// An argument that a function value hands on to the function it stands for. What that binds to a function it is handed (emission.md 4), the
/// value is passed with the call.
Expr* Body::handed_on(Span span, Variable* argument, const types::Local& declared, const types::Callee& callee, const Served& served) {
  const Type* given = types::resolved(argument->type);
  const Type* wanted = types::resolved(declared.type);
  if (given->kind != types::Kind::function || wanted->kind != types::Kind::function) return read(span, argument);
  const types::Row all = types::passed(*given->capabilities);
  const Type* taken = types::resolved(instantiated(callee, declared.type));
  Type* type = program_.arena.make(types::Kind::function);
  *type = *given;
  type->capabilities = program_.arena.make_row();
  for (const auto& [label, effect] : wanted->capabilities->entries) type->capabilities->entries[label] = taken->capabilities->entries.at(label);
  for (const types::RowTail& tail : types::passed_tails(*wanted->capabilities)) {
    const types::Row part = types::passed(*instantiated(callee, row_type(tail))->row);
    type->capabilities->entries.insert(part.entries.begin(), part.entries.end());
    type->capabilities->tails.insert(type->capabilities->tails.end(), part.tails.begin(), part.tails.end());
  }
  const types::Row own = types::passed(*type->capabilities);
  if (own.entries.size() == all.entries.size() && types::passed_tails(own) == types::passed_tails(all)) return read(span, argument);
  return rebound(span, argument, given, type, true, served);
}

/// A function value as one of another type: what only the function wants comes from `outside`.
Expr* Body::rebound(Span span, Variable* function, const Type* inner, const Type* type, bool tagged, const Served& outside) {
  const bool diverges = analysis::is_never(inner->result) && !analysis::is_never(type->result);
  std::vector<Variable*> parameters;
  for (Type* parameter : type->parameters) parameters.push_back(tree_.variable("value", parameter));
  const std::vector<Variable*> ordinary = parameters;
  const Supplied supplied = supplied_by(type, parameters);
  const Served inside = served_by(span, {}, {}, supplied);
  const types::Row given = types::passed(*type->capabilities);
  const std::vector<types::RowTail> given_tails = types::passed_tails(given);
  const Served served{[&](const std::string& label) { return given.entries.contains(label) ? inside.entry(label) : outside.entry(label); },
                      [&](const types::RowTail& tail) {
                        const bool has = std::any_of(given_tails.begin(), given_tails.end(), [&](const types::RowTail& one) {
                          return analysis::same_type(row_type(one), row_type(tail));
                        });
                        return has ? inside.tail(tail) : outside.tail(tail);
                      }};
  const Convention convention = tagged                             ? Convention::tagged
                                : analysis::is_unit(type->result) ? Convention::nothing
                                                                  : Convention::plain;
  Expr* made = closure(span, type, convention, type->result, parameters, false, [&] {
    Call call;
    call.callee.kind = Callee::Kind::value;
    call.callee.value = read(span, function);
    for (Variable* parameter : ordinary) call.arguments.push_back(read(span, parameter));
    pass_row(span, *inner->capabilities, served, call);
    call.callee.through_call = callbacks_.count(function) != 0;
    Prepared prepared;
    prepared.call = make(span, diverges ? inner->result : type->result, std::move(call));
    prepared.call->tagged = tagged;
    prepared.call->is_void = !tagged && analysis::is_unit(type->result);
    prepared.leaves = tagged;
    finish_call(prepared, {Dest::Kind::give, nullptr});
  });
  auto& lambda = std::get<Lambda>(made->node);
  lambda.row = supplied.row;
  lambda.writes_result = diverges || (tagged && analysis::is_unit(type->result));
  return made;
}

Expr* Body::bind_value(const types::Expr& expr, const types::BindExpr& node) {
  Expr* value = operand(*node.value);
  const bool is_variable = std::holds_alternative<VariableRef>(value->node);
  if (!is_variable || std::get<VariableRef>(value->node).variable->changes) value = name_it(expr.span, value, "function");
  Variable* function = std::get<VariableRef>(value->node).variable;
  const Type* inner = types::resolved(node.value->type);
  bool tagged = true;
  if (const auto known = known_lambdas_.find(function); known != known_lambdas_.end() && types::passed_tails(*inner->capabilities).empty()) {
    tagged = facts_.of(known->second).tagged;
  }
  return rebound(expr.span, function, inner, types::resolved(expr.type), tagged, served_by(expr.span, node.bound, node.bound_tails, {}));
}

}  // namespace khora2cpp::lower
