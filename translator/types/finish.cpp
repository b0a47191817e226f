// The end of a body: bounds, operators, marks, rows, exhaustiveness and the sharing rules, judged when every type is known.
#include <algorithm>

#include "types/body.hpp"

namespace khora2cpp::types {

void Body::settle_obligations(bool final) {
  bool progress = true;
  while (progress) {
    progress = false;
    for (std::size_t at = 0; at < obligations_.size(); ++at) {
      if (obligations_[at].done) continue;
      Obligation obligation = obligations_[at];
      Solver::Requirement culprit;
      const Solver::Verdict verdict = solver_.holds(obligation.requirement, &culprit);
      if (verdict == Solver::Verdict::unknown) continue;
      obligations_[at].done = true;
      progress = true;
      if (verdict == Solver::Verdict::yes) continue;
      const TraitDecl& trait = *obligation.requirement.trait;
      Type* self = solver_.normalized_head(obligation.requirement.self);
      if (std::string(obligation.code) == "D414") {
        diagnostics_.error("D414", obligation.span, "a `" + to_string(self) + "` cannot be shown in a string: it has no `Show`")
            .suggest(self->kind == Kind::nominal && self->decl->module != nullptr && !self->decl->module->is_std() ? "write `derive(Show)` above the type, or an `impl Show`" : "build the text another way");
        continue;
      }
      if (&trait == world_.program.share) {
        std::string reason;
        solver_.shareable(self, &reason);
        if (self->kind == Kind::parameter) {
          diagnostics_.error("D802", obligation.span, "`" + obligation.through + "` hands a `" + to_string(self) + "` to another fiber, so the parameter needs a bound").suggest("write `" + to_string(self) + ": Share`");
        } else if (reason == "Region" || reason == "Scope" || reason == "Claim") {
          diagnostics_.error("D804", obligation.span, "a `" + reason + "` stays on the fiber that opened it, so that its finalizers run there, and `" + obligation.through + "` would hand it to another")
              .suggest("give the other fiber its own: `Fiber::spawn(fn () => scoped(work))`");
        } else {
          diagnostics_.error("D801", obligation.span, "a `" + to_string(self) + "` cannot be handed to another fiber by `" + obligation.through + "`, because `" + reason + "` can be written").suggest("share what cannot change, or put it in a `Shared`");
        }
        continue;
      }
      auto& error = diagnostics_.error("D417", obligation.span, "`" + to_string(self) + "` has no `" + trait.name + "`, which `" + obligation.through + "` needs");
      if (culprit.trait != nullptr && resolved(culprit.self) != resolved(self)) {
        error.suggest("it would need `" + culprit.trait->name + "` for `" + to_string(culprit.self) + "`");
      } else if (self->kind == Kind::parameter) {
        error.suggest("`" + to_string(self) + "` is the caller's choice: add the bound `" + to_string(self) + ": " + trait.name + "`");
      } else if (self->kind == Kind::nominal && self->decl->builtin == Builtin::float_) {
        error.suggest("`Float` compares with operators, and has no `Eq`, `Ord` or `Hash`");
      }
    }
  }
  if (final) {
    for (Obligation& obligation : obligations_) obligation.done = true;
  }
}

void Body::check_operators() {
  for (const OperatorUse& use : operators_) {
    Type* type = solver_.normalized_head(use.type);
    if (type->kind == Kind::error || type->kind == Kind::never || type->kind == Kind::variable) continue;
    const Builtin kind = type->kind == Kind::nominal ? type->decl->builtin : Builtin::none;
    const bool integer = kind >= Builtin::int_ && kind <= Builtin::u64;
    const bool number = integer || kind == Builtin::float_;
    bool fits = false;
    const TraitDecl* trait = nullptr;
    if (use.op == "negate") {
      fits = kind == Builtin::float_ || (integer && kind < Builtin::u8);
    } else if (use.op == "+") {
      fits = number || kind == Builtin::string;
    } else if (use.op == "-" || use.op == "*" || use.op == "/" || use.op == "%") {
      fits = number;
    } else {
      trait = use.op == "==" || use.op == "!=" ? world_.program.eq : world_.program.ord;
      const bool ordered_builtin = number || kind == Builtin::char_ || kind == Builtin::string;
      fits = ordered_builtin || (trait == world_.program.eq && kind == Builtin::bool_);
      if (!fits && trait != nullptr) {
        Solver::Requirement culprit;
        fits = solver_.holds({trait, {}, type}, &culprit) != Solver::Verdict::no;
        if (!fits && culprit.trait != nullptr && resolved(culprit.self) != type) {
          diagnostics_.error("D413", use.span, "`" + use.op + "` is not available for `" + to_string(type) + "`, since `" + to_string(culprit.self) + "` has no `" + culprit.trait->name + "`");
          continue;
        }
      }
    }
    if (fits) continue;
    auto& error = diagnostics_.error("D413", use.span, use.op == "negate" ? "prefix `-` is not available for `" + to_string(type) + "`"
                                                                       : "`" + use.op + "` is not available for `" + to_string(type) + "`");
    if (trait != nullptr) {
      if (type->kind == Kind::parameter) {
        error.suggest("add the bound `" + to_string(type) + ": " + trait->name + "`");
      } else if (type->kind == Kind::nominal && type->decl->syntax != nullptr) {
        error.suggest("derive or implement `" + trait->name + "` for `" + type->decl->name + "`");
      }
    } else if (type->kind == Kind::nominal && type->decl->shape == TypeDecl::Shape::wrapper) {
      error.suggest("`" + type->decl->name + "` is a type of its own: take the value out with the pattern `" + type->decl->name + "(x)`");
    }
  }
}

namespace {

/// Whether the number is in the range of the type.
bool literal_fits(const std::string& digits, bool negative, Builtin kind) {
  std::uint64_t value = 0;
  for (const char digit : digits) {
    const auto next = static_cast<std::uint64_t>(digit - '0');
    if (value > (UINT64_MAX - next) / 10) return false;
    value = value * 10 + next;
  }
  const auto signed_fits = [&](int bits) {
    const std::uint64_t limit = std::uint64_t{1} << (bits - 1);
    return negative ? value <= limit : value < limit;
  };
  const auto unsigned_fits = [&](int bits) { return (!negative || value == 0) && (bits == 64 || value >> bits == 0); };
  switch (kind) {
    case Builtin::int_: return signed_fits(64);
    case Builtin::i8: return signed_fits(8);
    case Builtin::i16: return signed_fits(16);
    case Builtin::i32: return signed_fits(32);
    case Builtin::u8: return unsigned_fits(8);
    case Builtin::u16: return unsigned_fits(16);
    case Builtin::u32: return unsigned_fits(32);
    case Builtin::u64: return unsigned_fits(64);
    default: return true;
  }
}

const char* literal_range(Builtin kind) {
  switch (kind) {
    case Builtin::i8: return "-128 to 127";
    case Builtin::i16: return "-32768 to 32767";
    case Builtin::i32: return "-2147483648 to 2147483647";
    case Builtin::u8: return "0 to 255";
    case Builtin::u16: return "0 to 65535";
    case Builtin::u32: return "0 to 4294967295";
    case Builtin::u64: return "0 to 18446744073709551615";
    default: return "-9223372036854775808 to 9223372036854775807";
  }
}

/// The span of the variable that is still unsolved in a type, if there is one.
bool find_unsolved(Type* type, Span& origin) {
  type = resolved(type);
  switch (type->kind) {
    case Kind::variable: origin = type->origin; return true;
    case Kind::function:
      for (Type* parameter : type->parameters) {
        if (find_unsolved(parameter, origin)) return true;
      }
      return find_unsolved(type->result, origin);
    case Kind::application:
      if (find_unsolved(type->head, origin)) return true;
      break;
    default: break;
  }
  for (Type* argument : type->arguments) {
    if (find_unsolved(argument, origin)) return true;
  }
  return false;
}

}  // namespace

void Body::check_unsolved() {
  // One report a body, at the narrowest expression whose type is open (T48).
  const Expr* narrowest = nullptr;
  for (const Expr* expression : made_) {
    Span origin;
    if (expression->type == nullptr || !find_unsolved(const_cast<Type*>(expression->type), origin)) continue;
    if (narrowest == nullptr || expression->span.end - expression->span.begin < narrowest->span.end - narrowest->span.begin) narrowest = expression;
  }
  if (narrowest != nullptr && !diagnostics_.has_errors()) {
    diagnostics_.error("D420", narrowest->span, "the type of this could not be worked out").suggest("annotate it, for example `let x: Type = ..;`");
  }
}

void Body::check_sendable_body(Expr* body, Span span, const std::string& what) {
  if (body == nullptr || is_error(body->type)) return;
  Expr* inner = body;
  while (auto* bind = std::get_if<BindExpr>(&inner->node)) inner = bind->value;
  const Type* type = resolved(inner->type);
  if (auto* lambda = std::get_if<LambdaExpr>(&inner->node)) {
    lambda->lambda->shares_captures = true;
    sent_.push_back({lambda->lambda, type->kind == Kind::function ? type->failures : nullptr, span, what});
    return;
  }
  if (auto* named = std::get_if<FunctionExpr>(&inner->node)) {
    (void)named;
    sent_.push_back({nullptr, type->kind == Kind::function ? type->failures : nullptr, span, what});
    return;
  }
  // The library forwards bodies that were checked where they were written.
  if (function_.module->is_std()) return;
  diagnostics_.error("D803", span, what + " must be written here, as a lambda or the name of a function: what a closure from elsewhere captured cannot be looked at")
      .suggest("write `fn () => ..` at the call; to hand a function on take a `SharedFn`");
}

namespace {

/// Walks a typed tree and calls `visit` for every local that is read or assigned.
class LocalUses {
 public:
  using Visit = std::function<void(Local*, Span)>;
  explicit LocalUses(Visit visit) : visit_(std::move(visit)) {}

