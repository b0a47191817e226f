#include "lower/cleanup.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "analysis/walk.hpp"
#include "lower/touch.hpp"

namespace khora2cpp::lower {

using analysis::Overloaded;

namespace {

/// Calls `f` for each block directly inside the statement.
void each_block(Statement& statement, const std::function<void(Block&)>& f) {
  std::visit(Overloaded{
                 [&](If& node) {
                   for (Branch& branch : node.branches) f(*branch.body);
                   if (node.otherwise != nullptr) f(*node.otherwise);
                 },
                 [&](Switch& node) {
                   for (SwitchArm& arm : node.arms) f(*arm.body);
                 },
                 [&](Loop& node) { f(*node.body); },
                 [&](While& node) { f(*node.body); },
                 [&](ForRange& node) { f(*node.body); },
                 [&](Nested& node) { f(*node.body); },
                 [&](Labelled& node) { f(*node.body); },
                 [](auto&) {},
             },
             statement.node);
}

/// Calls `f` for the lambdas inside the statement's own expressions.
class LambdaFinder {
 public:
  explicit LambdaFinder(const std::function<void(Lambda&)>& f) : f_(f) {}

  void statement(Statement& statement) {
    std::visit(Overloaded{
                   [&](Declare& node) { expr(node.init); },
                   [&](Assign& node) { expr(node.target), expr(node.value); },
                   [&](Evaluate& node) { expr(node.value); },
                   [&](CallOrLeave& node) { expr(node.call), expr(node.target); },
                   [&](Return& node) { expr(node.value); },
                   [&](Raise& node) { expr(node.error); },
                   [&](If& node) {
                     for (Branch& branch : node.branches) expr(branch.condition);
                   },
                   [&](Switch& node) { expr(node.scrutinee); },
                   [&](While& node) { expr(node.condition); },
                   [&](ForRange& node) { expr(node.iterable); },
                   [&](Assert& node) { expr(node.condition), expr(node.message); },
                   [](auto&) {},
               },
               statement.node);
  }

 private:
  void expr(Expr* one) {
    if (one == nullptr) return;
    const auto all = [&](const std::vector<Expr*>& parts) {
      for (Expr* part : parts) expr(part);
    };
    std::visit(Overloaded{
                   [&](Call& node) { expr(node.callee.value), all(node.arguments); },
                   [&](Member& node) { expr(node.object); },
                   [&](Payload& node) { expr(node.object); },
                   [&](CaseTest& node) { expr(node.object); },
                   [&](TupleGet& node) { expr(node.object); },
                   [&](MakeRecord& node) { all(node.fields); },
                   [&](MakeCase& node) { all(node.arguments); },
                   [&](MakeWrapper& node) { expr(node.value); },
                   [&](MakeTuple& node) { all(node.elements); },
                   [&](MakeList& node) { all(node.elements); },
                   [&](MakeHandler& node) { all(node.operations); },
                   [&](Lambda& node) { f_(node); },
                   [&](UnaryOp& node) { expr(node.operand); },
                   [&](BinaryOp& node) { expr(node.left), expr(node.right); },
                   [&](Conditional& node) { expr(node.condition), expr(node.then), expr(node.otherwise); },
                   [&](Text& node) { all(node.pieces); },
                   [&](Wrapped& node) { expr(node.operand); },
                   [&](Holds& node) { expr(node.lambda); },
                   [](auto&) {},
               },
               one->node);
  }

  const std::function<void(Lambda&)>& f_;
};

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
      const std::function<void(Lambda&)> clean = [&](Lambda& lambda) { body(*lambda.body, lambda.convention); };
      LambdaFinder(clean).statement(statement);
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

void clean_up(Block& body, Convention convention) { Cleaner().body(body, convention); }

}  // namespace khora2cpp::lower
