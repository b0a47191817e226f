#include "syntax/dumper.hpp"
#include "syntax/escapes.hpp"

namespace khora2cpp::syntax {
namespace {

const char* spelled(BinaryOp op) {
  switch (op) {
    case BinaryOp::add: return "+";
    case BinaryOp::subtract: return "-";
    case BinaryOp::multiply: return "*";
    case BinaryOp::divide: return "/";
    case BinaryOp::remainder: return "%";
    case BinaryOp::equal: return "==";
    case BinaryOp::not_equal: return "!=";
    case BinaryOp::less: return "<";
    case BinaryOp::less_equal: return "<=";
    case BinaryOp::greater: return ">";
    case BinaryOp::greater_equal: return ">=";
    case BinaryOp::logical_and: return "&&";
    case BinaryOp::logical_or: return "||";
  }
  return "?";
}

}  // namespace

void Dumper::operator()(const CharLiteral& literal) {
  std::string text;
  append_utf8(text, literal.value);
  line("char " + in_quotes(text));
}

void Dumper::operator()(const StringLiteral& literal) {
  if (literal.holes.empty()) return line("string " + in_quotes(literal.pieces.front()));
  line("string");
  Indent in(*this);
  for (std::size_t index = 0; index < literal.pieces.size(); ++index) {
    line(in_quotes(literal.pieces[index]));
    if (index < literal.holes.size()) expr(*literal.holes[index]);
  }
}

void Dumper::operator()(const TupleExpr& tuple) {
  line("tuple");
  for (const ExprPtr& element : tuple.elements) child(element);
}

void Dumper::operator()(const ParenExpr& parens) {
  line("parens");
  child(parens.inner);
}

void Dumper::operator()(const SpreadElement& element) {
  line("spread");
  child(element.list);
}

void Dumper::operator()(const IfElement& form) {
  line("if element");
  Indent in(*this);
  expr(*form.condition);
  element(*form.then);
  if (form.otherwise) element(*form.otherwise);
}

void Dumper::operator()(const ForElement& form) {
  line("for element");
  Indent in(*this);
  pattern(*form.pattern);
  expr(*form.iterable);
  element(*form.body);
}

void Dumper::operator()(const ListExpr& list) {
  line("list");
  Indent in(*this);
  for (const ElementPtr& part : list.elements) element(*part);
}

void Dumper::operator()(const RecordExpr& record) {
  line("record");
  labelled_child("base", record.base);
  fields(record.fields);
}

void Dumper::operator()(const LambdaExpr& lambda) {
  line("lambda");
  Indent in(*this);
  parameters(lambda.parameters);
  expr(*lambda.body);
}

void Dumper::operator()(const IfExpr& branch) {
  line("if");
  Indent in(*this);
  expr(*branch.condition);
  block(*branch.then);
  if (branch.otherwise) expr(*branch.otherwise);
}

void Dumper::operator()(const MatchExpr& match) {
  line("match");
  Indent in(*this);
  expr(*match.scrutinee);
  arms(match.arms);
}

void Dumper::operator()(const ForExpr& loop) {
  line("for");
  Indent in(*this);
  pattern(*loop.pattern);
  expr(*loop.iterable);
  block(*loop.body);
}

void Dumper::operator()(const WhileExpr& loop) {
  line("while");
  Indent in(*this);
  expr(*loop.condition);
  block(*loop.body);
}

void Dumper::operator()(const LoopExpr& loop) {
  line("loop");
  Indent in(*this);
  block(*loop.body);
}

void Dumper::operator()(const WithBlockExpr& with) {
  line("with block");
  Indent in(*this);
  install(with.install);
  block(*with.body);
}

void Dumper::operator()(const HandlerExpr& handler) {
  line("handler " + spelled(handler.effect));
  fields(handler.operations);
}

void Dumper::operator()(const RaiseExpr& raise) {
  line("raise");
  child(raise.value);
}

void Dumper::operator()(const BreakExpr& jump) {
  line("break");
  child(jump.value);
}

void Dumper::operator()(const ReturnExpr& jump) {
  line("return");
  child(jump.value);
}

void Dumper::operator()(const CallExpr& call) {
  line("call");
  Indent in(*this);
  expr(*call.callee);
  for (const Argument& argument : call.arguments) {
    if (argument.label) line(argument.label.text + ":");
    child_if(argument.label ? 1 : 0, argument.value);
  }
}

void Dumper::operator()(const FieldExpr& field) {
  line("." + field.field.text);
  child(field.object);
}

void Dumper::operator()(const MarkExpr& mark) {
  line("!");
  child(mark.operand);
}

void Dumper::operator()(const CatchExpr& caught) {
  line("catch");
  Indent in(*this);
  expr(*caught.operand);
  arms(caught.arms);
}

void Dumper::operator()(const WithExpr& with) {
  line("with");
  Indent in(*this);
  expr(*with.operand);
  install(with.install);
}

void Dumper::operator()(const UnaryExpr& unary) {
  line(unary.op == UnaryOp::negate ? "negate" : "not");
  child(unary.operand);
}

void Dumper::operator()(const BinaryExpr& binary) {
  line(spelled(binary.op));
  child(binary.left);
  child(binary.right);
}

void Dumper::operator()(const AssignExpr& assign) {
  line("=");
  child(assign.target);
  child(assign.value);
}

void Dumper::operator()(const PipeExpr& pipe) {
  line("|>");
  child(pipe.value);
  child(pipe.stage);
}

void Dumper::operator()(const FlowExpr& flow) {
  line("||>");
  for (const ExprPtr& stage : flow.stages) child(stage);
}

}  // namespace khora2cpp::syntax
