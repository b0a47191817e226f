#include "lower/used.hpp"

#include <vector>

#include "analysis/type_query.hpp"
#include "lower/walk.hpp"

namespace khora2cpp::lower {

namespace {

class Uses {
 public:
  explicit Uses(Program& lowered) : lowered_(lowered) {}

  void add(const types::Function& root) {
    use(root);
    while (!open_.empty()) {
      const types::Function* function = open_.back();
      open_.pop_back();
      const lower::Function* tree = lowered_.find(function);
      if (tree != nullptr && tree->body != nullptr) look_at(*tree->body);
    }
  }

 private:
  void use(const types::Function& function) {
    if (lowered_.used.insert(&function).second) open_.push_back(&function);
  }

  void look_at(Block& block) {
    for (Statement& statement : block.statements) {
      each_expr(statement, true, [&](Expr& expr) { look_at(expr); });
      each_block(statement, [&](Block& inner) { look_at(inner); });
    }
  }

  void look_at(Expr& expr) {
    std::visit(types::Overloaded{
                   [&](const Call& node) { named(node.callee); },
                   [&](const FunctionName& node) { named(node.callee); },
                   [&](const ConstantRef& node) {
                     if (node.constant->initializer != nullptr) use(*node.constant->initializer);
                   },
                   [&](const Lambda& node) { look_at(*node.body); },
                   [](const auto&) {},
               },
               expr.node);
    each_part(expr, [&](Expr& part) { look_at(part); });
  }

  /// What is called through a trait is the function of some impl, and those are always emitted.
  void named(const Callee& callee) {
    if (callee.function != nullptr && callee.kind != Callee::Kind::trait_member) use(*callee.function);
  }

  Program& lowered_;
  std::vector<const types::Function*> open_;
};

/// Emitted whoever mentions it.
bool is_root(const types::Function& function, const analysis::Facts& facts, bool tests) {
  if (function.role == types::Function::Role::test) return tests && !function.test_syntax->is_bench;
  const bool is_free = function.role == types::Function::Role::function || function.role == types::Function::Role::constant;
  const bool is_export = function.is_extern && function.body != nullptr;
  return !is_free || function.is_pub || is_export || facts.of(&function).in_header || can_be_main(function);
}

}  // namespace

bool can_be_main(const types::Function& function) {
  if (function.role != types::Function::Role::function || function.name != "main" || function.body == nullptr || function.is_extern) return false;
  if (!function.arguments.empty() || !function.parameters.empty()) return false;
  if (!function.capabilities->entries.empty() || !function.capabilities->tails.empty()) return false;
  const types::TypeDecl* answered = analysis::declaration(function.result);
  return analysis::is_unit(function.result) || analysis::is_never(function.result) ||
         (answered != nullptr && answered->builtin == types::Builtin::int_);
}

void find_used(const types::Program& program, const analysis::Facts& facts, bool tests, Program& lowered) {
  Uses uses(lowered);
  for (const types::Function& function : program.functions) {
    if (is_root(function, facts, tests)) uses.add(function);
  }
}

}  // namespace khora2cpp::lower
