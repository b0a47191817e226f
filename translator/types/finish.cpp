// Judgements about a body whose types are all known: marks, coverage of patterns, literals.
#include <algorithm>

#include "types/body.hpp"

namespace khora2cpp::types {

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

}  // namespace

namespace {

/// Whether a value of the type can be a failure; a parameter is judged where it is replaced.
bool can_be_raised(const Type& type) {
  switch (type.kind) {
    case Kind::nominal: return type.decl->shape != TypeDecl::Shape::builtin && type.decl->shape != TypeDecl::Shape::effect;
    case Kind::tuple:
    case Kind::function: return false;
    default: return true;
  }
}

}  // namespace

/// Integer literals, in expressions and in patterns, against the range of their type (T31).
void Body::check_numbers() {
  const auto look = [&](const Type* type, const std::string& digits, bool negative, Span span) {
    type = resolved(type);
    if (type->kind != Kind::nominal || literal_fits(digits, negative, type->decl->builtin)) return;
    diagnostics_.error("D412", span, std::string(negative ? "-" : "") + digits + " does not fit `" + to_string(type) + "`")
        .suggest(std::string("the range is ") + literal_range(type->decl->builtin));
  };
  for (const Expr* literal : literals_) {
    const auto& node = std::get<IntegerExpr>(literal->node);
    look(literal->type, node.digits, node.negative, literal->span);
  }
  for (const PatternNumber& number : pattern_numbers_) look(number.type, number.digits, false, number.span);
}

/// Calls that may fail are marked, others are not (F4, F6). What a type parameter of the callee stands for can be raised only if it is a
/// declared type (F1).
void Body::check_marks() {
  for (const Mark& mark : marks_) {
    const Row flat = flattened(*mark.row);
    const auto look = [&](const Type* type) {
      type = resolved(type);
      if (can_be_raised(*type)) return;
      diagnostics_.error("D401", mark.span, "the call of " + quoted(mark.who) + " would raise `" + to_string(type) +
                                                "`, and a failure is a value of a declared type")
          .suggest("declare one, such as `type Fault = | Broken;`");
    };
    for (const auto& [label, type] : flat.entries) look(type);
    for (const Type* type : flat.unlabeled) look(type);
    const bool fails = !flat.entries.empty() || !flat.unlabeled.empty() ||
                       std::any_of(flat.tails.begin(), flat.tails.end(), [](const RowTail& tail) { return tail.variable == nullptr; });
    if (fails && !mark.marked) {
      lack(mark.span, mark.who).unmarked = true;
      // What a mistake leaves out may be what would fail.
    } else if (!fails && mark.marked && !function_.module->is_interface && !diagnostics_.has_errors() &&
               (mark.callee == nullptr || !bodies_.row_is_unsure(*mark.callee))) {
      diagnostics_.warning("D516", mark.span, quoted(mark.who) + " cannot fail here, so its `!` does nothing");
    }
  }
}

// ---- Calls that need what is not there: capabilities, the mark `!`, room for their failures (syntax-and-types.md 5.1, 6.2). One call is one
// mistake, and so is a clause that a function forgot, however many calls in its body need it.

namespace {

std::string joined(const std::vector<std::string>& texts, const char* separator) {
  std::string text;
  for (const std::string& one : texts) text += (text.empty() ? "" : separator) + one;
  return text;
}

}  // namespace

Body::Lack& Body::lack(Span span, const std::string& who) {
  const auto known =
      std::find_if(lacks_.begin(), lacks_.end(), [&](const Lack& one) { return one.span == span && one.who == who; });
  if (known != lacks_.end()) return *known;
  lacks_.push_back({span, who, {}, {}, false});
  return lacks_.back();
}

/// The call as it ought to be written.
std::string Body::marked_call(const Lack& one) const {
  const auto written = written_callees_.find({one.span.begin, one.span.end});
  if (written != written_callees_.end() && written->second.ends_with("." + one.who)) return "`" + written->second + "(..)!`";
  return one.who.find(' ') == std::string::npos ? "`" + one.who + "(..)!`" : "`(..)!`";
}

/// What to do about failures that the function does not raise.
std::string Body::failure_advice(const std::vector<std::string>& failures) const {
  if (function_.role == Function::Role::constant) return "handle it with `catch`, or write a function";
  if (function_.role == Function::Role::impl_member || function_.role == Function::Role::trait_member) {
    return "the trait decides what `" + function_.name + "` raises; handle it with `catch`";
  }
  // Nobody is left to handle what `main` raises.
  if (function_.name == "main" && function_.role == Function::Role::function) return "handle it with `catch { .. }`";
  const std::string added = joined(failures, " + ");
  const bool has_clause = function_.syntax != nullptr && function_.syntax->raises;
  const std::string add = has_clause ? "add `+ " + added + "` to the `raises` of `" + function_.name + "`"
                                     : "add `raises " + added + "` to `" + function_.name + "`";
  // What a row variable stands for no arm can name, and `_` does not cover it (F10).
  const bool only_open = std::all_of(failures.begin(), failures.end(), [](const std::string& one) { return one.starts_with("'"); });
  return only_open ? add + ": no `catch` takes what a row variable stands for" : add + ", or handle it with `catch`";
}

