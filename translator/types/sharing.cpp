// What may cross to another fiber (concurrency.md 15): bodies of fibers, shared functions, handlers, and the library calls with rules of
// their own.
#include <algorithm>
#include <set>

#include "types/body.hpp"
#include "types/crossing.hpp"
#include "types/walk.hpp"

namespace khora2cpp::types {

void Body::check_sendable_body(Expr* body, Span span, const std::string& what, bool is_handler) {
  if (body == nullptr || is_error(body->type)) return;
  Expr* inner = body;
  while (auto* bind = std::get_if<BindExpr>(&inner->node)) inner = bind->value;
  const Type* type = resolved(inner->type);
  if (auto* lambda = std::get_if<LambdaExpr>(&inner->node)) {
    lambda->lambda->shares_captures = true;
    sent_.push_back({lambda->lambda, nullptr, type->kind == Kind::function ? type->failures : nullptr, span, what, is_handler});
    return;
  }
  if (const auto* named = std::get_if<FunctionExpr>(&inner->node)) {
    sent_.push_back({nullptr, named, type->kind == Kind::function ? type->failures : nullptr, span, what, is_handler});
    return;
  }
  // The library forwards bodies that were checked where they were written.
  if (function_.module->is_std()) return;
  diagnostics_
      .error(
          "D803", span,
          what + " must be written here, as a lambda or the name of a function: what a closure from elsewhere captured cannot be looked at")
      .suggest("write `fn () => ..` at the call; to hand a function on take a `SharedFn`");
}

namespace {

/// Calls `visit(local, span)` for every local that is read, assigned or taken as a capability.
template <class Visit>
void each_local(const Expr& expression, const Visit& visit) {
  if (const auto* read = std::get_if<LocalExpr>(&expression.node)) visit(read->local, expression.span);
  if (const auto* assigned = std::get_if<AssignLocalExpr>(&expression.node)) visit(assigned->local, expression.span);
  each_child(expression, [&](const Expr& child) { each_local(child, visit); });
  each_capability(expression, [&](const CapabilityArgument& one) { visit(one.local, expression.span); });
}

/// Whether `local` belongs to `lambda` or to a lambda inside it.
bool inside(const Local* local, const Lambda* lambda) {
  for (const Lambda* owner = local->lambda; owner != nullptr; owner = owner->parent) {
    if (owner == lambda) return true;
  }
  return false;
}

}  // namespace

namespace {

/// What a type that stays on its fiber says about itself, and what to do instead.
struct FiberBound {
  const char* stays;
  const char* instead;
};
FiberBound bound_to_fiber(const std::string& name) {
  if (name == "Claim") {
    return {"stays on the fiber that claimed the value, which settles it",
            "let the other fiber claim for itself with `Channel::claim`, or hand over the value"};
  }
  return {"stays on the fiber that opened it, so that its finalizers run there",
          "give the other fiber its own: `Fiber::spawn(fn () => scoped(work))`"};
}

/// `Claim<Int>` is a `Claim`; a record with one holds it.
bool is_itself(const Type* type, const std::string& name) {
  type = resolved(type);
  return type->kind == Kind::nominal && type->decl->name == name;
}

/// Why a type cannot cross, to be put behind "because".
std::string reason(const Type* type, const Obstacle& obstacle) {
  const std::string name = to_string(type);
  switch (obstacle.kind) {
    case Obstacle::Kind::written: return "its type `" + name + "` can be written (`" + obstacle.name + "`)";
    case Obstacle::Kind::writable_type:
      return "its type `" + name + "` can be written" + (name.rfind(obstacle.name, 0) == 0 ? "" : " (`" + obstacle.name + "`)");
    case Obstacle::Kind::opaque: return "`" + obstacle.name + "` is not `Share`";
    case Obstacle::Kind::function:
      return resolved(type)->kind == Kind::function
                 ? "its type `" + name + "` is a function, and what that captured cannot be looked at"
                 : "its type `" + name + "` holds a function, and what that captured cannot be looked at";
    default: return "its type `" + name + "` is not `Share`";
  }
}

const char* remedy(const Obstacle& obstacle) {
  switch (obstacle.kind) {
    case Obstacle::Kind::written:
    case Obstacle::Kind::writable_type: return "share what cannot change, or keep it in a `Shared`";
    case Obstacle::Kind::function: return "hand a function over as a `SharedFn`";
    default: return "";
  }
}

}  // namespace

/// An `A: Share` bound of a library function that the type does not meet.
void Body::report_unshareable(const Obligation& obligation, Type* self) {
  // One type may be asked about by several calls of one chain.
  if (!unshareable_.insert(self).second) return;
  Obstacle obstacle;
  solver_.shareable(self, &obstacle);
  const std::string name = to_string(self);
  if (obstacle.kind == Obstacle::Kind::parameter) {
    const std::string& parameter = obstacle.name;
    diagnostics_
        .error("D802", obligation.span,
               "`" + obligation.through + "` hands a value of type `" + name + "` to another fiber, so " +
                   (parameter == name ? "the parameter" : "`" + parameter + "`") + " needs a bound")
        .suggest("write `" + parameter + ": Share`");
  } else if (obstacle.kind == Obstacle::Kind::fiber_bound) {
    report_fiber_bound(obstacle.name, owner_name(obligation.function) == "Channel" ? "D807" : "D804", obligation.through, obligation.span);
  } else {
    std::string why = reason(self, obstacle);
    diagnostics_
        .error("D801", obligation.span,
               "a value of type `" + name + "` cannot be handed to another fiber by `" + obligation.through + "`, because " + why)
        .suggest(remedy(obstacle));
  }
}

void Body::report_fiber_bound(const std::string& bound, const char* code, const std::string& through, Span span) {
  diagnostics_
      .error(code, span, "a `" + bound + "` " + bound_to_fiber(bound).stays + ", and `" + through + "` would hand it to another")
      .suggest(bound_to_fiber(bound).instead);
}

/// What a hand-off queue holds is looked at where a queue comes from and where something is sent, once the types are known.
void Body::note_handed_over(const Function& function, const std::string& name, Type* result, const std::vector<Expr*>& arguments,
                            Span span) {
  const bool sends = function.name == "send" && owner_name(&function) == "Handoff" && !arguments.empty() && arguments[0] != nullptr;
  note_handed_over(sends ? arguments[0]->type : result, name, span);
}

void Body::note_handed_over(const Type* queue, const std::string& name, Span span) {
  queue = resolved(queue);
  if (queue->kind == Kind::nominal && queue->decl->name == "Handoff" && queue->decl->module != nullptr && queue->decl->module->is_std()) {
    handed_over_.push_back({queue->arguments[0], span, name});
  }
}

void Body::check_handed_over() {
  for (const HandedOver& one : handed_over_) {
    const TypeDecl* bound = solver_.fiber_bound_part(one.content);
    // One type may be asked about by several calls of one chain.
    if (bound == nullptr || !unshareable_.insert(resolved(one.content)).second) continue;
    report_fiber_bound(bound->name, "D807", one.through, one.span);
  }
}

/// The type whose inherent function this is, when the library declares it.
std::string Body::owner_name(const Function* function) {
  if (function == nullptr || function->module == nullptr || !function->module->is_std()) return "";
  if (function->impl == nullptr || function->impl->trait != nullptr) return "";
  const Type* target = resolved(function->impl->target);
  return target->kind == Kind::nominal ? target->decl->name : "";
}

/// What a lambda captures must be shareable where it may run on another fiber (concurrency.md 15.2, 15.4).
void Body::check_sharing() {
  check_handed_over();
  for (const BoundLambda& sent : sent_) {
    const auto report = [&](const Local* local, const std::string& name, Span span) {
      Obstacle obstacle;
      if (was_checked_by_callers(local) || solver_.shareable(local->type, &obstacle) != Solver::Verdict::no) return;
      if (obstacle.kind == Obstacle::Kind::fiber_bound) {
        diagnostics_
            .error("D804", span,
                   "`" + name + "`, " + (is_itself(local->type, obstacle.name) ? "a" : "which holds a") + " `" + obstacle.name + "`, " +
                       bound_to_fiber(obstacle.name).stays + ", and " + sent.what + " cannot hold it")
            .suggest(bound_to_fiber(obstacle.name).instead);
      } else if (obstacle.kind == Obstacle::Kind::parameter) {
        const bool whole = obstacle.name == to_string(local->type);
        diagnostics_
            .error("D802", span,
                   "`" + name + "` has the generic type `" + to_string(local->type) + "`, and " + sent.what +
                       " can hold it only with a bound" + (whole ? "" : " of `" + obstacle.name + "`"))
            .suggest("write `" + obstacle.name + ": Share` in the signature");
      } else {
        diagnostics_
            .error("D801", span,
                   "`" + name + "` cannot be handed to another fiber by " + sent.what + ", because " + reason(local->type, obstacle))
            .suggest(remedy(obstacle));
      }
    };
    if (sent.lambda != nullptr) {
      std::set<const Local*> seen;
      each_local(*sent.lambda->body, [&](const Local* local, Span span) {
        if (local == nullptr || inside(local, sent.lambda) || local == sent.lambda->recursive || !seen.insert(local).second) return;
        report(local, local->name, span);
      });
      for (const Lambda::Bound& bound : sent.lambda->bound) {
        if (bound.source.local != nullptr && seen.insert(bound.source.local).second) {
          report(bound.source.local, bound.source.label, sent.span);
        }
      }
    }
    if (sent.function != nullptr) {
      for (const CapabilityArgument& bound : sent.function->bound) {
        if (bound.local != nullptr) report(bound.local, bound.label, sent.span);
      }
    }
    if (sent.failures != nullptr && !sent.is_handler) check_errors_cross(sent);
  }
}

void Body::check_errors_cross(const BoundLambda& sent) {
  const Row failures = flattened(*sent.failures);
  std::vector<Type*> errors = failures.unlabeled;
  for (const auto& [label, error] : failures.entries) errors.push_back(error);
  for (Type* error : errors) {
    Obstacle obstacle;
    if (solver_.shareable(error, &obstacle) != Solver::Verdict::no) continue;
    const std::string subject = "the error `" + to_string(error) + "` of " + sent.what;
    if (obstacle.kind == Obstacle::Kind::fiber_bound) {
      diagnostics_.error("D804", sent.span, subject + " holds a `" + obstacle.name + "`, which " + bound_to_fiber(obstacle.name).stays)
          .suggest(bound_to_fiber(obstacle.name).instead);
    } else if (obstacle.kind == Obstacle::Kind::parameter) {
      diagnostics_.error("D802", sent.span, subject + " can cross to another fiber only with a bound")
          .suggest("write `" + obstacle.name + ": Share` in the signature");
    } else {
      diagnostics_.error("D805", sent.span, subject + " cannot cross to another fiber, because " + reason(error, obstacle))
          .suggest("let it carry what cannot change");
    }
  }
}

/// A library declaration can ask that the functions it is handed are checked where they are written, because they run on another fiber.
void Body::check_crossing(const syntax::Comments* leading, const modules::Module* module, const std::vector<Type*>& parameters,
                          const std::vector<Expr*>& arguments, const std::vector<Argument>& written) {
  const std::string_view what = crosses_as(leading, module);
  if (what.empty()) return;
  for (std::size_t at = 0; at < std::min(parameters.size(), arguments.size()); ++at) {
    if (resolved(parameters[at])->kind == Kind::function) check_sendable_body(arguments[at], written[at].span, std::string(what));
  }
}

/// As a value, such a function would be called where nothing is looked at.
void Body::check_crossing_value(const Function& function, const std::string& name, const Type* type, Span span) {
  if (owner_name(&function) == "Handoff") {
    for (const Type* parameter : type->parameters) note_handed_over(parameter, name, span);
    note_handed_over(type->result, name, span);
  }
  const std::string_view what = crosses_as(function.leading, function.module);
  if (what.empty() || function_.module->is_std()) return;
  diagnostics_
      .error("D803", span, "`" + name + "` can only be called, because " + std::string(what) + " is looked at where it is written, in the call")
      .suggest("call it where it is needed, with a lambda or the name of a function");
}

/// A parameter whose callers have been checked so holds nothing that must not cross.
bool Body::was_checked_by_callers(const Local* local) const {
  if (local->origin != Local::Origin::parameter || local->lambda != nullptr) return false;
  return resolved(local->type)->kind == Kind::function && !crosses_as(function_.leading, function_.module).empty();
}

void Body::special_rules(const Function& function, const std::vector<Expr*>& arguments) {
  if (function.module == nullptr || function.module->path != "std::core") return;
  const std::string owner = owner_name(&function);
  if (arguments.empty() || arguments[0] == nullptr) return;
  if (owner == "Region" && function.name == "defer" && arguments.size() > 1 && arguments[1] != nullptr) {
    if (auto* lambda = std::get_if<LambdaExpr>(&arguments[1]->node)) lambda->lambda->is_finalizer = true;
  }
  if (owner.empty() && function.name == "bounded_nursery") {
    if (const auto* literal = std::get_if<IntegerExpr>(&arguments[0]->node);
        literal != nullptr && (literal->negative || literal->digits.find_first_not_of('0') == std::string::npos)) {
      diagnostics_
          .error("D806", arguments[0]->span,
                 "the limit of a bounded nursery must be at least 1, and this one is " + std::string(literal->negative ? "-" : "") +
                     literal->digits)
          .suggest("the unbounded form is `nursery`");
    }
  }
}

}  // namespace khora2cpp::types
