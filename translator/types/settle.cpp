// What waits until types are known: bounds of called functions, the types of integer literals, operators, expressions left open.
#include <algorithm>
#include <map>
#include <utility>

#include "types/body.hpp"

namespace khora2cpp::types {

namespace {

/// The variables that are still unsolved in a type.
void collect_open(const Type* type, std::vector<const Type*>& open) {
  type = resolved(type);
  switch (type->kind) {
    case Kind::variable: open.push_back(type); return;
    case Kind::function:
      for (const Type* parameter : type->parameters) collect_open(parameter, open);
      collect_open(type->result, open);
      return;
    case Kind::application: collect_open(type->head, open); break;
    default: break;
  }
  for (const Type* argument : type->arguments) collect_open(argument, open);
}

bool is_open(const Type* type) {
  std::vector<const Type*> open;
  collect_open(type, open);
  return !open.empty();
}

bool any_open(const std::vector<Type*>& types) { return std::any_of(types.begin(), types.end(), is_open); }

/// The trait with its arguments, as a bound would say it.
std::string trait_text(const Solver::Requirement& requirement) {
  std::string text = requirement.trait->name;
  for (std::size_t at = 0; at < requirement.arguments.size(); ++at) text += (at == 0 ? "<" : ", ") + to_string(requirement.arguments[at]);
  return requirement.arguments.empty() ? text : text + ">";
}

bool has_open_owner(const Callee& callee) { return any_open(callee.owner_arguments); }

}  // namespace

bool Body::is_mistaken(const Type* type) {
  type = resolved(type);
  const auto any = [](const std::vector<Type*>& types) { return std::any_of(types.begin(), types.end(), is_mistaken); };
  return type->kind == Kind::error || any(type->arguments) || any(type->parameters) || (type->result != nullptr && is_mistaken(type->result));
}

void Body::need(const TraitDecl* trait, std::vector<Type*> arguments, Type* self, Span span, const std::string& through, const char* code,
                const Function* function) {
  if (trait == nullptr) return;
  obligations_.push_back({{trait, std::move(arguments), self}, span, through, code, function});
}

void Body::settle_obligations() {
  bool progress = true;
  while (progress && !obligations_.empty()) {
    progress = false;
    std::vector<Obligation> waiting = std::exchange(obligations_, {});
    std::vector<Obligation> open;
    for (Obligation& obligation : waiting) {
      Solver::Requirement culprit;
      const Solver::Verdict verdict = solver_.holds(obligation.requirement, &culprit);
      if (verdict == Solver::Verdict::unknown) {
        open.push_back(std::move(obligation));
        continue;
      }
      progress = true;
      if (verdict == Solver::Verdict::no) report_unmet(obligation, culprit);
    }
    obligations_ = std::move(open);
  }
}

void Body::report_unmet(const Obligation& obligation, const Solver::Requirement& culprit) {
  const TraitDecl& trait = *obligation.requirement.trait;
  Type* self = solver_.normalized_head(obligation.requirement.self);
  if (is_mistaken(self)) return;
  if (&trait == world_.program.share) {
    report_unshareable(obligation, self);
    return;
  }
  if (std::string(obligation.code) == "D414") {
    auto& error = diagnostics_.error("D414", obligation.span, "`" + to_string(self) + "` cannot be shown in a string: it has no `Show`");
    if (culprit.trait != nullptr && resolved(culprit.self) != resolved(self)) {
      error.suggest("it would need `" + culprit.trait->name + "` for `" + to_string(culprit.self) + "`");
    } else if (self->kind == Kind::parameter) {
      error.suggest("add the bound `" + to_string(self) + ": Show`");
    } else if (self->kind == Kind::nominal && self->decl->module != nullptr && !self->decl->module->is_std()) {
      error.suggest("write `derive(Show)` above the type, or an `impl Show`");
    } else {
      error.suggest("build the text another way");
    }
    return;
  }
  const std::string message =
      "`" + to_string(self) + "` has no `" + trait_text(obligation.requirement) + "`, which `" + obligation.through + "` needs";
  if (world_.unmet_bounds.contains(message)) return;
  auto& error = diagnostics_.error("D417", obligation.span, message);
  if (culprit.trait != nullptr && (resolved(culprit.self) != resolved(self) || culprit.trait != &trait)) {
    error.suggest("it would need `" + culprit.trait->name + "` for `" + to_string(culprit.self) + "`");
  } else if (self->kind == Kind::parameter) {
    error.suggest("`" + to_string(self) + "` is the caller's choice: add the bound `" + to_string(self) + ": " +
                  trait_text(obligation.requirement) + "`");
  } else if (self->kind == Kind::nominal && self->decl->builtin == Builtin::float_) {
    error.suggest("`Float` compares with operators, and has no `Eq`, `Ord` or `Hash`");
  }
}

/// The type of a value whose head is looked at now. An integer literal about which nothing is known is an `Int` from here on.
Type* Body::head(const Expr* value) {
  Type* type = solver_.normalized_head(value->type);
  if (type->kind == Kind::variable && type->integer_literal) {
    solver_.unify(type, builtin(Builtin::int_));
    type = solver_.normalized_head(type);
  }
  return type;
}

void Body::settle() {
  settle_obligations();
  // Where nothing says what an expression or a function that never answers stands for, that is its type.
  for (Type* result : never_answered_) {
    const Type* type = resolved(result);
    if (type->kind == Kind::variable && !type->integer_literal) solver_.unify(result, solver_.never());
  }
  for (std::size_t at = perhaps_never_; at < solver_.perhaps_never.size(); ++at) {
    Type* failure = solver_.perhaps_never[at];
    if (resolved(failure)->kind == Kind::variable) solver_.unify(failure, solver_.never());
  }
  solver_.perhaps_never.resize(perhaps_never_);
  // What is still an integer literal is an `Int` (T31).
  for (Expr* expression : made_) {
    Type* type = resolved(expression->type);
    if (type != nullptr && type->kind == Kind::variable && type->integer_literal) solver_.unify(type, builtin(Builtin::int_));
  }
  for (const PatternNumber& number : pattern_numbers_) {
    const Type* type = resolved(number.type);
    if (type->kind == Kind::variable && type->integer_literal) solver_.unify(number.type, builtin(Builtin::int_));
  }
  settle_obligations();
  settle_rows();
  // `Map::slot(key)` inside an impl of `Map<K, V>` means the impl's own type where nothing else says which.
  if (function_.impl == nullptr || function_.impl->trait != nullptr) return;
  for (Expr* expression : made_) {
    const auto own = [&](const Callee& callee) {
      if (callee.function == nullptr || callee.function->impl == nullptr || callee.function->impl->trait != nullptr) return;
      Substitution substitution;
      for (std::size_t at = 0; at < callee.owner_arguments.size(); ++at) {
        substitution.set(callee.function->impl->parameters[at], callee.owner_arguments[at]);
      }
      if (!substitution.empty()) solver_.unify(substitution.apply(solver_, callee.function->impl->target), function_.impl->target);
    };
    if (const auto* call = std::get_if<CallExpr>(&expression->node); call != nullptr && has_open_owner(call->callee)) own(call->callee);
    if (const auto* function = std::get_if<FunctionExpr>(&expression->node); function != nullptr && has_open_owner(function->callee)) {
      own(function->callee);
    }
  }
  settle_obligations();
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
          diagnostics_.error("D413", use.span,
                             "`" + use.op + "` is not available for `" + to_string(type) + "`, since `" + to_string(culprit.self) +
                                 "` has no `" + culprit.trait->name + "`");
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
      } else if (type->kind == Kind::nominal && type->decl->module != nullptr && !type->decl->module->is_std()) {
        error.suggest("derive or implement `" + trait->name + "` for `" + type->decl->name + "`");
      }
    } else if (type->kind == Kind::nominal && type->decl->shape == TypeDecl::Shape::wrapper) {
      error.suggest("`" + type->decl->name + "` is a type of its own: take the value out with the pattern `" + type->decl->name + "(x)`");
    }
  }
}

