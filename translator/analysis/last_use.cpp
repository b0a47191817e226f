#include "analysis/last_use.hpp"

#include <algorithm>
#include <deque>

#include "analysis/let_go.hpp"
#include "analysis/type_query.hpp"
#include "types/walk.hpp"

namespace khora2cpp::analysis {

using types::Overloaded;
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

/// The parameters and `let` bindings of a body that may be moved from, and the reads where a move would do something.
class Candidates {
 public:
  Candidates(const Facts& facts, Locals& found, std::set<const Expr*>& keeping) : facts_(facts), found_(found), keeping_(keeping) {}

  void visit(const Expr& expr) {
    std::visit(Overloaded{
                   [&](const types::CaseExpr& node) { keep_all(node.arguments); },
                   [&](const types::CallExpr& node) {
                     for (std::size_t i = 0; i < node.arguments.size(); ++i) {
                       const bool given = facts_.takes_by_value(node.callee.function, i) && !is_copied_beside(node.arguments, i);
                       if (given) keep(node.arguments[i]);
                     }
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

  /// Those that the function could take by value. What a trait says of its functions holds for all impls, and a template parameter stands
  /// for whatever is called.
  void parameters(const types::Function& function) {
    if (function.role != types::Function::Role::function && function.role != types::Function::Role::inherent) return;
    const TemplateShape shape = template_shape(function);
    for (std::size_t i = 0; i < function.arguments.size(); ++i) {
      if (!shape.callbacks[i] && is_movable(*function.arguments[i])) found_.insert(function.arguments[i]);
    }
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
    return !is_plain(local.type, facts_.boxed) && !is_never(local.type) && !owns_resource(local.type) && !facts_.of(&local).is_captured;
  }
  void taken_apart(const Expr& expr) {
    if (const Local* root = root_of(expr)) excluded_.insert(root);
    if (const auto* tuple = std::get_if<types::TupleExpr>(&expr.node)) {
      for (const Expr* element : tuple->elements) taken_apart(*element);
    }
  }

  /// Where a neighbour is the same local, one of the two is a copy anyway, and reads best without a move.
  static bool is_copied_beside(const std::vector<Expr*>& exprs, std::size_t at) {
    const auto* read = std::get_if<types::LocalExpr>(&exprs[at]->node);
    return read != nullptr && std::any_of(exprs.begin(), exprs.begin() + static_cast<std::ptrdiff_t>(at), [&](const Expr* other) {
             const auto* earlier = std::get_if<types::LocalExpr>(&other->node);
             return earlier != nullptr && earlier->local == read->local;
           });
  }

  void keep(const Expr* expr) {
    if (expr != nullptr && std::holds_alternative<types::LocalExpr>(expr->node)) keeping_.insert(expr);
  }
  void keep_all(const std::vector<Expr*>& exprs) {
    for (std::size_t i = 0; i < exprs.size(); ++i) {
      if (!is_copied_beside(exprs, i)) keep(exprs[i]);
    }
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

/// Which functions are sinks depends on the sinks they call, so a function is looked at again when one that it calls has become one.
class Moves {
 public:
  Moves(const types::Program& program, Facts& facts) : program_(program), facts_(facts) {}

  void run() {
    for (const types::Function& function : program_.functions) {
      if (function.body == nullptr) continue;
      calls(function, *function.body);
      queue_.push_back(&function);
    }
    spread_handoffs();
    queued_.insert(queue_.begin(), queue_.end());
    while (!queue_.empty()) {
      const types::Function* function = queue_.front();
      queue_.pop_front();
      queued_.erase(function);
      if (!look_at(*function)) continue;
      for (const types::Function* caller : callers_[function]) {
        if (queued_.insert(caller).second) queue_.push_back(caller);
      }
    }
  }

 private:
  void calls(const types::Function& caller, const Expr& expr) {
    const auto* call = std::get_if<types::CallExpr>(&expr.node);
    const auto* named = std::get_if<types::FunctionExpr>(&expr.node);
    if (call != nullptr || named != nullptr) {
      const types::Function* callee = call != nullptr ? call->callee.function : named->callee.function;
      std::vector<const types::Function*>& callers = callers_[callee];
      if (callers.empty() || callers.back() != &caller) callers.push_back(&caller);
      if (is_handoff_send(*callee)) facts_.functions[callee].hands_off = true;
    }
    each_child(expr, [&](const Expr& child) { calls(caller, child); });
  }

  void spread_handoffs() {
    std::vector<const types::Function*> work;
    for (const auto& [function, facts] : facts_.functions) {
      if (facts.hands_off) work.push_back(function);
    }
    while (!work.empty()) {
      const types::Function* callee = work.back();
      work.pop_back();
      for (const types::Function* caller : callers_[callee]) {
        bool& hands_off = facts_.functions[caller].hands_off;
        if (!hands_off) work.push_back(caller);
        hands_off = true;
      }
    }
  }

  /// True when more of its parameters are sinks than before.
  bool look_at(const types::Function& function) {
    Locals candidates;
    std::set<const Expr*> keeping;
    Candidates finder(facts_, candidates, keeping);
    finder.parameters(function);
    finder.visit(*function.body);
    finder.tail(*function.body);
    finder.finish();
    if (!candidates.empty()) Liveness(candidates, keeping, facts_).visit(*function.body, {});
    FunctionFacts& facts = facts_.functions[&function];
    if (facts.hands_off) find_let_goes(program_, function, facts_);
    std::vector<bool> sinks(function.arguments.size());
    for (std::size_t i = 0; i < sinks.size(); ++i) {
      sinks[i] = facts_.moved_locals.count(function.arguments[i]) != 0 || facts_.released_locals.count(function.arguments[i]) != 0;
    }
    if (sinks == facts.sinks) return false;
    const bool any = std::find(sinks.begin(), sinks.end(), true) != sinks.end();
    facts.sinks = any ? std::move(sinks) : std::vector<bool>();
    return any;
  }

  const types::Program& program_;
  Facts& facts_;
  std::map<const types::Function*, std::vector<const types::Function*>> callers_;  ///< in the order of the program
  std::deque<const types::Function*> queue_;
  std::set<const types::Function*> queued_;
};

}  // namespace

void find_last_uses(const types::Program& program, Facts& facts) { Moves(program, facts).run(); }

}  // namespace khora2cpp::analysis
