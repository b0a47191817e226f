#include "analysis/local_uses.hpp"

#include "types/walk.hpp"

namespace khora2cpp::analysis {

using types::Expr;
using types::Lambda;
using types::Local;

namespace {

class Walker {
 public:
  explicit Walker(Facts& facts) : facts_(facts) {}

  void visit(const Expr& expr, const Lambda* inside) {
    if (const auto* local = std::get_if<types::LocalExpr>(&expr.node)) read(local->local, inside);
    if (const auto* assign = std::get_if<types::AssignLocalExpr>(&expr.node)) facts_.locals[assign->local].is_assigned = true;
    // What a function value brings along is captured, whether it becomes a lambda in Khora or in C++ only.
    const bool is_value = std::holds_alternative<types::FunctionExpr>(expr.node) || std::holds_alternative<types::BindExpr>(expr.node) ||
                          std::holds_alternative<types::LambdaExpr>(expr.node);
    each_capability(expr, [&](const types::CapabilityArgument& capability) {
      read(capability.local, inside);
      if (is_value && capability.local != nullptr) facts_.locals[capability.local].is_captured = true;
    });
    const auto* lambda = std::get_if<types::LambdaExpr>(&expr.node);
    const Lambda* deeper = lambda == nullptr ? inside : lambda->lambda;
    each_child(expr, [&](const Expr& child) { visit(child, deeper); });
  }

 private:
  void read(const Local* local, const Lambda* inside) {
    if (local == nullptr) return;
    LocalUse& use = facts_.locals[local];
    ++use.reads;
    if (inside != nullptr && local->lambda != inside && local != inside->recursive) use.is_captured = true;
  }

  Facts& facts_;
};

}  // namespace

void find_local_uses(const types::Program& program, Facts& facts) {
  Walker walker(facts);
  for (const types::Function& function : program.functions) {
    if (function.body != nullptr) walker.visit(*function.body, nullptr);
  }
}

}  // namespace khora2cpp::analysis
