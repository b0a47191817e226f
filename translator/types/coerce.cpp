// A value where a type is expected: equality of types, and the adaption of function values to the row that the place names (T49, K22, K23).
#include <algorithm>

#include "types/body.hpp"

namespace khora2cpp::types {

namespace {

/// Says so when two types differ in nothing but a number among their arguments.
bool report_other_number(Type* actual, Type* wanted, Span span, const std::string& role, diagnostics::Diagnostics& diagnostics) {
  if (actual->kind != Kind::nominal || wanted->kind != Kind::nominal || actual->decl != wanted->decl) return false;
  for (std::size_t at = 0; at < std::min(actual->arguments.size(), wanted->arguments.size()); ++at) {
    const Type* found = resolved(actual->arguments[at]);
    const Type* expected = resolved(wanted->arguments[at]);
    if (found->kind != Kind::constant || expected->kind != Kind::constant || found->value == expected->value) continue;
    diagnostics.error("D416", span, "expected `" + to_string(wanted) + "` as " + role + ", whose `" + wanted->decl->parameters[at]->name + "` is " + to_string(expected) + ", and here it is " + to_string(found))
        .suggest("the numbers in a type are part of it");
    return true;
  }
  return false;
}

}  // namespace

Expr* Body::check(const syntax::Expr& written, Type* expected, const std::string& role) {
  return coerce(infer(written, expected), expected, written.span, role);
}

Expr* Body::coerce(Expr* value, Type* expected, Span span, const std::string& role) {
  settle_associated(expected);
  Type* actual = solver_.normalized_head(value->type);
  Type* wanted = solver_.normalized_head(expected);
  if (actual->kind == Kind::never) return value;
  if (actual->kind == Kind::error || wanted->kind == Kind::error) {
    solver_.unify(wanted, actual);  // what is open on the other side stays unknown
    return value;
  }
  if (wanted->kind == Kind::forall && actual->kind == Kind::function) return coerce_polymorphic(value, wanted, span, role);
  const bool both_tuples =
      actual->kind == Kind::tuple && wanted->kind == Kind::tuple && actual->arguments.size() == wanted->arguments.size();
  const bool both_functions = actual->kind == Kind::function && wanted->kind == Kind::function;
  if ((both_functions || both_tuples) && coerce_inside(value, wanted, role)) return value;
  if (both_functions) return coerce_function(value, actual, wanted, span, role);
  if (actual->kind == Kind::function && wanted->kind == Kind::variable && solver_.unify(wanted, widened(actual))) return value;
  // Nothing but a value that never is can stand where one that never is is expected.
  if (wanted->kind == Kind::never ? solver_.same(wanted, actual) : solver_.unify(wanted, actual) || (both_tuples && raises_less(actual, wanted))) return value;
  // The answer of a call whose arguments are mistaken is what the mistaken arguments made of it.
  const auto mistaken = [&](const std::vector<Expr*>& arguments) {
    return std::any_of(arguments.begin(), arguments.end(), [&](const Expr* argument) { return argument == nullptr || is_error(argument->type); });
  };
  const auto* call = std::get_if<CallExpr>(&value->node);
  const auto* value_call = std::get_if<ValueCallExpr>(&value->node);
  if ((call != nullptr && mistaken(call->arguments)) || (value_call != nullptr && mistaken(value_call->arguments))) return bad(span);
  if (report_other_number(actual, wanted, span, role, diagnostics_)) return bad(span);
  // Conditions have a code of their own; their roles say which construct asks.
  const bool condition = role.rfind("the condition of ", 0) == 0 || role == "a guard";
  auto& error =
      diagnostics_.error(condition ? "D404" : "D401", span,
                         "expected `" + told_apart(wanted, actual) + "` as " + role + ", and this is `" + told_apart(actual, wanted) + "`");
  const bool float_wanted = wanted->kind == Kind::nominal && wanted->decl->builtin == Builtin::float_;
  if (float_wanted && std::holds_alternative<IntegerExpr>(value->node)) {
    error.suggest("a `Float` literal has a point: write `" + std::get<IntegerExpr>(value->node).digits + ".0`");
  }
  if (wanted->kind == Kind::nominal && wanted->decl->shape == TypeDecl::Shape::wrapper) {
    bool fits = false;
    solver_.attempt([&] {
      Substitution substitution;
      for (std::size_t at = 0; at < wanted->arguments.size(); ++at) substitution.set(wanted->decl->parameters[at], wanted->arguments[at]);
      fits = solver_.unify(substitution.empty() ? wanted->decl->fields[0].type : substitution.apply(solver_, wanted->decl->fields[0].type),
                           actual);
      return false;
    });
    if (fits) error.suggest("wrap it: `" + wanted->decl->name + "(..)`");
  }
  return bad(span);
}

/// A polymorphic function is wanted: one that works for parameters nobody chose works for all (T30). Only a function that is written or
/// named there can; the type of any other value is one type.
Expr* Body::coerce_polymorphic(Expr* value, Type* wanted, Span span, const std::string& role) {
  if (coerce_inside(value, wanted, role)) return value;
  if (!std::holds_alternative<LambdaExpr>(value->node) && !std::holds_alternative<FunctionExpr>(value->node)) {
    diagnostics_
        .error("D401", span, "expected `" + to_string(wanted) + "` as " + role + ", and this function has one type, `" + to_string(value->type) + "`")
        .suggest("name a declared function, or write `fn .. => ..` here");
    return bad(span);
  }
  Expr* made = coerce(value, wanted->body, span, role);
  if (is_error(made->type)) return made;
  polymorphic_.push_back({wanted, value->span});
  made->type = wanted;
  return made;
}

/// Whether a tuple fits although its functions raise less than the place names: in C++ that is no difference.
bool Body::raises_less(Type* actual, Type* wanted) {
  actual = solver_.normalized_head(actual);
  wanted = solver_.normalized_head(wanted);
  if (actual->kind == Kind::tuple && wanted->kind == Kind::tuple && actual->arguments.size() == wanted->arguments.size()) {
    for (std::size_t at = 0; at < actual->arguments.size(); ++at) {
      if (!raises_less(actual->arguments[at], wanted->arguments[at])) return false;
    }
    return true;
  }
  if (actual->kind != Kind::function || wanted->kind != Kind::function) return solver_.unify(wanted, actual);
  Type* as_wanted = solver_.function(actual->parameters, actual->result, actual->capabilities, wanted->failures);
  return solver_.unify(wanted, as_wanted) && !solver_.fit(actual->failures, wanted->failures, true);
}

/// What a block, a branch, an arm or the element of a tuple answers is adapted where it is written. False when `value` is none of these.
bool Body::coerce_inside(Expr* value, Type* wanted, const std::string& role) {
  if (auto* tuple = std::get_if<TupleExpr>(&value->node)) {
    std::vector<Type*> types;
    for (std::size_t at = 0; at < tuple->elements.size(); ++at) {
      Expr*& element = tuple->elements[at];
      element = coerce(element, wanted->arguments[at], element->span, "an element of the tuple");
      types.push_back(resolved(element->type)->kind == Kind::never ? wanted->arguments[at] : element->type);
    }
    value->type = solver_.tuple(std::move(types));
    return true;
  }
  const Kind kind = resolved(value->type)->kind;
  Type* adapted = nullptr;
  const auto inside = [&](Expr*& one) {
    if (one == nullptr || resolved(one->type)->kind != kind) return;
    one = coerce(one, wanted, one->span, role);
    if (adapted == nullptr || is_error(one->type)) adapted = resolved(one->type);
  };
  if (auto* block = std::get_if<BlockExpr>(&value->node)) {
    inside(block->block->value);
  } else if (auto* branch = std::get_if<IfExpr>(&value->node)) {
    inside(branch->then);
    inside(branch->otherwise);
  } else if (auto* match = std::get_if<MatchExpr>(&value->node)) {
    for (Arm& arm : match->arms) inside(arm.body);
  }
  if (adapted == nullptr) return false;
  if (adapted->kind == Kind::function) {
    // What the answers may raise, with the capabilities that the place supplies.
    const Type* own = resolved(value->type);
    adapted = solver_.function(own->parameters, own->result, adapted->capabilities, own->failures);
  }
  value->type = adapted;
  return true;
}

/// A function value where a function is expected. `wanted` may get to know what it stands for by this.
Expr* Body::coerce_function(Expr* value, Type* actual, Type* wanted, Span span, const std::string& role) {
  if (actual->parameters.size() != wanted->parameters.size()) {
    diagnostics_
        .error("D401", span,
               "this function takes " + std::to_string(actual->parameters.size()) + " parameter" +
                   (actual->parameters.size() == 1 ? "" : "s") + ", and one with " + std::to_string(wanted->parameters.size()) +
                   " is expected as " + role)
        .suggest(wanted->parameters.empty() ? "write `fn () => ..`" : "expected `" + to_string(wanted) + "`");
    return bad(span);
  }
  bool fits = true;
  for (std::size_t at = 0; fits && at < actual->parameters.size(); ++at) {
    fits = solver_.same(wanted->parameters[at], actual->parameters[at]);
  }
  // A function that never answers stands for one with any result (T50).
  const bool never_answers = resolved(actual->result)->kind == Kind::never;
  if (never_answers && resolved(wanted->result)->kind == Kind::variable) never_answered_.push_back(wanted->result);
  if (!fits || (!never_answers && !solver_.same(wanted->result, actual->result))) {
    diagnostics_.error("D401", span, "expected `" + to_string(wanted) + "` as " + role + ", and this is `" + to_string(actual) + "`");
    return bad(span);
  }
  if (RowMisfit misfit = solver_.fit(actual->failures, wanted->failures, true)) {
    report_misfit(misfit, span, role);
    return bad(span);
  }
  // What the place passes, the function gets. What it needs besides is passed too where the place has room, and else bound here.
  Row* room = wanted->capabilities;
  solver_.normalize_row(room);
  solver_.normalize_row(actual->capabilities);
  const std::string who = "the function given as " + role;
  const Row all = flattened(*actual->capabilities);
  const Row needed = passed(*actual->capabilities);
  auto* lambda = std::get_if<LambdaExpr>(&value->node);
  auto* named = std::get_if<FunctionExpr>(&value->node);
  std::vector<CapabilityArgument> bound;
  std::vector<TailArgument> bound_tails;
  for (const auto& [label, effect] : all.entries) {
    const Row supplied = passed(*room);
    if (const auto at = supplied.entries.find(label); at != supplied.entries.end()) {
      if (!solver_.unify(at->second, effect)) {
        diagnostics_.error(
            "D511", span,
            "the capability `" + label + "` is needed as `" + to_string(effect) + "` and supplied as `" + to_string(at->second) + "`");
      }
      continue;
    }
    // A named function is what `fn x => f(x)` would be: that captures what is at hand (K25).
    RowVar* open = solver_.room_in(*room, false);
    if (open != nullptr && needed.entries.contains(label) && !(named != nullptr && is_at_hand(label, effect))) {
      solver_.extend(open)->entries[label] = effect;
      continue;
    }
    if (RowVar* captured = solver_.room_in(*room, true)) solver_.extend(captured)->entries[label] = effect;
    const std::optional<CapabilityArgument> argument = require(label, effect, span, who);
    if (argument && needed.entries.contains(label)) bound.push_back(*argument);
  }
  for (const RowTail& tail : all.tails) {
    const std::vector<RowTail> supplied = flattened(*room).tails;
    if (std::find(supplied.begin(), supplied.end(), tail) != supplied.end()) continue;
    const bool is_passed = std::find(needed.tails.begin(), needed.tails.end(), tail) != needed.tails.end();
    if (RowVar* open = solver_.room_in(*room, false); open != nullptr && (is_passed || tail.variable == nullptr)) {
      Row* extension = solver_.extend(open);
      extension->tails.insert(extension->tails.begin(), tail);
    } else if (tail.variable != nullptr) {
      if (is_passed) tail.variable->solution = solver_.empty_row();
    } else if (RowVar* captured = solver_.room_in(*room, true)) {
      Row* extension = solver_.extend(captured);
      extension->tails.insert(extension->tails.begin(), tail);
      if (!is_passed) continue;
      if (const auto argument = require_tail(tail, span, who)) bound_tails.push_back(*argument);
    } else if (const auto argument = require_tail(tail, span, who); argument && is_passed) {
      bound_tails.push_back(*argument);
    }
  }
  // One that never answers stands for one that answers anything; the type it has in C++ is another one (T50).
  const bool diverges = never_answers && resolved(wanted->result)->kind != Kind::never;
  const Row given = passed(*room);
  const bool may_grow = std::any_of(given.tails.begin(), given.tails.end(), [](const RowTail& tail) { return tail.variable != nullptr; });
  const auto is_needed = [&](const auto& entry) { return needed.entries.contains(entry.first); };
  const auto needs_tail = [&](const RowTail& tail) { return std::find(needed.tails.begin(), needed.tails.end(), tail) != needed.tails.end(); };
  const bool fits_as_it_is = bound.empty() && bound_tails.empty() && !may_grow && (!diverges || lambda != nullptr) &&
                             std::all_of(given.entries.begin(), given.entries.end(), is_needed) &&
                             std::all_of(given.tails.begin(), given.tails.end(), needs_tail);
  if (fits_as_it_is) return value;
  Row* row = solver_.empty_row();
  *row = given;
  Type* type = solver_.function(actual->parameters, diverges && lambda == nullptr ? wanted->result : actual->result, row, actual->failures);
  if (lambda != nullptr) {
    // The lambda's own requirement becomes a capture.
    std::vector<Local*>& own = lambda->lambda->capabilities;
    for (const CapabilityArgument& argument : bound) {
      const auto at = std::find_if(own.begin(), own.end(), [&](const Local* local) { return local->name == argument.label; });
      if (at == own.end()) continue;
      lambda->lambda->bound.push_back({*at, argument});
      own.erase(at);
    }
    complete(*lambda->lambda, *row, span);
    value->type = type;
  } else if (named != nullptr) {
    named->bound.insert(named->bound.end(), bound.begin(), bound.end());
    named->bound_tails.insert(named->bound_tails.end(), bound_tails.begin(), bound_tails.end());
    value->type = type;
  } else {
    value = make(span, type, BindExpr{value, bound, bound_tails});
  }
  if (may_grow) adapted_.push_back(value);
  return value;
}

/// A named function where nothing says what is passed: it captures what is at hand, as `fn x => f(x)` would (K22, K25). The rest stays in its type.
void Body::capture_at_hand(Expr* value, const std::string& who) {
  auto* named = std::get_if<FunctionExpr>(&value->node);
  if (named == nullptr) return;
  const Type* type = resolved(value->type);
  solver_.normalize_row(type->capabilities);
  Row* rest = solver_.empty_row();
  *rest = flattened(*type->capabilities);  // what is captured may stand in what a variable of it has been solved to
  for (const auto& [label, effect] : passed(*type->capabilities).entries) {
    if (!is_at_hand(label, effect)) continue;
    if (const auto argument = require(label, effect, value->span, who)) named->bound.push_back(*argument);
    rest->entries.erase(label);
  }
  for (const RowTail& tail : passed_tails(*type->capabilities)) {
    const auto argument = tail_at_hand(tail);
    if (!argument) continue;
    named->bound_tails.push_back(*argument);
    rest->tails.erase(std::find(rest->tails.begin(), rest->tails.end(), tail));
  }
  value->type = solver_.function(type->parameters, type->result, rest, type->failures);
}

/// Labels that the lambda is passed and has no use for become unused parameters.
void Body::complete(Lambda& lambda, const Row& row, Span span) {
  std::vector<Local*>& own = lambda.capabilities;
  for (const auto& [label, effect] : passed(row).entries) {
    if (std::any_of(own.begin(), own.end(), [&, &name = label](const Local* local) { return local->name == name; })) continue;
    world_.program.locals.push_back({Local::Origin::capability, label, effect, false, span, &lambda});
    own.push_back(&world_.program.locals.back());
  }
  std::sort(own.begin(), own.end(), [](const Local* a, const Local* b) { return a->name < b->name; });
}

/// Function values in places whose rows could still grow: now they are as they stay.
void Body::settle_adapted() {
  for (Expr* value : adapted_) {
    if (const auto* lambda = std::get_if<LambdaExpr>(&value->node)) complete(*lambda->lambda, *resolved(value->type)->capabilities, value->span);
    const auto* bind = std::get_if<BindExpr>(&value->node);
    if (bind == nullptr || !bind->bound.empty() || !bind->bound_tails.empty()) continue;
    const Type* inner = resolved(bind->value->type);
    const Type* outer = resolved(value->type);
    const Row needed = passed(*inner->capabilities);
    const Row given = passed(*outer->capabilities);
    const bool same = needed.entries.size() == given.entries.size() && passed_tails(needed) == passed_tails(given) &&
                      resolved(inner->result)->kind == resolved(outer->result)->kind;
    if (same) value->node = Expr(*bind->value).node;
  }
}

}  // namespace khora2cpp::types