diagnostics::Diagnostic& Body::report_lack(const Lack& one) {
  const std::string types = joined(one.failures, "` and `");
  const std::string mark = "write " + marked_call(one);
  if (!one.capabilities.empty()) {
    std::vector<std::string> named;
    std::vector<std::string> installed;
    for (const auto& [label, effect] : one.capabilities) {
      named.push_back(label + ": " + effect);
      installed.push_back(label + ": ..");
    }
    const bool several = named.size() > 1;
    auto& error = diagnostics_.error("D510", one.span,
                                     quoted(one.who) + (several ? " needs the capabilities `" : " needs the capability `") +
                                         joined(named, "` and `") + (several ? "`, which are" : "`, which is") +
                                         " neither required nor installed here");
    const std::string install = "`with { " + joined(installed, ", ") + " } { .. }`";
    std::string advice;
    if (function_.role == Function::Role::test || (function_.name == "main" && function_.role == Function::Role::function)) {
      advice = "install it: " + install;
    } else if (function_.role == Function::Role::constant) {
      advice = "install it in the value: `.. with { " + joined(installed, ", ") + " }`";
    } else if (function_.role == Function::Role::impl_member || function_.role == Function::Role::trait_member) {
      advice = "the trait decides what `" + function_.name + "` requires; install it with " + install;
    } else if (function_.syntax != nullptr && function_.syntax->with) {
      advice = "add `" + joined(named, ", ") + "` to the `with` of `" + function_.name + "`, or install it with " + install;
    } else {
      advice = "add `with { " + joined(named, ", ") + " }` to `" + function_.name + "`, or install it with " + install;
    }
    if (one.unmarked) advice += ". The call may also fail: " + mark;
    if (!one.failures.empty()) {
      advice += one.unmarked ? ", and " : ". The call may also fail with `" + types + "`: ";
      advice += failure_advice(one.failures);
    }
    error.suggest(advice);
    return error;
  }
  if (one.unmarked) {
    if (one.failures.empty()) {
      return diagnostics_.error("D501", one.span, "the call of " + quoted(one.who) + " may fail, so it must be marked with `!`").suggest(mark);
    }
    return diagnostics_
        .error("D501", one.span,
               "the call of " + quoted(one.who) + " may fail with `" + types + "`, so it must be marked with `!`, and `" + function_.name +
                   "` does not raise that")
        .suggest(mark + ", and " + failure_advice(one.failures));
  }
  std::string message;
  if (function_.role == Function::Role::constant) {
    message = one.who == "raise" ? "a constant cannot fail, and this raises `" + types + "`"
                                 : "a constant cannot fail, and the call of " + quoted(one.who) + " may, with `" + types + "`";
  } else {
    message = one.who == "raise" ? "this raises `" + types + "`, and `" + function_.name + "` does not"
                                 : "the call of " + quoted(one.who) + " may fail with `" + types + "`, and `" + function_.name +
                                       "` does not raise it";
  }
  return diagnostics_.error("D502", one.span, message).suggest(failure_advice(one.failures));
}

void Body::report_lacks() {
  std::stable_sort(lacks_.begin(), lacks_.end(), [](const Lack& one, const Lack& other) { return one.span.begin < other.span.begin; });
  for (std::size_t at = 0; at < lacks_.size(); ++at) {
    const Lack& one = lacks_[at];
    const auto same = [&](const Lack& other) {
      return !one.unmarked && !other.unmarked && one.capabilities == other.capabilities && one.failures == other.failures;
    };
    if (std::any_of(lacks_.begin(), lacks_.begin() + static_cast<std::ptrdiff_t>(at), same)) continue;
    diagnostics::Diagnostic& error = report_lack(one);
    for (std::size_t later = at + 1; later < lacks_.size(); ++later) {
      if (same(lacks_[later])) error.label(lacks_[later].span, "and here");
    }
  }
}

void Body::check_matches() {
  for (const auto& [expression, spans, broken] : matches_) {
    auto& match = std::get<MatchExpr>(expression->node);
    std::vector<const Pattern*> rows;
    Type* type = solver_.normalized_head(match.scrutinee->type);
    // What a pattern with a mistake was meant to cover is unknown.
    if (broken || is_mistaken(type)) continue;
    for (const std::size_t at : unreachable(solver_, match.arms, type)) {
      auto& error = diagnostics_.error("D611", spans[at], "this arm can never match: the arms above it cover it");
      for (std::size_t earlier = 0; earlier < at; ++earlier) {
        if (match.arms[earlier].guard == nullptr && !useful(solver_, {match.arms[earlier].pattern}, match.arms[at].pattern, type)) {
          error.label(spans[earlier], "this one covers it");
          break;
        }
      }
    }
    for (const Arm& arm : match.arms) {
      if (arm.guard == nullptr) rows.push_back(arm.pattern);
    }
    const std::string missing = uncovered(solver_, rows, type);
    if (!missing.empty()) {
      diagnostics_.error("D610", match.scrutinee->span, "this `match` does not cover `" + missing + "`")
          .suggest("add an arm for it, or `_ => ..`");
    }
  }
}

