#include "lower/used.hpp"

#include <set>
#include <utility>
#include <vector>

#include "analysis/template_shape.hpp"
#include "analysis/type_query.hpp"
#include "lower/walk.hpp"

namespace khora2cpp::lower {

namespace {

/// What some functions mention, directly and through what they mention.
class Uses {
 public:
  Uses(const types::Program& program, Program& lowered, bool dispatches) : program_(program), lowered_(lowered), dispatches_(dispatches) {}

  void add(const types::Function& root) {
    use(root);
    while (!open_.empty()) {
      const types::Function* function = open_.back();
      open_.pop_back();
      const lower::Function* tree = lowered_.find(function);
      if (tree != nullptr && tree->body != nullptr) look_at(*tree->body);
    }
  }

  std::set<const types::Function*> found;

 private:
  void use(const types::Function& function) {
    if (found.insert(&function).second) open_.push_back(&function);
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

  void named(const Callee& callee) {
    if (callee.function == nullptr) return;
    if (callee.kind != Callee::Kind::trait_member) return use(*callee.function);
    if (dispatches_) dispatched(callee);
  }

  /// The impls that a call through a trait can come to. The impl of a type calls those of the types inside.
  void dispatched(const Callee& callee) {
    const bool is_open = analysis::mentions_parameter(callee.owner);
    for (const types::ImplDecl& impl : program_.impl_decls) {
      if (impl.trait != callee.function->trait) continue;
      const types::TypeDecl* target = analysis::declaration(impl.target);
      if (target != nullptr && !is_open && !analysis::mentions(callee.owner, target)) continue;
      const types::Function* supplied = impl.find(callee.function->name);
      use(supplied != nullptr ? *supplied : *callee.function);
    }
  }

  const types::Program& program_;
  Program& lowered_;
  /// Whether calls through traits are followed. What they come to is a member of an impl, and those are emitted in any case.
  const bool dispatches_;
  std::vector<const types::Function*> open_;
};

/// Emitted whoever mentions it.
bool is_root(const types::Function& function, const analysis::Facts& facts, types::Blocks blocks) {
  if (function.role == types::Function::Role::test) return blocks != types::Blocks::none && function.test_syntax->is_bench == (blocks == types::Blocks::benches);
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

void find_used(const types::Program& program, const analysis::Facts& facts, types::Blocks blocks, Program& lowered) {
  Uses all(program, lowered, false);
  Uses needed(program, lowered, true);
  for (const types::Function& function : program.functions) {
    if (!is_root(function, facts, blocks)) continue;
    all.add(function);
    if (!analysis::is_in_template(function)) needed.add(function);
  }
  for (const types::Function* function : all.found) {
    if (needed.found.count(function) == 0 && !is_root(*function, facts, blocks) && !analysis::is_in_template(*function)) {
      lowered.maybe_unneeded.insert(function);
    }
  }
  lowered.used = std::move(all.found);
}

}  // namespace khora2cpp::lower
