#include "emit/visit.hpp"

namespace khora2cpp::emit {

namespace {

using namespace lower;

class Walk {
 public:
  explicit Walk(const Visitor& visitor) : visitor_(visitor) {}

  void block(const Block* block) {
    if (block == nullptr) return;
    for (const Statement& one : block->statements) statement(one);
  }

  void expr(const Expr* expr) {
    if (expr == nullptr) return;
    visitor_.expression(*expr);
    std::visit([this](const auto& node) { operands(node); }, expr->node);
  }

 private:
  void statement(const Statement& statement) {
    visitor_.statement(statement);
    std::visit([this](const auto& node) { parts(node); }, statement.node);
  }
  void introduce(const Variable* variable) {
    if (variable != nullptr) visitor_.introduced(*variable);
  }
  void all(const std::vector<Expr*>& exprs) {
    for (const Expr* one : exprs) expr(one);
  }

  void operands(const VariableRef&) {}
  void operands(const Literal&) {}
  void operands(const ConstantRef&) {}
  void operands(const Call& call) {
    expr(call.callee.value);
    all(call.arguments);
    expr(call.row);
  }
  void operands(const FunctionName&) {}
  void operands(const Member& member) { expr(member.object); }
  void operands(const Payload& payload) { expr(payload.object); }
  void operands(const CaseTest& test) { expr(test.object); }
  void operands(const TupleGet& get) { expr(get.object); }
  void operands(const MakeRecord& record) { all(record.fields); }
  void operands(const MakeCase& one) { all(one.arguments); }
  void operands(const MakeWrapper& wrapper) { expr(wrapper.value); }
  void operands(const MakeTuple& tuple) { all(tuple.elements); }
  void operands(const MakeList& list) { all(list.elements); }
  void operands(const MakeHandler& handler) { all(handler.operations); }
  void operands(const MakeRow& row) {
    for (const auto& entry : row.entries) expr(entry.second);
  }
  void operands(const RowEntry& entry) { expr(entry.row); }
  void operands(const MergeRows& merged) { all(merged.rows); }
  void operands(const RowPart& part) { expr(part.row); }
  void operands(const DefaultValue&) {}
  void operands(const MakeBuilder&) {}
  void operands(const Lambda& lambda) {
    for (const Capture& capture : lambda.captures) {
      expr(capture.init);
      if (capture.init != nullptr) introduce(capture.variable);
    }
    introduce(lambda.recursive);
    for (const Variable* parameter : lambda.parameters) introduce(parameter);
    block(lambda.body);
  }
  void operands(const UnaryOp& unary) { expr(unary.operand); }
  void operands(const BinaryOp& binary) {
    expr(binary.left);
    expr(binary.right);
  }
  void operands(const Conditional& conditional) {
    expr(conditional.condition);
    expr(conditional.then);
    expr(conditional.otherwise);
  }
  void operands(const Text& text) { all(text.pieces); }
  void operands(const Wrapped& wrapped) { expr(wrapped.operand); }
  void operands(const Holds& holds) { expr(holds.lambda); }
  void operands(const Answered&) {}
  void operands(const CaughtValue&) {}

  void parts(const Declare& declare) {
    introduce(declare.variable);
    expr(declare.init);
  }
  void parts(const Assign& assign) {
    expr(assign.target);
    expr(assign.value);
  }
  void parts(const Evaluate& evaluate) { expr(evaluate.value); }
  void parts(const Check&) {}
  void parts(const CallOrLeave& call) {
    expr(call.call);
    expr(call.target);
  }
  void parts(const Return& leave) { expr(leave.value); }
  void parts(const Raise& raise) { expr(raise.error); }
  void parts(const If& branches) {
    for (const Branch& branch : branches.branches) {
      introduce(branch.caught);
      expr(branch.condition);
      block(branch.body);
    }
    block(branches.otherwise);
  }
  void parts(const Switch& one) {
    expr(one.scrutinee);
    for (const SwitchArm& arm : one.arms) block(arm.body);
  }
  void parts(const Loop& loop) { block(loop.body); }
  void parts(const While& loop) {
    expr(loop.condition);
    block(loop.body);
  }
  void parts(const ForRange& loop) {
    expr(loop.iterable);
    introduce(loop.element);
    block(loop.body);
  }
  void parts(const Break&) {}
  void parts(const Continue&) {}
  void parts(const Nested& nested) { block(nested.body); }
  void parts(const Labelled& labelled) {
    introduce(labelled.label->rest);
    block(labelled.body);
  }
  void parts(const Unreachable&) {}
  void parts(const Assert& one) {
    expr(one.condition);
    expr(one.message);
  }
  void parts(const DropError&) {}
  void parts(const LetGo&) {}
  void parts(const Remark&) {}

  const Visitor& visitor_;
};

}  // namespace

void visit(const lower::Block* block, const Visitor& visitor) { Walk(visitor).block(block); }
void visit(const lower::Expr* expr, const Visitor& visitor) { Walk(visitor).expr(expr); }

}  // namespace khora2cpp::emit