  void walk(const Expr* expression) {
    if (expression == nullptr) return;
    const Span span = expression->span;
    const auto all = [&](const std::vector<Expr*>& list) {
      for (const Expr* one : list) walk(one);
    };
    const auto capabilities = [&](const std::vector<CapabilityArgument>& list) {
      for (const CapabilityArgument& one : list) visit_(one.local, span);
    };
    std::visit(
        [&](const auto& node) {
          using Node = std::decay_t<decltype(node)>;
          if constexpr (std::is_same_v<Node, LocalExpr>) {
            visit_(node.local, span);
          } else if constexpr (std::is_same_v<Node, TextExpr>) {
            all(node.holes);
          } else if constexpr (std::is_same_v<Node, FunctionExpr>) {
            capabilities(node.bound);
          } else if constexpr (std::is_same_v<Node, CallExpr>) {
            all(node.arguments);
            capabilities(node.capabilities);
            capabilities(node.effects);
          } else if constexpr (std::is_same_v<Node, ValueCallExpr>) {
            walk(node.callee);
            all(node.arguments);
            capabilities(node.capabilities);
          } else if constexpr (std::is_same_v<Node, OperationCallExpr>) {
            walk(node.handler);
            all(node.arguments);
            capabilities(node.capabilities);
          } else if constexpr (std::is_same_v<Node, CaseExpr>) {
            all(node.arguments);
          } else if constexpr (std::is_same_v<Node, WrapperExpr>) {
            walk(node.value);
          } else if constexpr (std::is_same_v<Node, RecordExpr>) {
            walk(node.base);
            for (const auto& [index, value] : node.fields) walk(value);
          } else if constexpr (std::is_same_v<Node, HandlerExpr>) {
            for (const auto& [index, value] : node.operations) walk(value);
          } else if constexpr (std::is_same_v<Node, FieldExpr>) {
            walk(node.object);
          } else if constexpr (std::is_same_v<Node, TupleExpr>) {
            all(node.elements);
          } else if constexpr (std::is_same_v<Node, ListExpr>) {
            for (const Element* element : node.elements) walk(element);
          } else if constexpr (std::is_same_v<Node, LambdaExpr>) {
            walk(node.lambda->body);
            for (const Lambda::Bound& bound : node.lambda->bound) visit_(bound.source.local, span);
          } else if constexpr (std::is_same_v<Node, BindExpr>) {
            walk(node.value);
            capabilities(node.bound);
          } else if constexpr (std::is_same_v<Node, BlockExpr>) {
            for (const Statement& statement : node.block->statements) {
              if (const auto* let = std::get_if<LetStatement>(&statement.node)) walk(let->value);
              else walk(std::get<ExprStatement>(statement.node).value);
            }
            walk(node.block->value);
          } else if constexpr (std::is_same_v<Node, IfExpr>) {
            walk(node.condition);
            walk(node.then);
            walk(node.otherwise);
          } else if constexpr (std::is_same_v<Node, MatchExpr>) {
            walk(node.scrutinee);
            for (const Arm& arm : node.arms) {
              walk(arm.guard);
              walk(arm.body);
            }
          } else if constexpr (std::is_same_v<Node, CatchExpr>) {
            walk(node.operand);
            for (const CatchArm& arm : node.arms) {
              walk(arm.arm.guard);
              walk(arm.arm.body);
            }
          } else if constexpr (std::is_same_v<Node, WhileExpr>) {
            walk(node.condition);
            walk(node.body);
          } else if constexpr (std::is_same_v<Node, LoopExpr>) {
            walk(node.body);
          } else if constexpr (std::is_same_v<Node, ForExpr>) {
            walk(node.iterable);
            capabilities(node.effects);
            walk(node.body);
          } else if constexpr (std::is_same_v<Node, WithExpr>) {
            for (const WithExpr::Installed& one : node.installed) walk(one.value);
            walk(node.body);
          } else if constexpr (std::is_same_v<Node, RaiseExpr> || std::is_same_v<Node, BreakExpr> || std::is_same_v<Node, ReturnExpr>) {
            walk(node.value);
          } else if constexpr (std::is_same_v<Node, UnaryExpr>) {
            walk(node.operand);
          } else if constexpr (std::is_same_v<Node, BinaryExpr>) {
            walk(node.left);
            walk(node.right);
          } else if constexpr (std::is_same_v<Node, AssignLocalExpr>) {
            visit_(node.local, span);
            walk(node.value);
          } else if constexpr (std::is_same_v<Node, AssignFieldExpr>) {
            walk(node.object);
            walk(node.value);
          } else if constexpr (std::is_same_v<Node, AssertExpr>) {
            walk(node.condition);
            walk(node.message);
          }
        },
        expression->node);
  }