/// Naming one case of a failure type asks for all of them (F9).
void Body::check_catches() {
  for (const CaughtUse& caught : catches_) {
    if (caught.broken) continue;
    Expr* expression = caught.expression;
    auto& node = std::get<CatchExpr>(expression->node);
    std::map<const TypeDecl*, std::vector<const Pattern*>> rows;
    std::map<const TypeDecl*, Type*> errors;
    bool total = false;
    const Row raised = flattened(*node.handled);
    const auto is_taken = [&](const auto& entry) {
      const Type* error = resolved(entry.second);
      return error->kind != Kind::nominal || uncovered(solver_, rows[error->decl], entry.second).empty();
    };
    for (const CatchArm& arm : node.arms) {
      if (arm.error == nullptr) {
        // `_` stands for what the arms above it leave of the known failures (F10).
        const bool leaves_nothing = !caught.unsure && raised.unlabeled.empty() && !raised.entries.empty() &&
                                    std::all_of(raised.entries.begin(), raised.entries.end(), is_taken);
        if (total || leaves_nothing) {
          diagnostics_.error("D611", arm.arm.pattern->span, "this arm can never match: the arms above it cover it");
        }
        total = total || arm.arm.guard == nullptr;
        continue;
      }
      const Type* error = resolved(arm.error);
      if (error->kind != Kind::nominal) continue;
      if (total || !useful(solver_, rows[error->decl], arm.arm.pattern, arm.error)) {
        diagnostics_.error("D611", arm.arm.pattern->span, "this arm can never match: the arms above it cover it");
      }
      // A name commits to nothing; with a guard it covers nothing either (F9, F11).
      if (arm.arm.guard == nullptr || !std::holds_alternative<BindPattern>(arm.arm.pattern->node)) errors[error->decl] = arm.error;
      if (arm.arm.guard == nullptr) rows[error->decl].push_back(arm.arm.pattern);
    }
    for (const auto& [decl, error] : errors) {
      const std::string missing = uncovered(solver_, rows[decl], error);
      if (missing.empty()) continue;
      if (total) {
        node.partial.push_back(error);
      } else {
        diagnostics_
            .error("D508", expression->span,
                   "naming one case of `" + decl->name + "` asks for all of them, and this `catch` does not cover `" + missing + "`")
            .suggest("add an arm for it, or `_ => ..`");
      }
    }
  }
}

void Body::check_refutable() {
  for (const Refutable& pattern : refutable_) {
    const std::string missing = uncovered(solver_, {pattern.pattern}, pattern.pattern->type);
    if (!missing.empty() && !is_error(pattern.pattern->type)) {
      diagnostics_
          .error(
              "D612", pattern.span,
              std::string("the pattern of a `") + pattern.where + "` must match every value, and this one does not match `" + missing + "`")
          .suggest("use `match`");
    }
  }
}

/// What a polymorphic function is for is not known to anything around it: no type there may depend on its parameters (T30).
void Body::check_polymorphic() {
  for (const Polymorphic& function : polymorphic_) {
    const auto around = [&](const Expr* expression) {
      return std::none_of(polymorphic_.begin(), polymorphic_.end(), [&](const Polymorphic& one) {
        return one.type->binders == function.type->binders && expression->span.begin >= one.span.begin && expression->span.end <= one.span.end;
      });
    };
    const bool escapes = std::any_of(made_.begin(), made_.end(), [&](const Expr* expression) {
      return expression->type != nullptr && around(expression) && mentions_one_of(expression->type, function.type->binders);
    });
    if (!escapes) continue;
    diagnostics_.error("D401", function.span, "expected `" + to_string(function.type) + "`, and this function depends on the type of something around it");
  }
}

void Body::judge() {
  for (RowVar* room : widenings_) {
    if (room->solution == nullptr) room->solution = solver_.empty_row();
  }
  check_operators();
  check_numbers();
  check_marks();
  report_lacks();
  check_matches();
  check_catches();
  check_refutable();
  check_sharing();
  check_unsolved();
  check_polymorphic();
  settle_adapted();
  for (Expr* expression : made_) {
    if (expression->type != nullptr) expression->type = solver_.normalized(expression->type);
  }
  if (diagnostics_.has_errors()) return;
  for (const Expr* expression : made_) {
    if (const auto* call = std::get_if<CallExpr>(&expression->node)) {
      world_.instantiations.use_callee(solver_, function_, call->callee, expression->span);
    }
    if (const auto* function = std::get_if<FunctionExpr>(&expression->node)) {
      world_.instantiations.use_callee(solver_, function_, function->callee, expression->span);
    }
  }
}

}  // namespace khora2cpp::types
