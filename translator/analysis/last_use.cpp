#include "analysis/last_use.hpp"

#include "analysis/type_query.hpp"
#include "analysis/walk.hpp"

namespace khora2cpp::analysis {

using types::Expr;
using types::Local;

namespace {

using Locals = std::set<const Local*>;

/// The local at the root of a path that lowering reads in place: `x`, `x.field`.
const Local* root_of(const Expr& expr) {
  if (const auto* local = std::get_if<types::LocalExpr>(&expr.node)) return local->local;
  if (const auto* field = std::get_if<types::FieldExpr>(&expr.node)) return root_of(*field->object);
  if (const auto* block = std::get_if<types::BlockExpr>(&expr.node)) {
    return block->block->statements.empty() && block->block->value != nullptr ? root_of(*block->block->value) : nullptr;
  }
  return nullptr;
}

/// The `let` bindings of a body that may be moved from.
class Candidates {
 public:
  Candidates(const Facts& facts, Locals& found, std::set<const Expr*>& keeping) : facts_(facts), found_(found), keeping_(keeping) {}

  void visit(const Expr& expr) {
    std::visit(Overloaded{
                   [&](const types::CaseExpr& node) { keep_all(node.arguments); },
                   [&](const types::CallExpr& node) {
                     // What the library stores (a queue that gives values away above all) it takes by value.
                     if (node.callee.function->native.is_native) keep_all(node.arguments);
                   },
                   [&](const types::TupleExpr& node) { keep_all(node.elements); },
                   [&](const types::WrapperExpr& node) { keep(node.value); },
                   [&](const types::AssignLocalExpr& node) { keep(node.value); },
                   [&](const types::AssignFieldExpr& node) { keep(node.value); },
                   [&](const types::BinaryExpr& node) {
                     if (node.op == syntax::BinaryOp::add && is_string(node.left->type)) keep(node.left);
                   },
                   [&](const types::ReturnExpr& node) { keep(node.value); },
                   [&](const types::LambdaExpr& node) { tail(*node.lambda->body); },
                   [&](const types::BlockExpr& node) {
                     for (const types::Statement& statement : node.block->statements) {
                       const auto* let = std::get_if<types::LetStatement>(&statement.node);
                       if (let == nullptr) continue;
                       const auto* name = std::get_if<types::BindPattern>(&let->pattern->node);
                       if (name != nullptr) {
                         keep(let->value);
                         if (is_movable(*name->local) && !std::holds_alternative<types::LambdaExpr>(let->value->node)) found_.insert(name->local);
                       } else {
                         taken_apart(*let->value);
                       }
                     }
                   },
                   [&](const types::MatchExpr& node) { taken_apart(*node.scrutinee); },
                   [&](const types::ForExpr& node) { taken_apart(*node.iterable); },
                   [&](const types::RecordExpr& node) {
                     if (node.base != nullptr) taken_apart(*node.base);
                     for (const auto& field : node.fields) keep(field.second);
                   },
                   [&](const types::ListExpr& node) {
                     for (const types::Element* element : node.elements) {
                       each_for_element(*element, [&](const types::ForElement& loop) { taken_apart(*loop.iterable); });
                     }
                   },
                   [](const auto&) {},
               },
               expr.node);
    each_child(expr, [&](const Expr& child) { visit(child); });
  }

  /// Values in the position of an answer are given away too.
  void tail(const Expr& expr) {
    keep(&expr);
    if (const auto* block = std::get_if<types::BlockExpr>(&expr.node); block != nullptr && block->block->value != nullptr) tail(*block->block->value);
    if (const auto* branch = std::get_if<types::IfExpr>(&expr.node); branch != nullptr && branch->otherwise != nullptr) {
      tail(*branch->then);
      tail(*branch->otherwise);
    }
    if (const auto* match = std::get_if<types::MatchExpr>(&expr.node)) {
      for (const types::Arm& arm : match->arms) tail(*arm.body);
    }
    if (const auto* with = std::get_if<types::WithExpr>(&expr.node)) tail(*with->body);
  }