 private:
  void walk(const Element* element) {
    if (element == nullptr) return;
    if (const auto* value = std::get_if<ValueElement>(&element->node)) {
      walk(value->value);
    } else if (const auto* spread = std::get_if<SpreadElement>(&element->node)) {
      walk(spread->list);
    } else if (const auto* branch = std::get_if<IfElement>(&element->node)) {
      walk(branch->condition);
      walk(branch->then);
      walk(branch->otherwise);
    } else if (const auto* loop = std::get_if<ForElement>(&element->node)) {
      walk(loop->iterable);
      for (const CapabilityArgument& one : loop->effects) visit_(one.local, element->span);
      walk(loop->body);
    }
  }

  Visit visit_;
};

/// Whether `local` belongs to `lambda` or to a lambda inside it.
bool inside(const Local* local, const Lambda* lambda) {
  for (const Lambda* owner = local->lambda; owner != nullptr; owner = owner->parent) {
    if (owner == lambda) return true;
  }
  return false;
}

}  // namespace

/// What a lambda captures must be shareable where it may run on another fiber (concurrency.md 15.2, 15.4).
void Body::check_sharing() {
  for (const BoundLambda& sent : sent_) {
    const bool is_handler = sent.what == "a handler's operation";
    const auto report = [&](Type* type, const std::string& reason, Span span, const std::string& subject) {
      if (reason == "Region" || reason == "Scope" || reason == "Claim") {
        diagnostics_.error("D804", span, subject + ", a `" + reason + "`, stays on the fiber that opened it, so that its finalizers run there, and " + sent.what + " cannot hold it")
            .suggest("give the fiber its own: `Fiber::spawn(fn () => scoped(work))`");
      } else if (resolved(type)->kind == Kind::parameter || reason == to_string(type)) {
        if (resolved(type)->kind == Kind::parameter) {
          diagnostics_.error("D802", span, subject + " has the generic type `" + to_string(type) + "`, and " + sent.what + " can hold it only with a bound").suggest("write `" + to_string(type) + ": Share` in the signature");
        } else {
          diagnostics_.error("D801", span, subject + " cannot be handed to another fiber by " + sent.what + ", because its type `" + to_string(type) + "` is not `Share`");
        }
      } else {
        diagnostics_.error("D801", span, subject + " cannot be handed to another fiber by " + sent.what + ", because its type `" + to_string(type) + "` can be written (`" + reason + "`)").suggest("share what cannot change, or keep it in a `Shared`");
      }
    };
    if (sent.lambda != nullptr) {
      std::set<const Local*> seen;
      LocalUses uses([&](Local* local, Span span) {
        if (local == nullptr || inside(local, sent.lambda) || local == sent.lambda->recursive || !seen.insert(local).second) return;
        std::string reason;
        if (solver_.shareable(local->type, &reason) == Solver::Verdict::no) report(local->type, reason, span, "`" + local->name + "`");
      });
      uses.walk(sent.lambda->body);
      for (const Lambda::Bound& bound : sent.lambda->bound) {
        std::string reason;
        if (bound.source.local != nullptr && seen.insert(bound.source.local).second && solver_.shareable(bound.source.local->type, &reason) == Solver::Verdict::no) {
          report(bound.source.local->type, reason, sent.span, "`" + bound.source.label + "`");
        }
      }
    }
    if (sent.failures != nullptr && !is_handler) {
      for (const auto& [label, error] : flattened(*sent.failures).entries) {
        std::string reason;
        if (solver_.shareable(error, &reason) != Solver::Verdict::no) continue;
        if (reason == "Region" || reason == "Scope" || reason == "Claim") {
          diagnostics_.error("D804", sent.span, "the error `" + to_string(error) + "` of " + sent.what + " holds a `" + reason + "`, which stays on its fiber").suggest("give the fiber its own: `Fiber::spawn(fn () => scoped(work))`");
        } else {
          diagnostics_.error("D805", sent.span, "the error `" + to_string(error) + "` of " + sent.what + " cannot cross to another fiber, because `" + reason + "` can be written");
        }
      }
    }
  }
}

void Body::special_rules(const Function& function, const std::vector<Expr*>& arguments, const std::vector<Argument>& written, Span span) {
  if (function.module == nullptr || function.module->path != "std::core") return;
  const auto owner = [&]() -> std::string {
    if (function.impl == nullptr || function.impl->trait != nullptr) return "";
    const Type* target = resolved(function.impl->target);
    return target->kind == Kind::nominal ? target->decl->name : "";
  }();
  if (arguments.empty() || arguments[0] == nullptr) return;
  if ((owner == "Fiber" && function.name == "spawn") || (owner == "SharedFn" && function.name == "of")) {
    check_sendable_body(arguments[0], written[0].span, owner == "Fiber" ? "the body of a fiber" : "a shared function");
  }
  if (owner == "Fibers" && function.name == "spawn" && arguments.size() > 1) check_sendable_body(arguments[1], written[1].span, "the body of a fiber");
  if (owner == "Region" && function.name == "defer" && arguments.size() > 1 && arguments[1] != nullptr) {
    if (auto* lambda = std::get_if<LambdaExpr>(&arguments[1]->node)) lambda->lambda->is_finalizer = true;
  }
  if (owner.empty() && function.name == "bounded_nursery") {
    if (const auto* literal = std::get_if<IntegerExpr>(&arguments[0]->node); literal != nullptr && (literal->negative || literal->digits.find_first_not_of('0') == std::string::npos)) {
      diagnostics_.error("D806", arguments[0]->span, "the limit of a bounded nursery must be at least 1, and this one is " + std::string(literal->negative ? "-" : "") + literal->digits).suggest("the unbounded form is `nursery`");
    }
  }
  (void)span;
}

void Body::finish() {
  settle_obligations(false);
  // What is still an integer literal is an `Int` (T31).
  for (Expr* literal : literals_) {
    Type* type = resolved(literal->type);
    if (type->kind == Kind::variable && type->integer_literal) solver_.unify(type, builtin(Builtin::int_));
  }
  for (Expr* expression : made_) {
    Type* type = resolved(expression->type);
    if (type != nullptr && type->kind == Kind::variable && type->integer_literal) solver_.unify(type, builtin(Builtin::int_));
  }
  settle_obligations(false);
  check_operators();
  for (Expr* literal : literals_) {
    const Type* type = resolved(literal->type);
    const auto& node = std::get<IntegerExpr>(literal->node);
    if (type->kind == Kind::nominal && !literal_fits(node.digits, node.negative, type->decl->builtin)) {
      diagnostics_.error("D412", literal->span, std::string(node.negative ? "-" : "") + node.digits + " does not fit `" + to_string(type) + "`").suggest(std::string("the range is ") + literal_range(type->decl->builtin));
    }
  }
  for (const Mark& mark : marks_) {
    const Row flat = flattened(*mark.row);
    const bool fails = !flat.entries.empty() || !flat.unlabeled.empty() ||
                       std::any_of(flat.tails.begin(), flat.tails.end(), [](const RowTail& tail) { return tail.variable == nullptr; });
    if (fails && !mark.marked) {
      diagnostics_.error("D501", mark.span, "the call of `" + mark.who + "` may fail, so it must be marked with `!`").suggest("write `" + mark.who + "(..)!`");
    } else if (!fails && mark.marked && !function_.module->is_interface) {
      diagnostics_.warning("D516", mark.span, "`" + mark.who + "` cannot fail here, so its `!` does nothing");
    }
  }
  for (const auto& [expression, spans] : matches_) {
    auto& match = std::get<MatchExpr>(expression->node);
    std::vector<const Pattern*> rows;
    Type* type = solver_.normalized_head(match.scrutinee->type);
    if (is_error(type)) continue;
    for (std::size_t at = 0; at < match.arms.size(); ++at) {
      if (!useful(solver_, rows, match.arms[at].pattern, type)) {
        auto& error = diagnostics_.error("D611", spans[at], "this arm can never match: the arms above it cover it");
        for (std::size_t earlier = 0; earlier < at; ++earlier) {
          if (match.arms[earlier].guard == nullptr && !useful(solver_, {match.arms[earlier].pattern}, match.arms[at].pattern, type)) {
            error.label(spans[earlier], "this one covers it");
            break;
          }
        }
      }
      if (match.arms[at].guard == nullptr) rows.push_back(match.arms[at].pattern);
    }
    const std::string missing = uncovered(solver_, rows, type);
    if (!missing.empty()) {
      diagnostics_.error("D610", match.scrutinee->span, "this `match` does not cover `" + missing + "`").suggest("add an arm for it, or `_ => ..`");
    }
  }
  for (Expr* expression : catches_) {
    auto& node = std::get<CatchExpr>(expression->node);
    std::map<const TypeDecl*, std::vector<const Pattern*>> rows;
    std::map<const TypeDecl*, Type*> errors;
    bool total = false;
    for (const CatchArm& arm : node.arms) {
      if (arm.error == nullptr) {
        if (arm.arm.guard == nullptr) {
          if (total) diagnostics_.error("D611", arm.arm.pattern->span, "this arm can never match: the arms above it cover it");
          total = true;
        }
        continue;
      }
      const Type* error = resolved(arm.error);
      if (error->kind != Kind::nominal) continue;
      if (total || !useful(solver_, rows[error->decl], arm.arm.pattern, arm.error)) {
        diagnostics_.error("D611", arm.arm.pattern->span, "this arm can never match: the arms above it cover it");
      }
      errors[error->decl] = arm.error;
      if (arm.arm.guard == nullptr) rows[error->decl].push_back(arm.arm.pattern);
    }
    for (const auto& [decl, error] : errors) {
      if (total) continue;
      const std::string missing = uncovered(solver_, rows[decl], error);
      if (!missing.empty()) {
        diagnostics_.error("D508", expression->span, "naming one case of `" + decl->name + "` asks for all of them, and this `catch` does not cover `" + missing + "`").suggest("add an arm for it, or `_ => ..`");
      }
    }
  }
  for (const Refutable& pattern : refutable_) {
    const std::string missing = uncovered(solver_, {pattern.pattern}, pattern.pattern->type);
    if (!missing.empty() && !is_error(pattern.pattern->type)) {
      diagnostics_.error("D612", pattern.span, std::string("the pattern of a `") + pattern.where + "` must match every value, and this one does not match `" + missing + "`").suggest("use `match`");
    }
  }
  check_sharing();
  check_unsolved();
  for (Expr* expression : made_) {
    if (expression->type != nullptr) expression->type = solver_.normalized(expression->type);
  }
}

}  // namespace khora2cpp::types
