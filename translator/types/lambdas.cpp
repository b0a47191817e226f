// Lambdas and handlers (syntax-and-types.md 4.9, 6.1, 6.4).
#include <algorithm>
#include <set>
#include <utility>

#include "types/body.hpp"

namespace khora2cpp::types {

Expr* Body::infer_handler(Span span, const TypeDecl& effect, const std::vector<syntax::FieldInit>& operations, Type* expected,
                          Span name_span) {
  Substitution substitution;
  Type* type = open_nominal(effect, name_span, &substitution);
  if (expected != nullptr) solver_.unify(type, expected);
  const bool is_scope = effect.name == "Scope" && effect.module->path == "std::core";
  HandlerExpr made{&effect, {}};
  std::set<std::string> meant;
  for (const syntax::FieldInit& operation : operations) {
    const auto at =
        std::find_if(effect.fields.begin(), effect.fields.end(), [&](const Field& one) { return one.name == operation.name.text; });
    if (at == effect.fields.end()) {
      const std::string close = near_field(effect.fields, operation.name.text);
      auto& error = diagnostics_.error("D512", operation.name.span, "`" + effect.name + "` has no operation `" + operation.name.text + "`");
      if (!close.empty()) error.suggest("did you mean `" + close + "`?");
      meant.insert(close);
      continue;
    }
    const auto index = static_cast<std::size_t>(at - effect.fields.begin());
    if (std::any_of(made.operations.begin(), made.operations.end(), [&](const auto& one) { return one.first == index; })) {
      diagnostics_.error("D512", operation.name.span, "the operation `" + operation.name.text + "` is given twice");
    }
    Expr* value = check(*operation.value, substitution.empty() ? at->type : substitution.apply(solver_, at->type),
                        "the operation `" + at->name + "`");
    if (!is_scope) check_sendable_body(value, operation.value->span, "a handler's operation", true);
    made.operations.emplace_back(index, value);
  }
  const auto is_given = [&](std::size_t at) {
    return std::any_of(made.operations.begin(), made.operations.end(), [&](const auto& one) { return one.first == at; });
  };
  const std::string missing = missing_fields(effect.fields, is_given, meant);
  if (!missing.empty()) diagnostics_.error("D512", span, "a handler for `" + effect.name + "` also needs " + missing);
  return make(span, type, std::move(made));
}

Expr* Body::infer_lambda(Span span, const std::vector<syntax::Parameter>& parameters, const syntax::Expr* body,
                         const std::function<Expr*(Local*, Type*)>& flow, Type* expected) {
  Type* wanted = expected != nullptr ? solver_.normalized_head(expected) : nullptr;
  if (wanted != nullptr && wanted->kind == Kind::forall) wanted = solver_.normalized_head(wanted->body);
  const bool unknown = wanted != nullptr && wanted->kind == Kind::error;
  if (wanted != nullptr) settle_associated(wanted);
  if (wanted != nullptr && wanted->kind != Kind::function) wanted = nullptr;
  // Where nobody knows what is wanted, nobody knows what the parameters are either.
  const auto open = [&](Span place) { return unknown ? solver_.error() : solver_.fresh(place); };
  const std::size_t count = flow ? 1 : parameters.size();
  // `coerce` reports the difference. What the body then says about parameters that it does not have would be noise.
  const bool miscounted = wanted != nullptr && wanted->parameters.size() != count;
  if (miscounted) wanted = nullptr;
  world_.program.lambdas.emplace_back();
  Lambda* lambda = &world_.program.lambdas.back();
  lambda->parent = frames_.back().lambda;
  frames_.push_back({lambda, nullptr, wanted != nullptr ? wanted->capabilities : nullptr, loops_.size(), {}});
  scopes_.push_back({{}, frames_.size() - 1, {}});
  std::vector<Type*> types;
  if (flow) {
    Type* type = wanted != nullptr ? wanted->parameters[0] : open(span);
    world_.program.locals.push_back({Local::Origin::parameter, "piped", type, false, span, lambda});
    lambda->parameters.push_back(&world_.program.locals.back());
    types.push_back(type);
  }
  for (std::size_t at = 0; !flow && at < parameters.size(); ++at) {
    const syntax::Parameter& parameter = parameters[at];
    Type* type = wanted != nullptr ? wanted->parameters[at] : open(parameter.name.span);
    if (parameter.type) {
      Type* annotated = world_.resolve(*parameter.type, types_);
      if (!solver_.unify(annotated, type)) {
        diagnostics_.error("D401", parameter.type->span,
                           "this parameter is annotated `" + to_string(annotated) + "`, and `" + to_string(type) + "` is expected");
      } else {
        type = annotated;
      }
    }
    const std::string name = parameter.name.text == "_" ? "" : parameter.name.text;
    if (!name.empty() && scopes_.back().names.contains(name)) {
      diagnostics_.error("D307", parameter.name.span, "the parameter `" + name + "` is declared twice");
    }
    world_.program.locals.push_back({Local::Origin::parameter, name, type, false, parameter.name.span, lambda});
    Local* local = &world_.program.locals.back();
    if (!name.empty()) scopes_.back().names[name] = local;
    lambda->parameters.push_back(local);
    types.push_back(type);
  }
  // Labels that the expected type writes are parameters in C++, needed or not.
  if (wanted != nullptr) {
    for (const auto& [label, effect] : passed(*wanted->capabilities).entries) lambda_capability(frames_.size() - 1, label, effect);
  }
  Sink sink;
  sinks_.push_back(&sink);
  Type* result = wanted != nullptr ? wanted->result : open(span);
  frames_.back().result = result;
  diagnostics::Diagnostics outside;
  if (miscounted) outside = std::exchange(diagnostics_, {});
  lambda->body = flow ? coerce(flow(lambda->parameters[0], result), result, span, "the answer of this flow")
                      : check(*body, result, "the answer of this function");
  if (miscounted) diagnostics_ = std::move(outside);
  sinks_.pop_back();
  // A body that never answers fits any result; without an expectation its result is `Never`.
  if (wanted == nullptr && resolved(result)->kind == Kind::variable && resolved(lambda->body->type)->kind == Kind::never) {
    solver_.unify(result, solver_.never());
  }
  Row* capabilities = solver_.empty_row();
  capabilities->tails = frames_.back().tails;
  scopes_.pop_back();
  frames_.pop_back();
  std::sort(lambda->capabilities.begin(), lambda->capabilities.end(), [](const Local* a, const Local* b) { return a->name < b->name; });
  for (const Local* local : lambda->capabilities) capabilities->entries[local->name] = local->type;
  return make(span, solver_.function(types, result, capabilities, collected(sink, span)), LambdaExpr{lambda});
}

}  // namespace khora2cpp::types
