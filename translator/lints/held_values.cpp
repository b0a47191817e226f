// D808: a value taken from a channel is in no queue any more. If the fiber is stopped while it waits for something else, the value is lost.
#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "lints/lint.hpp"

namespace khora2cpp::lints {
namespace {

/// The library's type that declares a function, such as `Channel`; empty for any other function.
std::string_view owner_of(const types::Function& function) {
  if (function.module == nullptr || !function.module->is_std() || function.impl == nullptr || function.impl->target == nullptr) return {};
  const types::Type* target = types::resolved(function.impl->target);
  return target->kind == types::Kind::nominal ? std::string_view(target->decl->name) : std::string_view();
}

bool is_receive(const types::Expr& expr) {
  const auto* call = std::get_if<types::CallExpr>(&expr.node);
  return call != nullptr && owner_of(*call->callee.function) == "Channel" && (call->callee.function->name == "receive" || call->callee.function->name == "poll");
}

/// Where the fiber waits for others, and can be stopped while it does.
bool waits(const types::Expr& expr) {
  if (const auto* operation = std::get_if<types::OperationCallExpr>(&expr.node)) return operation->effect->fields[operation->operation].name == "sleep";
  const auto* call = std::get_if<types::CallExpr>(&expr.node);
  if (call == nullptr) return false;
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 8> waiting = {
      {{"Channel", "send"}, {"Channel", "receive"}, {"Channel", "claim"}, {"Handoff", "send"}, {"Handoff", "receive"}, {"Fiber", "join"}, {"Fiber", "wait"}, {"Fiber", "outcome"}}};
  const std::pair<std::string_view, std::string_view> called{owner_of(*call->callee.function), call->callee.function->name};
  return std::find(waiting.begin(), waiting.end(), called) != waiting.end();
}

/// Follows one received value in the order of evaluation.
class Follower {
 public:
  Follower(const types::Local& value, Span received, diagnostics::Diagnostics& diagnostics)
      : value_(value), received_(received), diagnostics_(diagnostics) {}

  void follow(const types::Expr& expr) {
    if (done_) return;
    const bool is_lambda = std::holds_alternative<types::LambdaExpr>(expr.node);
    lambdas_ += is_lambda ? 1 : 0;  // what it does it does later, and it holds what it mentions
    types::each_child(expr, [&](const types::Expr& child) { follow(child); });
    lambdas_ -= is_lambda ? 1 : 0;
    if (done_) return;
    const auto* local = std::get_if<types::LocalExpr>(&expr.node);
    if (local != nullptr && local->local == &value_) {
      done_ = true;  // from here on somebody has it
      if (wait_ != nullptr) report();
    } else if (wait_ == nullptr && lambdas_ == 0 && waits(expr)) {
      wait_ = &expr;
    }
  }

 private:
  void report() {
    diagnostics_.warning("D808", wait_->span, "`" + value_.name + "` is lost if the fiber is stopped while it waits here")
        .label(received_, "taken from the channel here")
        .suggest("take it with `Channel::claim`, or wait before it is taken");
  }

  const types::Local& value_;
  Span received_;
  diagnostics::Diagnostics& diagnostics_;
  const types::Expr* wait_ = nullptr;
  int lambdas_ = 0;
  bool done_ = false;
};

/// The receiving call of `receive()` and of `match receive() { .. }`.
const types::Expr* received_by(const types::Expr& expr) {
  if (is_receive(expr)) return &expr;
  const auto* match = std::get_if<types::MatchExpr>(&expr.node);
  return match != nullptr && is_receive(*match->scrutinee) ? match->scrutinee : nullptr;
}

}  // namespace

void held_values(const Subject& subject) {
  const auto look_at_match = [&](const types::MatchExpr& match) {
    if (!is_receive(*match.scrutinee)) return;
    for (const types::Arm& arm : match.arms) {
      types::each_binding(*arm.pattern, [&](const types::Local& local) { Follower(local, match.scrutinee->span, subject.diagnostics).follow(*arm.body); });
    }
  };
  const auto look_at_block = [&](const types::Block& block) {
    for (std::size_t at = 0; at < block.statements.size(); ++at) {
      const auto* let = std::get_if<types::LetStatement>(&block.statements[at].node);
      const types::Expr* const received = let != nullptr ? received_by(*let->value) : nullptr;
      if (received == nullptr) continue;
      types::each_binding(*let->pattern, [&](const types::Local& local) {
        Follower follower(local, received->span, subject.diagnostics);
        for (std::size_t next = at + 1; next < block.statements.size(); ++next) {
          std::visit([&](const auto& kind) { follower.follow(*kind.value); }, block.statements[next].node);
        }
        if (block.value != nullptr) follower.follow(*block.value);
      });
    }
  };
  each_body(subject.part, [&](const types::Function& function) {
    each_expr(*function.body, [&](const types::Expr& expr) {
      if (const auto* match = std::get_if<types::MatchExpr>(&expr.node)) look_at_match(*match);
      if (const auto* block = std::get_if<types::BlockExpr>(&expr.node)) look_at_block(*block->block);
    });
  });
}

}  // namespace khora2cpp::lints
