#include "analysis/raised.hpp"

#include <algorithm>

#include "analysis/type_query.hpp"
#include "types/walk.hpp"

namespace khora2cpp::analysis {

using types::Expr;
using types::Row;
using types::Type;

namespace {

class Collector {
 public:
  explicit Collector(types::Program& program) : program_(program) {}

  void visit(const Expr& expr, Raised& raised) {
    if (std::holds_alternative<types::LambdaExpr>(expr.node)) return;
    if (const auto* caught = std::get_if<types::CatchExpr>(&expr.node)) return visit(*caught, raised);
    if (const auto* raise = std::get_if<types::RaiseExpr>(&expr.node)) add(raise->value->type, raised);
    if (const auto* call = std::get_if<types::CallExpr>(&expr.node); call != nullptr && call->marked) add(*call, raised);
    if (const auto* call = std::get_if<types::ValueCallExpr>(&expr.node); call != nullptr && call->marked) {
      add(types::resolved(call->callee->type)->failures, raised);
    }
    if (const auto* call = std::get_if<types::OperationCallExpr>(&expr.node); call != nullptr && call->marked) add(*call, raised);
    each_child(expr, [&](const Expr& child) { visit(child, raised); });
  }

 private:
  void visit(const types::CatchExpr& node, Raised& raised) {
    Raised inner;
    visit(*node.operand, inner);
    bool takes_rest = false;
    for (const types::CatchArm& arm : node.arms) takes_rest = takes_rest || (arm.error == nullptr && arm.arm.guard == nullptr);
    for (Type* error : inner.errors) {
      bool taken = takes_rest;
      for (const types::CatchArm& arm : node.arms) taken = taken || (arm.error != nullptr && same_type(arm.error, error));
      if (!taken) add(error, raised);
    }
    raised.is_open = raised.is_open || inner.is_open;
    for (const types::CatchArm& arm : node.arms) {
      if (arm.arm.guard != nullptr) visit(*arm.arm.guard, raised);
      visit(*arm.arm.body, raised);
    }
  }

  void add(Type* error, Raised& raised) {
    if (types::resolved(error)->kind == types::Kind::never) return;
    const bool known = std::any_of(raised.errors.begin(), raised.errors.end(), [&](Type* one) { return same_type(one, error); });
    if (!known) raised.errors.push_back(error);
  }
  void add(const Row* row, Raised& raised) {
    if (row == nullptr) return;
    const Row flat = types::flattened(*row);
    for (const auto& [label, error] : flat.entries) add(error, raised);
    for (Type* error : flat.unlabeled) add(error, raised);
    for (const types::RowTail& tail : flat.tails) raised.is_open = raised.is_open || tail.parameter != nullptr || tail.projection != nullptr;
  }
  /// The row with the parameters of what is called replaced.
  void add(Row* row, const std::vector<types::TypeParam*>& from, const std::vector<Type*>& to, Raised& raised) {
    if (row == nullptr) return;
    Type* type = program_.arena.make(types::Kind::row);
    type->row = row;
    const Type* replaced = types::resolved(types::normalized(program_, types::substituted(program_, type, from, to)));
    if (replaced->kind == types::Kind::row) return add(replaced->row, raised);
    raised.is_open = true;
  }
  void add(const types::CallExpr& call, Raised& raised) {
    const types::Function& function = *call.callee.function;
    std::vector<types::TypeParam*> from = function.parameters;
    std::vector<Type*> to = call.callee.arguments;
    const auto bind = [&](const std::vector<types::TypeParam*>& parameters, const std::vector<Type*>& arguments) {
      from.insert(from.end(), parameters.begin(), parameters.end());
      to.insert(to.end(), arguments.begin(), arguments.end());
    };
    if (function.role == types::Function::Role::trait_member) {
      bind({function.trait->self}, {call.callee.self});
      bind(function.trait->parameters, call.callee.trait_arguments);
    } else if (function.impl != nullptr) {
      bind(function.impl->parameters, call.callee.owner_arguments);
    }
    add(function.failures, from, to, raised);
  }
  void add(const types::OperationCallExpr& call, Raised& raised) {
    const Type* operation = types::resolved(call.effect->fields[call.operation].type);
    if (operation->kind != types::Kind::function) return;
    add(operation->failures, call.effect->parameters, types::resolved(call.handler->type)->arguments, raised);
  }

  types::Program& program_;
};

}  // namespace

Raised raised_by(types::Program& program, const Expr& expr) {
  Raised raised;
  Collector(program).visit(expr, raised);
  return raised;
}

}  // namespace khora2cpp::analysis