void Body::check_unsolved() {
  if (diagnostics_.has_errors()) return;  // of this body
  // Each unknown is reported once, at the narrowest expression whose type shows it (T48). A parameter that no type of a call shows must be
  // known too.
  std::map<const Type*, const Expr*> narrowest;
  const auto width = [](const Expr* one) { return one->span.end - one->span.begin; };
  for (const Expr* expression : made_) {
    std::vector<const Type*> open;
    if (expression->type != nullptr) collect_open(expression->type, open);
    const auto look = [&](const Callee& callee) {
      for (const auto* list : {&callee.arguments, &callee.owner_arguments, &callee.trait_arguments}) {
        for (const Type* type : *list) collect_open(type, open);
      }
      if (callee.self != nullptr) collect_open(callee.self, open);
    };
    if (const auto* call = std::get_if<CallExpr>(&expression->node)) look(call->callee);
    if (const auto* function = std::get_if<FunctionExpr>(&expression->node)) look(function->callee);
    for (const Type* variable : open) {
      const Expr*& best = narrowest.emplace(variable, expression).first->second;
      if (width(expression) < width(best)) best = expression;
    }
  }
  std::vector<const Expr*> places;
  for (const auto& [variable, place] : narrowest) places.push_back(place);
  std::sort(places.begin(), places.end(), [](const Expr* a, const Expr* b) {
    return std::pair(a->span.begin, a->span.end) < std::pair(b->span.begin, b->span.end);
  });
  places.erase(std::unique(places.begin(), places.end()), places.end());
  for (const Expr* place : places) {
    diagnostics_.error("D420", place->span, "the type of this could not be worked out")
        .suggest("annotate it, for example `let x: Type = ..;`");
  }
}

}  // namespace khora2cpp::types
