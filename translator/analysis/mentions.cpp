#include "analysis/mentions.hpp"

#include "analysis/type_query.hpp"
#include "types/walk.hpp"

namespace khora2cpp::analysis {

using types::Overloaded;
using types::Expr;
using types::Function;

Mention mention_of(const types::Callee& callee) {
  Mention mention{callee.function, callee.owner_arguments, callee.arguments, nullptr, {}};
  if (callee.function->role == Function::Role::trait_member) {
    mention.self = callee.self;
    mention.trait_arguments = callee.trait_arguments;
  }
  return mention;
}

const Function* comparison_function(const types::Program& program, syntax::BinaryOp op) {
  const bool equality = op == syntax::BinaryOp::equal || op == syntax::BinaryOp::not_equal;
  const types::TraitDecl* trait = equality ? program.eq : program.ord;
  return trait == nullptr ? nullptr : trait->find(equality ? "eq" : "cmp");
}

bool is_shown_by_impl(const types::Type* hole) { return !is_string(hole) && !is_scalar(hole); }

bool hands_function_to_library(const types::CallExpr& call) {
  const Function& callee = *call.callee.function;
  if (callee.body != nullptr || callee.is_extern || callee.native.ordinary) return false;
  if (callee.from_interface && !callee.native.is_native) return false;  // an ordinary function whose body is elsewhere
  if (callee.role == Function::Role::trait_member) return false;
  for (const types::Local* argument : callee.arguments) {
    if (is_function(argument->type)) return true;
  }
  return false;
}

namespace {

class Summarizer {
 public:
  Summarizer(const types::Program& program, BodySummary& summary) : program_(program), summary_(summary) {}

  /// `own`: not inside a lambda. `leaves`: a `raise` here leaves the body.
  void visit(const Expr& expr, bool own, bool leaves) {
    std::visit(Overloaded{
                   [&](const types::CallExpr& node) { call(node, own); },
                   [&](const types::ValueCallExpr&) { through_value(own); },
                   [&](const types::OperationCallExpr&) { through_value(own); },
                   [&](const types::FunctionExpr& node) { summary_.mentions.push_back(mention_of(node.callee)); },
                   [&](const types::WhileExpr&) { summary_.stops = true; },
                   [&](const types::LoopExpr&) { summary_.stops = true; },
                   [&](const types::ForExpr& node) {
                     summary_.stops = true;
                     iteration(node.walk, node.iterable->type);
                   },
                   [&](const types::ListExpr& node) {
                     for (const types::Element* element : node.elements) {
                       each_for_element(*element, [&](const types::ForElement& loop) {
                         summary_.stops = true;
                         iteration(loop.walk, loop.iterable->type);
                       });
                     }
                   },
                   [&](const types::RaiseExpr&) {
                     if (own && leaves) summary_.raises = true;
                   },
                   [&](const types::AssertExpr&) {
                     if (own) summary_.raises = true;  // a test that fails is left like one that raises
                   },
                   [&](const types::BinaryExpr& node) { comparison(node); },
                   [&](const types::TextExpr& node) {
                     for (const Expr* hole : node.holes) {
                       if (is_shown_by_impl(hole->type)) of_trait(program_.show, "show", hole->type);
                     }
                   },
                   [&](const types::ConstantExpr& node) {
                     if (node.constant->initializer != nullptr) summary_.mentions.push_back({node.constant->initializer, {}, {}, nullptr, {}});
                   },
                   [](const auto&) {},
               },
               expr.node);

    if (const auto* caught = std::get_if<types::CatchExpr>(&expr.node)) {
      visit(*caught->operand, own, leaves && caught->leaves_open);
      for (const types::CatchArm& arm : caught->arms) {
        if (arm.arm.guard != nullptr) visit(*arm.arm.guard, own, leaves);
        visit(*arm.arm.body, own, leaves);
      }
      return;
    }
    const bool inside_lambda = std::holds_alternative<types::LambdaExpr>(expr.node);
    each_child(expr, [&](const Expr& child) { visit(child, own && !inside_lambda, leaves && !inside_lambda); });
  }

 private:
  void through_value(bool own) {
    summary_.stops = true;
    if (own) summary_.entry = true;
  }
  void call(const types::CallExpr& node, bool own) {
    if (node.marked) summary_.stops = true;
    summary_.mentions.push_back(mention_of(node.callee));
    if (hands_function_to_library(node)) through_value(own);
  }
  void of_trait(const types::TraitDecl* trait, const char* name, types::Type* self) {
    const Function* function = trait == nullptr ? nullptr : trait->find(name);
    if (function != nullptr) summary_.mentions.push_back({function, {}, {}, self, {}});
  }
  void comparison(const types::BinaryExpr& node) {
    if (node.op < syntax::BinaryOp::equal || node.op > syntax::BinaryOp::greater_equal) return;
    if (types::has_builtin_operators(node.left->type)) return;
    const Function* function = comparison_function(program_, node.op);
    if (function != nullptr) summary_.mentions.push_back({function, {}, {}, node.left->type, {}});
  }
  void iteration(types::Walk walk, types::Type* iterable) {
    if (walk == types::Walk::protocol) of_trait(program_.iterator, "next", iterable);
  }

  const types::Program& program_;
  BodySummary& summary_;
};

}  // namespace

BodySummary summarize(const types::Program& program, const Expr& body) {
  BodySummary summary;
  Summarizer(program, summary).visit(body, true, true);
  return summary;
}

}  // namespace khora2cpp::analysis
