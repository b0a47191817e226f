#include "analysis/local_uses.hpp"

#include "analysis/walk.hpp"

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
    each_capability(expr, [&](const types::CapabilityArgument& capability) { read(capability.local, inside); });
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
