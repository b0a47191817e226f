// Pipelines and flows are calls and lambdas (syntax-and-types.md 2.6).
#include "types/body.hpp"

namespace khora2cpp::types {

Expr* Body::infer_pipe(const syntax::Expr& written, const syntax::PipeExpr& pipe, Type* expected) {
  Argument value;
  value.written = pipe.value.get();
  value.span = pipe.value->span;
  value.first = true;
  return apply_stage(*pipe.stage, value, expected, false, written.span);
}

/// `v |> stage` is a call (G31): the stage's outer `!`, `catch` and `with` are stripped, the value goes into the call, and they are put
/// back.
Expr* Body::apply_stage(const syntax::Expr& stage, Argument value, Type* expected, bool marked, Span span) {
  if (const auto* mark = std::get_if<syntax::MarkExpr>(&stage.node)) return apply_stage(*mark->operand, value, expected, true, span);
  if (const auto* with = std::get_if<syntax::WithExpr>(&stage.node)) {
    return infer_with(span, with->install, expected, [&](Type* type) { return apply_stage(*with->operand, value, type, marked, span); });
  }
  if (const auto* caught = std::get_if<syntax::CatchExpr>(&stage.node)) {
    return infer_catch(span, *caught, [&](Type* type) { return apply_stage(*caught->operand, value, type, false, span); }, expected);
  }
  if (const auto* call = std::get_if<syntax::CallExpr>(&stage.node)) return infer_call(stage, *call, expected, marked, &value);
  // Any other stage is a function that takes the value.
  return call_written(stage, {value}, expected, marked, span);
}

Expr* Body::infer_flow(const syntax::Expr& written, const syntax::FlowExpr& flow, Type* expected) {
  return infer_lambda(
      written.span, {}, nullptr,
      [&](Local* piped, Type* result) {
        Expr* value = make(flow.stages.front()->span, piped->type, LocalExpr{piped});
        for (std::size_t at = 0; at < flow.stages.size(); ++at) {
          Argument argument;
          argument.ready = value;
          argument.span = flow.stages[at]->span;
          argument.first = true;
          value = apply_stage(*flow.stages[at], argument, at + 1 == flow.stages.size() ? result : nullptr, false, flow.stages[at]->span);
        }
        return value;
      },
      expected);
}

}  // namespace khora2cpp::types
