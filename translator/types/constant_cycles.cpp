#include "types/constant_cycles.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "types/walk.hpp"

namespace khora2cpp::types {

namespace {

struct Use {
  const Function* function = nullptr;  ///< called, or the initializer of a constant
  Span span;
};

/// What is called and mentioned on every way through a body.
class SureUses {
 public:
  explicit SureUses(const Expr& body) { look(body); }
  std::vector<Use> take() { return std::move(uses_); }

 private:
  static bool leaves(const Expr& expr) {
    const bool marked = std::visit(
        [](const auto& node) {
          if constexpr (requires { node.marked; }) return node.marked;
          else return false;
        },
        expr.node);
    return marked || std::holds_alternative<ReturnExpr>(expr.node) || std::holds_alternative<RaiseExpr>(expr.node) ||
           std::holds_alternative<BreakExpr>(expr.node) || std::holds_alternative<ContinueExpr>(expr.node) ||
           (expr.type != nullptr && resolved(expr.type)->kind == Kind::never);
  }

  /// What may be evaluated or not is of interest only for leaving what is around it.
  void maybe(const Expr& expr) {
    if (std::holds_alternative<LambdaExpr>(expr.node)) return;
    if (leaves(expr)) left_ = true;
    each_child(expr, [&](const Expr& child) { maybe(child); });
  }
  void maybe(const Expr* expr) {
    if (expr != nullptr) maybe(*expr);
  }

  void element(const Element& element) {
    std::visit(Overloaded{
                   [&](const ValueElement& node) { look(*node.value); },
                   [&](const SpreadElement& node) { look(*node.list); },
                   [&](const IfElement& node) {
                     look(*node.condition);
                     each_child(*node.then, [&](const Expr& child) { maybe(child); });
                     if (node.otherwise != nullptr) each_child(*node.otherwise, [&](const Expr& child) { maybe(child); });
                   },
                   [&](const ForElement& node) {
                     look(*node.iterable);
                     each_child(*node.body, [&](const Expr& child) { maybe(child); });
                   },
               },
               element.node);
  }

  void look(const Expr& expr) {
    if (left_) return;
    const auto children = [&] { each_child(expr, [&](const Expr& child) { look(child); }); };
    std::visit(Overloaded{
                   [](const LambdaExpr&) {},
                   [&](const IfExpr& node) { look(*node.condition), maybe(node.then), maybe(node.otherwise); },
                   [&](const MatchExpr& node) {
                     look(*node.scrutinee);
                     for (const Arm& arm : node.arms) maybe(arm.guard), maybe(arm.body);
                   },
                   [&](const CatchExpr& node) {
                     look(*node.operand);
                     for (const CatchArm& arm : node.arms) maybe(arm.arm.guard), maybe(arm.arm.body);
                   },
                   [&](const WhileExpr& node) { look(*node.condition), maybe(node.body); },
                   [&](const ForExpr& node) { look(*node.iterable), maybe(node.body); },
                   [&](const BinaryExpr& node) {
                     look(*node.left);
                     const bool may_skip = node.op == syntax::BinaryOp::logical_and || node.op == syntax::BinaryOp::logical_or;
                     if (may_skip) maybe(node.right);
                     else look(*node.right);
                   },
                   [&](const ListExpr& node) {
                     for (const Element* one : node.elements) element(*one);
                   },
                   [&](const ConstantExpr& node) { uses_.push_back({node.constant->initializer, expr.span}); },
                   [&](const CallExpr& node) {
                     children();
                     // Which function of a trait is meant depends on the type.
                     const bool is_known = node.callee.function->role != Function::Role::trait_member;
                     if (!left_ && is_known) uses_.push_back({node.callee.function, expr.span});
                   },
                   [&](const auto&) { children(); },
               },
               expr.node);
    if (leaves(expr)) left_ = true;
  }

  std::vector<Use> uses_;
  bool left_ = false;
};

class Cycles {
 public:
  Cycles(const Program& program, diagnostics::Diagnostics& diagnostics) : diagnostics_(diagnostics) {
    for (const Constant& constant : program.constants) {
      path_ = {constant.initializer};
      seen_.clear();
      if (!reported_.contains(constant.initializer) && returns_to_start(*constant.initializer)) report(constant);
    }
  }

 private:
  const std::vector<Use>& uses_of(const Function& function) {
    const auto [at, added] = uses_.try_emplace(&function);
    if (added && function.body != nullptr) at->second = SureUses(*function.body).take();
    return at->second;
  }

  /// Extends the path along uses until it meets its start.
  bool returns_to_start(const Function& from) {
    for (const Use& use : uses_of(from)) {
      if (use.function == path_.front()) return true;
      if (!seen_.insert(use.function).second) continue;
      path_.push_back(use.function);
      if (returns_to_start(*use.function)) return true;
      path_.pop_back();
    }
    return false;
  }

  void report(const Constant& constant) {
    reported_.insert(path_.begin(), path_.end());
    const auto is_constant = [](const Function* one) { return one->role == Function::Role::constant; };
    if (std::all_of(path_.begin(), path_.end(), is_constant)) return;
    std::string cycle;
    for (const Function* one : path_) cycle += "`" + one->name + "` -> ";
    const Function* next = path_.size() > 1 ? path_[1] : path_[0];
    const std::vector<Use>& uses = uses_of(*constant.initializer);
    const auto first = std::find_if(uses.begin(), uses.end(), [&](const Use& use) { return use.function == next; });
    diagnostics_.error("D322", first->span, "this constant's value needs itself: " + cycle + "`" + constant.name + "`");
  }

  diagnostics::Diagnostics& diagnostics_;
  std::map<const Function*, std::vector<Use>> uses_;
  std::vector<const Function*> path_;
  std::set<const Function*> seen_;
  std::set<const Function*> reported_;
};

}  // namespace

void check_constant_cycles(const Program& program, diagnostics::Diagnostics& diagnostics) { Cycles(program, diagnostics); }

}  // namespace khora2cpp::types
