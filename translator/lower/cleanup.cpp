#include "lower/cleanup.hpp"

#include <functional>

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
  void body(Block& block) {
    checks(block);
    final_return(block);
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
      const std::function<void(Lambda&)> clean = [&](Lambda& lambda) { body(*lambda.body); };
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

  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  Touches touches_;
};

}  // namespace

void clean_up(Block& body) { Cleaner().body(body); }

}  // namespace khora2cpp::lower