  void finish() {
    for (const Local* local : excluded_) found_.erase(local);
  }

 private:
  bool is_movable(const Local& local) const {
    return !is_scalar(local.type) && !is_never(local.type) && !owns_resource(local.type) && !facts_.of(&local).is_captured;
  }
  void taken_apart(const Expr& expr) {
    if (const Local* root = root_of(expr)) excluded_.insert(root);
    if (const auto* tuple = std::get_if<types::TupleExpr>(&expr.node)) {
      for (const Expr* element : tuple->elements) taken_apart(*element);
    }
  }

  void keep(const Expr* expr) {
    if (expr != nullptr && std::holds_alternative<types::LocalExpr>(expr->node)) keeping_.insert(expr);
  }
  void keep_all(const std::vector<Expr*>& exprs) {
    for (const Expr* expr : exprs) keep(expr);
  }

  const Facts& facts_;
  Locals& found_;
  std::set<const Expr*>& keeping_;
  Locals excluded_;
};

/// Liveness, backwards through one body, in one pass: what a loop reads of its surroundings counts as live throughout the loop.
class Liveness {
 public:
  Liveness(const Locals& candidates, const std::set<const Expr*>& keeping, Facts& facts)
      : candidates_(candidates), keeping_(keeping), facts_(facts) {}

  /// What is live before `expr`, given what is live behind it.
  Locals visit(const Expr& expr, Locals after) {
    return std::visit(
        Overloaded{
            [&](const types::LocalExpr& node) {
              const bool last = candidates_.count(node.local) != 0 && after.insert(node.local).second;
              if (last && keeping_.count(&expr) != 0) {
                facts_.last_uses.insert(&expr);
                facts_.moved_locals.insert(node.local);
              }
              return std::move(after);
            },
            [&](const types::AssignLocalExpr& node) {
              after.erase(node.local);
              return visit(*node.value, std::move(after));
            },
            [&](const types::BlockExpr& node) { return block(*node.block, std::move(after)); },
            [&](const types::IfExpr& node) {
              Locals live = visit(*node.then, after);
              add(live, node.otherwise == nullptr ? after : visit(*node.otherwise, after));
              return visit(*node.condition, std::move(live));
            },
            [&](const types::MatchExpr& node) {
              Locals live = after;
              for (std::size_t i = node.arms.size(); i-- > 0;) arm(node.arms[i], after, live);
              return visit(*node.scrutinee, std::move(live));
            },
            [&](const types::CatchExpr& node) {
              Locals arms = after;
              for (std::size_t i = node.arms.size(); i-- > 0;) arm(node.arms[i].arm, after, arms);
              const Locals outer = raised_;
              add(raised_, arms);
              Locals live = visit(*node.operand, std::move(arms));
              raised_ = outer;
              return live;
            },
            [&](const types::WhileExpr& node) {
              return loop(expr, after, [&](const Locals& head) {
                Locals live = visit(*node.body, head);
                add(live, after);
                return visit(*node.condition, std::move(live));
              });
            },
            [&](const types::LoopExpr& node) {
              return loop(expr, after, [&](const Locals& head) { return visit(*node.body, head); });
            },
            [&](const types::ForExpr& node) {
              Locals live = loop(*node.body, after, [&](const Locals& head) { return visit(*node.body, head); });
              add(live, after);
              return visit(*node.iterable, std::move(live));
            },
            [&](const types::BreakExpr& node) {
              Locals live = breaks_;
              add(live, raised_);
              return node.value == nullptr ? live : visit(*node.value, std::move(live));
            },
            [&](const types::ContinueExpr&) { return continues_; },
            [&](const types::ReturnExpr& node) { return node.value == nullptr ? raised_ : visit(*node.value, raised_); },
            [&](const types::RaiseExpr& node) { return visit(*node.value, raised_); },
            [&](const types::BinaryExpr& node) {
              Locals live = visit(*node.right, after);
              if (node.op >= syntax::BinaryOp::logical_and) add(live, after);
              return visit(*node.left, std::move(live));
            },
            [&](const types::LambdaExpr& node) {
              const Locals breaks = breaks_, continues = continues_, raised = raised_;
              breaks_ = continues_ = raised_ = {};
              add(after, visit(*node.lambda->body, {}));
              breaks_ = breaks, continues_ = continues, raised_ = raised;
              return std::move(after);
            },
            [&](const types::ListExpr&) {  // some elements are optional or repeated: nothing in them is a last use
              reads(expr, after);
              return std::move(after);
            },
            [&](const types::AssertExpr&) {
              reads(expr, after);
              return std::move(after);
            },
            [&](const auto&) {
              std::vector<const Expr*> children;
              each_child(expr, [&](const Expr& child) { children.push_back(&child); });
              for (std::size_t i = children.size(); i-- > 0;) after = visit(*children[i], std::move(after));
              each_capability(expr, [&](const types::CapabilityArgument& argument) { after.insert(argument.local); });
              return std::move(after);
            },
        },
        expr.node);
  }

