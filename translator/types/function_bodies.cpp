// One body as a whole: functions, tests, constants and contexts; what leaves a body against what its declaration says.
#include <algorithm>

#include "types/body.hpp"

namespace khora2cpp::types {

Body::Body(Bodies& all, Function& of)
    : world_(all.world), bodies_(all), solver_(all.world.solver), diagnostics_(all.world.diagnostics), function_(of) {
  const auto scope = world_.scopes.find(&of);
  if (scope != world_.scopes.end()) {
    types_ = scope->second;
  } else {
    types_.module = of.module;
    types_.file = of.file;
  }
  frames_.push_back({nullptr, of.result, nullptr, 0, {}});
  sinks_.push_back(&function_sink_);
  perhaps_never_ = solver_.perhaps_never.size();
}

void Body::check_function() {
  scopes_.push_back({{}, 0, {}});
  for (Local* label : function_.capability_locals) scopes_.back().names[label->name] = label;
  push_scope();
  for (Local* argument : function_.arguments) {
    if (!argument->name.empty()) scopes_.back().names[argument->name] = argument;
  }
  const syntax::Block& block = *function_.syntax->body;
  Expr* body = infer_block(block, function_.result);
  Type* answered = solver_.normalized_head(body->type);
  auto& made = *std::get<BlockExpr>(body->node).block;
  if (answered->kind != Kind::never) {
    if (made.value != nullptr) {
      made.value = coerce(made.value, function_.result, block.value->span, "the answer of this function");
      body->type = made.value->type;
    } else if (!solver_.same(answered, function_.result)) {
      const Span end{block.span.file, block.span.end > 0 ? block.span.end - 1 : 0, block.span.end};
      auto& error = diagnostics_.error(
          "D401", end, "`" + function_.name + "` answers `" + to_string(function_.result) + "`, and its body ends without a value");
      if (!made.statements.empty()) {
        if (const auto* last = std::get_if<ExprStatement>(&made.statements.back().node);
            last != nullptr && solver_.unify(last->value->type, function_.result)) {
          error.suggest("leave out the last `;` to answer that value");
        }
      }
    }
  }
  function_.body = body;
  pop_scope();
  settle();
  settle_failures();
  judge();
  std::sort(function_.capability_locals.begin(), function_.capability_locals.end(),
            [](const Local* a, const Local* b) { return a->name < b->name; });
}

/// What leaves the body must have room in the declared row, or makes the inferred one grow (T44).
void Body::settle_failures() {
  if (function_.failures_inferred) {
    const Row row = flattened(*collected(function_sink_, function_.name_span));
    function_.failures->is_unsure = function_.failures->is_unsure || row.is_unsure;
    for (const auto& [label, type] : row.entries) function_.failures->entries[label] = type;
    for (Type* type : row.unlabeled) solver_.include_unlabeled(function_.failures, type);
    for (const RowTail& tail : row.tails) {
      // A variable that is still open stands for no failure at all (T48).
      if (tail.variable == nullptr) solver_.add_tail(function_.failures, tail);
    }
    const bool unsure = std::any_of(function_sink_.begin(), function_sink_.end(), [&](const FailureUse& use) {
      return use.callee != nullptr && use.callee->failures_inferred && use.callee != &function_ && bodies_.row_is_unsure(*use.callee);
    });
    if (unsure) bodies_.note_unsure_row(function_);
    return;
  }
  for (const FailureUse& use : function_sink_) {
    solver_.normalize_row(use.row);
    const Row flat = flattened(*use.row);
    const auto report = [&](const std::string& type) {
      if (function_.failures->is_unsure) return;
      lack(use.span, use.who).failures.push_back(type);
      bodies_.note_unsure_row(function_);
    };
    for (const auto& [label, type] : flat.entries) {
      if (RowMisfit misfit = solver_.include(function_.failures, label, type, true)) {
        if (misfit.reason == RowMisfit::Reason::two_instantiations) report_misfit(misfit, use.span, use.who);
        else report(to_string(type));
      }
    }
    for (Type* type : flat.unlabeled) {
      // A failure that nothing decides is reported as a type that could not be worked out.
      if (resolved(type)->kind == Kind::variable) continue;
      if (solver_.include(function_.failures, "", type, true)) report(to_string(type));
    }
    for (const RowTail& tail : flat.tails) {
      if (tail.variable != nullptr || !solver_.include_tail(function_.failures, tail)) continue;
      Row one;
      one.tails.push_back(tail);
      report(to_string(one, true));
    }
  }
}

void Body::check_test() {
  in_test_ = true;
  scopes_.push_back({{}, 0, {}});
  Expr* body = infer_block(*function_.test_syntax->body, nullptr);
  const Type* type = solver_.normalized_head(body->type);
  if (type->kind != Kind::never && !solver_.unify(body->type, solver_.unit())) {
    const char* kind = function_.test_syntax->is_bench ? "bench" : "test";
    diagnostics_
        .error("D401", function_.test_syntax->body->value ? function_.test_syntax->body->value->span : function_.name_span,
               std::string("a `") + kind + "` block answers `()`, and this one `" + to_string(type) + "`")
        .suggest("end it with `;`");
  }
  function_.body = body;
  settle();
  settle_failures();
  judge();
}

void Body::check_constant(Constant& constant, const syntax::ConstDecl& written) {
  scopes_.push_back({{}, 0, {}});
  Type* annotated = written.type ? world_.resolve(*written.type, types_) : nullptr;
  if (annotated != nullptr) constant.type = annotated;
  Expr* value = annotated != nullptr ? check(*written.value, annotated, "the value of this constant") : infer(*written.value, nullptr);
  constant.type = annotated != nullptr ? annotated : value->type;
  function_.result = constant.type;
  function_.body = value;
  settle();
  settle_failures();
  judge();
}

/// The entries of a context, as one installation would check them (K19): a context that nobody installs is checked too.
void Body::check_context(const syntax::ContextDecl& written) {
  scopes_.push_back({{}, 0, {}});
  check_labels(written.entries);
  for (const syntax::FieldInit& entry : written.entries) {
    Expr* value = infer(*entry.value, nullptr);
    check_installed(value, entry.name.text, entry.value->span);
    push_scope();
    declare(entry.name.text, value->type, Local::Origin::capability, entry.name.span, false);
  }
  settle();
  settle_failures();
  judge();
}

}  // namespace khora2cpp::types
