#include "analysis/let_go.hpp"

#include <algorithm>

#include "analysis/type_query.hpp"
#include "types/walk.hpp"

namespace khora2cpp::analysis {

using types::Overloaded;
using types::Expr;
using types::Local;

namespace {

using Locals = std::set<const Local*>;

class LetGo {
 public:
  LetGo(const types::Program& program, const types::Function& function, Facts& facts)
      : program_(program), function_(function), facts_(facts) {}

  void run() {
    Locals parameters;
    const bool may_take = function_.role == types::Function::Role::function || function_.role == types::Function::Role::inherent;
    const TemplateShape shape = template_shape(function_);
    for (std::size_t i = 0; may_take && i < function_.arguments.size(); ++i) {
      if (!shape.callbacks[i]) consider(*function_.arguments[i], parameters);
    }
    tail(*function_.body, {}, parameters, false);
  }

 private:
  void consider(const Local& local, Locals& scope) {
    if (!is_never(local.type) && may_be_written(local.type, program_) && !owns_resource(local.type)) scope.insert(&local);
  }

  /// What `expr` reads, with what the names in patterns refer into: those are read as long as the names are.
  Locals mentioned(const Expr& expr) const {
    Locals found;
    mention(expr, found);
    return found;
  }
  void mention(const Expr& expr, Locals& found) const {
    if (const auto* local = std::get_if<types::LocalExpr>(&expr.node)) add(local->local, found);
    each_capability(expr, [&](const types::CapabilityArgument& argument) { found.insert(argument.local); });
    each_child(expr, [&](const Expr& child) { mention(child, found); });
  }
  void add(const Local* local, Locals& found) const {
    found.insert(local);
    const auto roots = inside_.find(local);
    if (roots != inside_.end()) found.insert(roots->second.begin(), roots->second.end());
  }
  /// Names of `pattern` refer into whatever `value` reads.
  void refer(const types::Pattern& pattern, const Expr& value) {
    const Locals roots = mentioned(value);
    each_binding(pattern, [&](const Local& local) { inside_[&local].insert(roots.begin(), roots.end()); });
  }

  bool may_send(const Expr& expr) const {
    const auto* call = std::get_if<types::CallExpr>(&expr.node);
    if (call != nullptr && facts_.of(call->callee.function).hands_off) return true;
    bool found = false;
    each_child(expr, [&](const Expr& child) { found = found || may_send(child); });
    return found;
  }

  /// Whether the last thing that happens to `local` in `expr`, on every way through it, is that it is moved from.
  bool is_moved(const Local* local, const Expr& expr) const {
    int reads = 0;
    int moves = 0;
    bool branches = false;
    count(local, expr, reads, moves, branches);
    return moves > 0 && !(branches && reads > moves);
  }
  void count(const Local* local, const Expr& expr, int& reads, int& moves, bool& branches) const {
    const auto* read = std::get_if<types::LocalExpr>(&expr.node);
    if (read != nullptr && read->local == local) {
      ++reads;
      if (facts_.last_uses.count(&expr) != 0) ++moves;
    }
    branches = branches || std::holds_alternative<types::IfExpr>(expr.node) || std::holds_alternative<types::MatchExpr>(expr.node) ||
               std::holds_alternative<types::CatchExpr>(expr.node);
    each_child(expr, [&](const Expr& child) { count(local, child, reads, moves, branches); });
  }

  void release(std::vector<const Local*>& list, const Local* local) {
    if (std::find(list.begin(), list.end(), local) == list.end()) list.push_back(local);
    facts_.released_locals.insert(local);
  }

  /// `live`: read after the block. `dead`: declared outside, and read nowhere after it.
  void block(const Expr& expr, const types::Block& node, const Locals& live, Locals dead, bool is_branch) {
    struct Step {
      const types::Statement* statement;
      const Expr* value;
      Locals reads;
      bool sends;
    };
    std::vector<Step> steps;
    for (const types::Statement& statement : node.statements) {
      const Expr* value = std::visit([](const auto& kind) -> const Expr* { return kind.value; }, statement.node);
      if (const auto* let = std::get_if<types::LetStatement>(&statement.node)) {
        if (!std::holds_alternative<types::BindPattern>(let->pattern->node)) refer(*let->pattern, *value);
      }
      steps.push_back({&statement, value, mentioned(*value), may_send(*value)});
    }
    if (node.value != nullptr) steps.push_back({nullptr, node.value, mentioned(*node.value), may_send(*node.value)});

    // From the end: what is read later, and whether a send follows.
    std::vector<Locals> later(steps.size() + 1, live);
    std::vector<bool> send_follows(steps.size() + 1, false);
    for (std::size_t i = steps.size(); i-- > 0;) {
      later[i] = later[i + 1];
      later[i].insert(steps[i].reads.begin(), steps[i].reads.end());
      send_follows[i] = send_follows[i + 1] || steps[i].sends;
    }
    if (is_branch && !steps.empty() && send_follows[0]) {
      for (const Local* local : ordered(dead)) {
        if (later[0].count(local) == 0) release(facts_.let_goes.before[&expr], local);
      }
    }
    for (const Local* local : Locals(dead)) {
      if (later[0].count(local) == 0) dead.erase(local);  // let go of already, or read by a neighbour only
    }
    for (std::size_t i = 0; i < steps.size(); ++i) {
      Locals inner;
      for (const Local* local : dead) {
        if (steps[i].reads.count(local) != 0 && later[i + 1].count(local) == 0) inner.insert(local);
      }
      tail(*steps[i].value, later[i + 1], inner, false);
      if (steps[i].statement != nullptr) {
        if (const auto* let = std::get_if<types::LetStatement>(&steps[i].statement->node)) {
          each_binding(*let->pattern, [&](const Local& local) { consider(local, dead); });
          each_binding(*let->pattern, [&](const Local& local) {
            if (dead.count(&local) != 0 && later[i + 1].count(&local) == 0) inner.insert(&local);
          });
        }
        if (send_follows[i + 1]) {
          for (const Local* local : ordered(inner)) {
            if (!is_moved(local, *steps[i].value)) release(facts_.let_goes.after[steps[i].statement], local);
          }
        }
      }
      for (const Local* local : inner) dead.erase(local);
    }
  }