 private:
  static void add(Locals& to, const Locals& from) { to.insert(from.begin(), from.end()); }

  Locals block(const types::Block& node, Locals live) {
    if (node.value != nullptr) live = visit(*node.value, std::move(live));
    for (std::size_t i = node.statements.size(); i-- > 0;) {
      if (const auto* let = std::get_if<types::LetStatement>(&node.statements[i].node)) {
        each_binding(*let->pattern, [&](const Local& local) { live.erase(&local); });
        live = visit(*let->value, std::move(live));
      } else {
        live = visit(*std::get<types::ExprStatement>(node.statements[i].node).value, std::move(live));
      }
    }
    return live;
  }

  /// Adds to `later`, which holds what the arms below need.
  void arm(const types::Arm& node, const Locals& after, Locals& later) {
    Locals live = visit(*node.body, after);
    if (node.guard != nullptr) {
      add(live, later);
      live = visit(*node.guard, std::move(live));
    }
    add(later, live);
  }

  /// `around` is everything that is repeated.
  template <class Visit>
  Locals loop(const Expr& around, const Locals& after, Visit&& one_round) {
    Locals head = after;
    reads(around, head);
    Locals declared;
    declares(around, declared);
    for (const Local* local : declared) head.erase(local);
    const Locals breaks = breaks_, continues = continues_;
    breaks_ = after;
    continues_ = head;
    Locals live = one_round(head);
    breaks_ = breaks;
    continues_ = continues;
    add(live, head);
    return live;
  }

  void reads(const Expr& expr, Locals& found) const {
    if (const auto* local = std::get_if<types::LocalExpr>(&expr.node)) found.insert(local->local);
    each_child(expr, [&](const Expr& child) { reads(child, found); });
  }
  void declares(const Expr& expr, Locals& found) const {
    if (const auto* node = std::get_if<types::BlockExpr>(&expr.node)) {
      for (const types::Statement& statement : node->block->statements) {
        if (const auto* let = std::get_if<types::LetStatement>(&statement.node)) {
          each_binding(*let->pattern, [&](const Local& local) { found.insert(&local); });
        }
      }
    }
    each_child(expr, [&](const Expr& child) { declares(child, found); });
  }

  const Locals& candidates_;
  const std::set<const Expr*>& keeping_;  ///< reads whose value is kept: only there a move does anything
  Facts& facts_;
  Locals breaks_, continues_, raised_;
};

}  // namespace

void find_last_uses(const types::Program& program, Facts& facts) {
  for (const types::Function& function : program.functions) {
    if (function.body == nullptr) continue;
    Locals candidates;
    std::set<const Expr*> keeping;
    Candidates finder(facts, candidates, keeping);
    finder.visit(*function.body);
    finder.tail(*function.body);
    finder.finish();
    if (!candidates.empty()) Liveness(candidates, keeping, facts).visit(*function.body, {});
  }
}

}  // namespace khora2cpp::analysis
