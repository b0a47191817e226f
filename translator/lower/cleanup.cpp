#include "lower/cleanup.hpp"

#include <algorithm>
#include <functional>
#include <set>
#include <utility>

#include "lower/touch.hpp"
#include "lower/walk.hpp"

namespace khora2cpp::lower {

namespace {

/// Calls `f` for each lambda in the expression, not for those inside its lambdas.
void each_lambda(Expr& expr, const std::function<void(Lambda&)>& f) {
  if (auto* lambda = std::get_if<Lambda>(&expr.node)) f(*lambda);
  each_part(expr, [&](Expr& part) { each_lambda(part, f); });
}

/// Finds out which variables the finished code reads. What lowering read and then dropped (`let _ = n`) does not count.
class Reads {
 public:
  void body(Block& block) {
    forget(block);
    find(block);
  }

 private:
  void forget(Block& block) {
    for (Statement& statement : block.statements) {
      if (auto* declared = std::get_if<Declare>(&statement.node)) declared->variable->is_read = false;
      if (auto* loop = std::get_if<ForRange>(&statement.node)) loop->element->is_read = false;
      each_block(statement, [&](Block& inner) { forget(inner); });
      each_expr(statement, true, [&](Expr& expr) {
        each_lambda(expr, [&](Lambda& lambda) {
          for (Variable* parameter : lambda.parameters) parameter->is_read = false;
          if (lambda.recursive != nullptr) lambda.recursive->is_read = false;
          forget(*lambda.body);
        });
      });
    }
  }
  void find(Block& block) {
    for (Statement& statement : block.statements) {
      each_expr(statement, false, [&](Expr& expr) { find(expr); });
      if (auto* chain = std::get_if<If>(&statement.node)) {
        for (Branch& branch : chain->branches) {
          if (branch.tried != nullptr) branch.tried->is_read = true;
        }
      }
      if (auto* passes = std::get_if<Return>(&statement.node); passes != nullptr && passes->tried != nullptr) {
        passes->tried->is_read = true;
      }
      if (auto* drops = std::get_if<DropError>(&statement.node)) drops->tried->is_read = true;
      each_block(statement, [&](Block& inner) { find(inner); });
    }
  }
  void find(Expr& expr) {
    if (auto* read = std::get_if<VariableRef>(&expr.node)) read->variable->is_read = true;
    if (auto* answered = std::get_if<Answered>(&expr.node)) answered->tried->is_read = true;
    if (auto* caught = std::get_if<CaughtValue>(&expr.node)) caught->caught->is_read = true;
    if (auto* lambda = std::get_if<Lambda>(&expr.node)) {
      find(*lambda->body);
      for (Capture& capture : lambda->captures) capture.variable->is_read = true;
    }
    each_part(expr, [&](Expr& part) { find(part); });
  }
};

/// Leaves out what lambdas bring along for code that lowering dropped.
class Captures {
 public:
  void body(Block& block) {
    std::set<const Variable*> mentioned;
    find(block, mentioned);
  }

 private:
  using Found = std::set<const Variable*>;

  void find(Block& block, Found& found) {
    for (Statement& statement : block.statements) {
      each_expr(statement, true, [&](Expr& expr) { find(expr, found); });
      if (auto* chain = std::get_if<If>(&statement.node)) {
        for (Branch& branch : chain->branches) found.insert(branch.tried);
      }
      if (auto* passes = std::get_if<Return>(&statement.node)) found.insert(passes->tried);
      if (auto* drops = std::get_if<DropError>(&statement.node)) found.insert(drops->tried);
      if (auto* lets_go = std::get_if<LetGo>(&statement.node)) found.insert(lets_go->variable);
      each_block(statement, [&](Block& inner) { find(inner, found); });
    }
  }
  void find(Expr& expr, Found& found) {
    if (auto* read = std::get_if<VariableRef>(&expr.node)) found.insert(read->variable);
    if (auto* answered = std::get_if<Answered>(&expr.node)) found.insert(answered->tried);
    if (auto* caught = std::get_if<CaughtValue>(&expr.node)) found.insert(caught->caught);
    if (auto* lambda = std::get_if<Lambda>(&expr.node)) return find(*lambda, found);
    each_part(expr, [&](Expr& part) { find(part, found); });
    if (auto* holds = std::get_if<Holds>(&expr.node)) {
      const auto& captures = std::get<Lambda>(holds->lambda->node).captures;
      std::erase_if(holds->held, [&](const Variable* held) {
        return std::none_of(captures.begin(), captures.end(), [&](const Capture& capture) { return capture.variable == held; });
      });
    }
  }
  void find(Lambda& lambda, Found& found) {
    Found inside;
    find(*lambda.body, inside);
    if (lambda.captures_by_reference) return found.merge(inside);
    std::erase_if(lambda.captures, [&](const Capture& capture) { return inside.count(capture.variable) == 0; });
    for (Capture& capture : lambda.captures) {
      capture.init == nullptr ? static_cast<void>(found.insert(capture.variable)) : find(*capture.init, found);
    }
  }
};

/// Variables nobody reads say so.
void mark_unused(Block& block) {
  for (Statement& statement : block.statements) {
    if (auto* declared = std::get_if<Declare>(&statement.node)) declared->maybe_unused = !declared->variable->is_read;
    each_block(statement, [](Block& inner) { mark_unused(inner); });
    each_expr(statement, true, [](Expr& expr) { each_lambda(expr, [](Lambda& lambda) { mark_unused(*lambda.body); }); });
  }
}

class Cleaner {
 public:
  void body(Block& block, Convention convention) {
    checks(block);
    if (convention == Convention::nothing) {
      // Every way through the last statement returned nothing, so what says that none falls out goes first.
      if (block.statements.size() > 1 && std::holds_alternative<Unreachable>(block.statements.back().node)) block.statements.pop_back();
      final_return(block);
    }
    unnest(block);
  }

