// Function values: lambdas with their captures listed, and adapters around named functions (emission.md 4).
#include <algorithm>
#include <map>
#include <utility>

#include "analysis/type_query.hpp"
#include "lower/body.hpp"

namespace khora2cpp::lower {

Expr* Body::closure(Span span, const Type* type, Convention convention, const Type* result, std::vector<Variable*> parameters, bool shares,
                    const std::function<void()>& write) {
  Frame frame{Frame::Kind::lambda, frame_, convention, result, {}, false, nullptr, false};
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
  made.writes_result = convention == Convention::tagged || (convention == Convention::plain && frame.wrote_inexact);
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
  for (const types::Local* capability : node.capabilities) parameters.push_back(variable_of(capability));
  for (const auto& bound : node.bound) places_[bound.parameter] = read(expr.span, bound.source.local);
  Variable* recursive = nullptr;
  if (node.recursive != nullptr) recursive = variable_of(node.recursive);
  std::vector<Variable*> owned = parameters;
  if (recursive != nullptr) owned.push_back(recursive);

  // `const auto& go`: C++ knows what is called only when the lambda is, as in a template.
  const bool outer_in_template = std::exchange(in_template_, in_template_ || recursive != nullptr);
  Expr* made = closure(expr.span, expr.type, convention, result, owned, node.shares_captures, [&] {
    if (facts.entry_check) emit(node.body->span, Check{true, false, false});
    body_of(*node.body, {Dest::Kind::give, nullptr});
  });
  in_template_ = outer_in_template;
  auto& lambda = std::get<Lambda>(made->node);
  lambda.parameters = std::move(parameters);
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
  // It may be wanted with capabilities that it has no use for.
  const bool is_wanted_so = !diverges && types::flattened(*type->capabilities).entries.size() == function.capability_locals.size();
  const bool is_plain_name = is_function && is_wanted_so && node.bound.empty() && mention.self == nullptr &&
                             !analysis::is_in_template(function) && analysis::row_projection(function.capabilities) == nullptr;
  if (is_plain_name) return make(expr.span, expr.type, FunctionName{callee_of(mention)});

  // `[db](const Nursery& nursery) { return fan_out(db, nursery); }`
  std::vector<Variable*> parameters;
  for (std::size_t i = 0; i < type->parameters.size(); ++i) {
    std::string name = i < function.arguments.size() ? function.arguments[i]->name : "";
    if (name.empty()) name = "value";
    parameters.push_back(tree_.variable(std::move(name), type->parameters[i]));
  }
  const std::size_t ordinary = parameters.size();
  std::vector<std::string> labels;
  for (const auto& [label, effect] : types::flattened(*type->capabilities).entries) {
    labels.push_back(label);
    parameters.push_back(tree_.variable(label, effect));
  }
  const bool tagged = facts.wraps || (facts.tagged && facts.leaves);
  const Convention convention = tagged                             ? Convention::tagged
                                : analysis::is_unit(type->result) ? Convention::nothing
                                                                  : Convention::plain;
  Expr* made = closure(expr.span, expr.type, convention, type->result, parameters, false, [&] {
    Call call;
    for (std::size_t i = 0; i < ordinary; ++i) call.arguments.push_back(read(expr.span, parameters[i]));
    for (const types::Local* wanted : function.capability_locals) {
      const auto bound = std::find_if(node.bound.begin(), node.bound.end(), [&](const auto& one) { return one.label == wanted->name; });
      if (bound != node.bound.end()) {
        call.arguments.push_back(capability(expr.span, *bound));
        continue;
      }
      const auto label = std::find(labels.begin(), labels.end(), wanted->name);
      if (label != labels.end()) {
        call.arguments.push_back(read(expr.span, parameters[ordinary + static_cast<std::size_t>(label - labels.begin())]));
      }
    }
    if (analysis::row_projection(function.capabilities) != nullptr) {
      call.arguments.push_back(effects_row(expr.span, program_.arena.make(types::Kind::row), node.bound));
    }
    finish_call(finish_callee(expr.span, diverges ? function.result : type->result, mention, std::move(call)), {Dest::Kind::give, nullptr});
  });
  // The callee's own convention is deduced, if it answers at all.
  std::get<Lambda>(made->node).writes_result = diverges;
  return made;
}

Expr* Body::bind_value(const types::Expr& expr, const types::BindExpr& node) {
  Expr* value = operand(*node.value);
  const Type* inner = types::resolved(node.value->type);
  const Type* type = types::resolved(expr.type);
  const bool diverges = analysis::is_never(inner->result) && !analysis::is_never(type->result);
  const bool is_variable = std::holds_alternative<VariableRef>(value->node);
  if (!is_variable || std::get<VariableRef>(value->node).variable->changes) value = name_it(expr.span, value, "function");
  Variable* function = std::get<VariableRef>(value->node).variable;

  std::vector<Variable*> parameters;
  for (Type* parameter : type->parameters) parameters.push_back(tree_.variable("value", parameter));
  const std::size_t ordinary = parameters.size();
  std::map<std::string, Variable*> supplied;
  for (const auto& [label, effect] : types::flattened(*type->capabilities).entries) {
    supplied[label] = tree_.variable(label, effect);
    parameters.push_back(supplied[label]);
  }
  bool tagged = true;
  if (const auto known = known_lambdas_.find(function); known != known_lambdas_.end()) tagged = facts_.of(known->second).tagged;
  const Convention convention = tagged                             ? Convention::tagged
                                : analysis::is_unit(type->result) ? Convention::nothing
                                                                  : Convention::plain;
  Expr* made = closure(expr.span, expr.type, convention, type->result, parameters, false, [&] {
    Call call;
    call.callee.kind = Callee::Kind::value;
    call.callee.value = read(expr.span, function);
    call.callee.through_call = callbacks_.count(function) != 0;
    for (std::size_t i = 0; i < ordinary; ++i) call.arguments.push_back(read(expr.span, parameters[i]));
    for (const auto& [label, effect] : types::flattened(*inner->capabilities).entries) {
      const auto bound = std::find_if(node.bound.begin(), node.bound.end(), [&, wanted = label](const auto& one) { return one.label == wanted; });
      if (bound != node.bound.end()) {
        call.arguments.push_back(capability(expr.span, *bound));
      } else if (supplied.count(label) != 0) {
        call.arguments.push_back(read(expr.span, supplied[label]));
      }
    }
    Prepared prepared;
    prepared.call = make(expr.span, diverges ? inner->result : type->result, std::move(call));
    prepared.call->tagged = tagged;
    prepared.call->is_void = !tagged && analysis::is_unit(type->result);
    prepared.leaves = tagged;
    finish_call(prepared, {Dest::Kind::give, nullptr});
  });
  std::get<Lambda>(made->node).writes_result = diverges || (tagged && analysis::is_unit(type->result));
  return made;
}

}  // namespace khora2cpp::lower