  /// In the order of their text, whatever their addresses are.
  static std::vector<const Local*> ordered(const Locals& locals) {
    std::vector<const Local*> all(locals.begin(), locals.end());
    std::sort(all.begin(), all.end(), [](const Local* left, const Local* right) { return left->span.begin < right->span.begin; });
    return all;
  }

  /// An expression that ends its statement: nothing of it is evaluated after its branches.
  void tail(const Expr& expr, const Locals& live, const Locals& dead, bool is_branch) {
    std::visit(
        Overloaded{
            [&](const types::BlockExpr& node) { block(expr, *node.block, live, dead, is_branch); },
            [&](const types::IfExpr& node) {
              start_of_branch(expr, live, dead, is_branch);
              inside(*node.condition, with(live, mentioned(expr)));
              tail(*node.then, live, dead, true);
              if (node.otherwise != nullptr) tail(*node.otherwise, live, dead, true);
            },
            [&](const types::MatchExpr& node) {
              start_of_branch(expr, live, dead, is_branch);
              inside(*node.scrutinee, with(live, mentioned(expr)));
              for (const types::Arm& arm : node.arms) {
                refer(*arm.pattern, *node.scrutinee);
                if (arm.guard != nullptr) inside(*arm.guard, with(live, mentioned(expr)));
              }
              for (const types::Arm& arm : node.arms) tail(*arm.body, live, dead, true);
            },
            [&](const types::ReturnExpr& node) {
              if (node.value != nullptr) tail(*node.value, {}, dead, is_branch);
            },
            [&](const types::AssignLocalExpr& node) { tail(*node.value, live, dead, is_branch); },
            [&](const auto&) {
              start_of_branch(expr, live, dead, is_branch);
              inside(expr, with(live, mentioned(expr)));
            },
        },
        expr.node);
  }

  void start_of_branch(const Expr& expr, const Locals& live, const Locals& dead, bool is_branch) {
    if (!is_branch || !may_send(expr)) return;
    const Locals read = with(live, mentioned(expr));
    for (const Local* local : ordered(dead)) {
      if (read.count(local) == 0) release(facts_.let_goes.before[&expr], local);
    }
  }

  /// Blocks somewhere inside: what is declared outside of them may still be read afterwards, or again.
  void inside(const Expr& expr, const Locals& live) {
    if (const auto* lambda = std::get_if<types::LambdaExpr>(&expr.node)) return tail(*lambda->lambda->body, live, {}, false);
    if (const auto* node = std::get_if<types::BlockExpr>(&expr.node)) return block(expr, *node->block, outer_only(*node->block, live), {}, false);
    each_child(expr, [&](const Expr& child) { inside(child, live); });
  }

  /// `live` without what a block declares: a round of a loop begins with none of it.
  static Locals outer_only(const types::Block& block, Locals live) {
    for (const types::Statement& statement : block.statements) {
      if (const auto* let = std::get_if<types::LetStatement>(&statement.node)) {
        each_binding(*let->pattern, [&](const Local& local) { live.erase(&local); });
      }
    }
    return live;
  }

  static Locals with(Locals some, const Locals& more) {
    some.insert(more.begin(), more.end());
    return some;
  }

  const types::Program& program_;
  const types::Function& function_;
  Facts& facts_;
  std::map<const Local*, Locals> inside_;  ///< names of patterns: what they refer into
};

/// What an earlier look at the function found, when it knew of fewer moves.
void forget(const Expr& expr, LetGoes& let_goes) {
  let_goes.before.erase(&expr);
  if (const auto* block = std::get_if<types::BlockExpr>(&expr.node)) {
    for (const types::Statement& statement : block->block->statements) let_goes.after.erase(&statement);
  }
  each_child(expr, [&](const Expr& child) { forget(child, let_goes); });
}

}  // namespace

bool is_handoff_send(const types::Function& function) {
  if (function.name != "send" || !function.native.is_native || function.impl == nullptr) return false;
  const types::TypeDecl* decl = declaration(function.impl->target);
  return decl != nullptr && decl->name == "Handoff" && decl->module != nullptr && decl->module->is_std();
}

void find_let_goes(const types::Program& program, const types::Function& function, Facts& facts) {
  forget(*function.body, facts.let_goes);
  LetGo(program, function, facts).run();
}

}  // namespace khora2cpp::analysis