 private:
  /// A check right after a check finds what that one found, as long as nothing happened between that anybody could see.
  void checks(Block& block) {
    std::vector<Statement> kept;
    std::size_t last_check = none;
    for (Statement& statement : block.statements) {
      if (const auto* check = std::get_if<Check>(&statement.node)) {
        if (last_check != none) {
          auto& earlier = std::get<Check>(kept[last_check].node);
          earlier.entry = earlier.entry || check->entry;
          earlier.mark = earlier.mark || check->mark;
          earlier.loop = earlier.loop || check->loop;
          continue;
        }
        last_check = kept.size();
      } else if (!is_quiet(statement)) {
        last_check = none;
      }
      each_block(statement, [&](Block& inner) { checks(inner); });
      each_expr(statement, true, [&](Expr& expr) {
        each_lambda(expr, [&](Lambda& lambda) { body(*lambda.body, lambda.convention); });
      });
      kept.push_back(std::move(statement));
    }
    block.statements = std::move(kept);
  }

  bool is_quiet(const Statement& statement) {
    if (const auto* declared = std::get_if<Declare>(&statement.node)) return declared->init == nullptr || touches_.of(declared->init).is_pure();
    if (const auto* assigned = std::get_if<Assign>(&statement.node)) {
      return std::holds_alternative<VariableRef>(assigned->target->node) && touches_.of(assigned->value).is_pure();
    }
    return std::holds_alternative<Remark>(statement.node);
  }

  static void final_return(Block& block) {
    if (block.statements.empty()) return;
    Statement& last = block.statements.back();
    if (const auto* leaves = std::get_if<Return>(&last.node); leaves != nullptr && leaves->kind == Return::Kind::nothing) {
      block.statements.pop_back();
      return;
    }
    const bool is_loop = std::holds_alternative<Loop>(last.node) || std::holds_alternative<While>(last.node) || std::holds_alternative<ForRange>(last.node);
    if (is_loop || std::holds_alternative<Labelled>(last.node)) return;
    each_block(last, [](Block& inner) { final_return(inner); });
    if (auto* chain = std::get_if<If>(&last.node); chain != nullptr && chain->otherwise != nullptr && chain->otherwise->statements.empty()) {
      chain->otherwise = nullptr;
    }
  }

  static bool leaves(const Block& block) {
    if (block.statements.empty()) return false;
    const Statement& last = block.statements.back();
    if (std::holds_alternative<Return>(last.node) || std::holds_alternative<Raise>(last.node) || std::holds_alternative<Break>(last.node) ||
        std::holds_alternative<Continue>(last.node) || std::holds_alternative<Unreachable>(last.node)) {
      return true;
    }
    const auto* chain = std::get_if<If>(&last.node);
    if (chain == nullptr || chain->otherwise == nullptr || !leaves(*chain->otherwise)) return false;
    return std::all_of(chain->branches.begin(), chain->branches.end(), [](const Branch& branch) { return leaves(*branch.body); });
  }

  static bool declares(const Block& block) {
    return std::any_of(block.statements.begin(), block.statements.end(),
                       [](const Statement& statement) { return std::holds_alternative<Declare>(statement.node); });
  }

  /// `if (c) { return a; } else { return b; }` as `if (c) return a; return b;`.
  void unnest(Block& block) {
    std::vector<Statement> kept;
    for (std::size_t i = 0; i < block.statements.size(); ++i) {
      Statement& statement = block.statements[i];
      each_block(statement, [&](Block& inner) { unnest(inner); });
      auto* chain = std::get_if<If>(&statement.node);
      const bool all_leave = chain != nullptr && chain->otherwise != nullptr &&
                             std::all_of(chain->branches.begin(), chain->branches.end(), [](const Branch& branch) { return leaves(*branch.body); });
      // What the last part declares must not live longer than before.
      const bool is_last = i + 1 == block.statements.size();
      if (!all_leave || (!is_last && declares(*chain->otherwise))) {
        kept.push_back(std::move(statement));
        continue;
      }
      Block* otherwise = chain->otherwise;
      for (Branch& branch : chain->branches) {
        Statement one;
        one.span = branch.span;
        one.leading = std::exchange(branch.leading, nullptr);
        if (&branch == &chain->branches.front() && statement.leading != nullptr) one.leading = statement.leading;
        If single;
        single.branches.push_back(branch);
        one.node = std::move(single);
        kept.push_back(std::move(one));
      }
      for (Statement& rest : otherwise->statements) kept.push_back(std::move(rest));
    }
    block.statements = std::move(kept);
  }

  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  Touches touches_;
};

}  // namespace

void clean_up(Block& body, Convention convention) {
  Cleaner().body(body, convention);
  Captures().body(body);
  Reads().body(body);
  mark_unused(body);
}

}  // namespace khora2cpp::lower
