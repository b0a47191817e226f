// Rows at calls: which local serves a capability, what a body raises, what is left to report (syntax-and-types.md 5, 6).
#include <algorithm>

#include "types/body.hpp"

namespace khora2cpp::types {

Local* Body::lambda_capability(std::size_t frame, const std::string& label, Type* effect) {
  Lambda* lambda = frames_[frame].lambda;
  for (Local* local : lambda->capabilities) {
    if (local->name == label) return local;
  }
  world_.program.locals.push_back({Local::Origin::capability, label, effect, false, {}, lambda});
  lambda->capabilities.push_back(&world_.program.locals.back());
  return lambda->capabilities.back();
}

/// The effect that the expected type of the lambda passes under the label; null when it names none.
Type* Body::named_effect(std::size_t frame, const std::string& label) const {
  if (frames_[frame].named == nullptr) return nullptr;
  const Row named = passed(*frames_[frame].named);
  const auto entry = named.entries.find(label);
  return entry == named.entries.end() ? nullptr : entry->second;
}

/// Whether something around this place serves the label, so that it is captured here (K22).
bool Body::is_at_hand(const std::string& label, Type* effect) {
  for (std::size_t frame = frames_.size(); frame-- > 1;) {
    if (named_effect(frame, label) != nullptr) return true;
  }
  return std::any_of(scopes_.begin(), scopes_.end(), [&](const Scope& scope) {
    const auto at = scope.names.find(label);
    if (at != scope.names.end() && at->second != nullptr && solver_.unifies(at->second->type, effect)) return true;
    return std::any_of(scope.providers.begin(), scope.providers.end(), [&](const Provider& provider) { return solver_.unifies(provider.effect, effect); });
  });
}

/// The local that serves `label` here, from the innermost scope outward. A label that the row of a lambda's expected type names is that
/// lambda's parameter, also where the label is bound outside (K22); one that nobody supplies becomes a requirement of the innermost lambda
/// (K23), or of a private function whose row is inferred (T44).
std::optional<CapabilityArgument> Body::require(const std::string& label, Type* effect, Span span, const std::string& who) {
  Type* wanted = solver_.normalized_head(effect);
  if (is_error(wanted)) return std::nullopt;
  std::size_t frame = frames_.size() - 1;
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
    // Leaving a lambda: its expected type's row comes before anything outside.
    while (frame > scope->frame) {
      if (Type* named = named_effect(frame, label)) return CapabilityArgument{label, wanted, lambda_capability(frame, label, named)};
      --frame;
    }
    if (const auto at = scope->names.find(label); at != scope->names.end() && at->second != nullptr) {
      Local* local = at->second;
      if (is_error(local->type)) return std::nullopt;
      if (solver_.unify(local->type, wanted)) return CapabilityArgument{label, wanted, local};
      const Type* type = solver_.normalized_head(local->type);
      if (type->kind == Kind::nominal && type->decl->shape == TypeDecl::Shape::effect) {
        diagnostics_
            .error("D511", span,
                   quoted(who) + " needs `" + label + ": " + to_string(wanted) + "`, and `" + label + "` is `" + to_string(local->type) +
                       "` here")
            .label(local->span, "bound here");
        return std::nullopt;
      }
      // A plain local of that name and another type hides nothing that could serve (K10): look further out.
    }
    for (const Provider& provider : scope->providers) {
      if (is_error(provider.effect)) return std::nullopt;
      if (!solver_.unify(provider.effect, wanted)) continue;
      provided_.insert(provider.local);
      return CapabilityArgument{label, wanted, provider.local};
    }
  }
  while (frame > 0) {
    if (Type* named = named_effect(frame, label)) return CapabilityArgument{label, wanted, lambda_capability(frame, label, named)};
    --frame;
  }
  const auto missing = [&]() -> std::optional<CapabilityArgument> {
    if (function_.capabilities->is_unsure) return std::nullopt;
    std::pair<std::string, std::string> what(label, to_string(wanted));
    std::vector<std::pair<std::string, std::string>>& known = lack(span, who).capabilities;
    if (std::find(known.begin(), known.end(), what) == known.end()) known.push_back(std::move(what));
    return std::nullopt;
  };
  if (frames_.size() > 1) {
    if (is_settling_rows_) return missing();  // the lambda's type is known by now
    return CapabilityArgument{label, wanted, lambda_capability(frames_.size() - 1, label, wanted)};
  }
  for (Local* local : function_.capability_locals) {
    if (local->name != label) continue;
    if (solver_.unify(local->type, wanted)) return CapabilityArgument{label, wanted, local};
    diagnostics_.error("D511", span,
                       quoted(who) + " needs `" + label + ": " + to_string(wanted) + "`, and this function already needs it as `" +
                           to_string(local->type) + "`");
    return std::nullopt;
  }
  const bool is_entry = function_.name == "main" && function_.role == Function::Role::function;
  if (function_.capabilities_inferred && !is_entry) {
    function_.capabilities->entries[label] = wanted;
    world_.program.locals.push_back({Local::Origin::capability, label, wanted, false, span, nullptr});
    function_.capability_locals.push_back(&world_.program.locals.back());
    return CapabilityArgument{label, wanted, function_.capability_locals.back()};
  }
  return missing();
}

std::vector<CapabilityArgument> Body::capability_arguments(const std::map<std::string, Type*>& entries, Span span, const std::string& who) {
  std::vector<CapabilityArgument> arguments;
  for (const auto& [label, effect] : entries) {
    if (const auto argument = require(label, effect, span, who)) arguments.push_back(*argument);
  }
  return arguments;
}

/// What serves a row that only the caller of this function, or of a lambda in it, knows: the innermost lambda whose expected type names the
/// row, or the function.
std::optional<TailArgument> Body::tail_at_hand(const RowTail& tail) {
  const auto same = [&](const RowTail& own) {
    if (own == tail) return true;
    return own.projection != nullptr && tail.projection != nullptr && solver_.unify(own.projection, tail.projection);
  };
  const auto has = [&](const Row& row) {
    const Row own = flattened(row);
    return std::any_of(own.tails.begin(), own.tails.end(), same);
  };
  for (std::size_t frame = frames_.size(); frame-- > 1;) {
    const Frame& one = frames_[frame];
    if ((one.named != nullptr && has(*one.named)) || std::any_of(one.tails.begin(), one.tails.end(), same)) {
      return TailArgument{tail, one.lambda};
    }
  }
  if (has(*function_.capabilities)) return TailArgument{tail, nullptr};
  return std::nullopt;
}

/// What serves such a row here. One that nothing has becomes a requirement of the innermost lambda (K22, K23), or of a private function whose
/// row is inferred (T44).
std::optional<TailArgument> Body::require_tail(const RowTail& tail, Span span, const std::string& who) {
  if (const auto found = tail_at_hand(tail)) return found;
  if (frames_.size() > 1 && !is_settling_rows_) {
    frames_.back().tails.push_back(tail);
    return TailArgument{tail, frames_.back().lambda};
  }
  if (function_.capabilities_inferred && frames_.size() == 1) {
    function_.capabilities->tails.push_back(tail);
    return TailArgument{tail, nullptr};
  }
  if (function_.capabilities->is_unsure) return std::nullopt;
  if (std::find(missing_tails_.begin(), missing_tails_.end(), tail) != missing_tails_.end()) return std::nullopt;
  missing_tails_.push_back(tail);
  Row one;
  one.tails.push_back(tail);
  diagnostics_.error("D510", span, quoted(who) + " needs `" + to_string(one, false) + "`, which this function does not require")
      .suggest("add `with " + to_string(one, false) + "` to `" + function_.name + "`");
  return std::nullopt;
}

std::vector<TailArgument> Body::tail_arguments(const Row& row, Span span, const std::string& who) {
  std::vector<TailArgument> arguments;
  for (const RowTail& tail : passed_tails(row)) {
    if (const auto argument = require_tail(tail, span, who)) arguments.push_back(*argument);
  }
  return arguments;
}

/// What serves a row that is passed: nothing can be added to it any more (T48).
RowArgument Body::row_argument(Row* row, Span span, const std::string& who) {
  is_open(row);
  for (const RowTail& tail : passed(*row).tails) {
    if (tail.variable != nullptr) tail.variable->solution = solver_.empty_row();
  }
  return {capability_arguments(passed(*row).entries, span, who), tail_arguments(*row, span, who)};
}

/// Whether what is passed with the row is not all known yet.
bool Body::is_open(Row* row) {
  settle_associated(row);
  const std::vector<RowTail> tails = passed(*row).tails;
  return std::any_of(tails.begin(), tails.end(), [](const RowTail& tail) { return tail.variable != nullptr; });
}

/// Serves a row now, or when the body is done and the row is known. Then it is served by what is in scope here.
void Body::serve(Row* row, Span span, const std::string& who, const std::function<void(RowArgument)>& fill) {
  if (is_open(row)) {
    open_rows_.push_back({row, span, who, scopes_, frames_, fill});
  } else {
    fill(row_argument(row, span, who));
  }
}

void Body::settle_rows() {
  is_settling_rows_ = true;
  for (OpenRow& open : open_rows_) {
    std::swap(scopes_, open.scopes);
    std::swap(frames_, open.frames);
    open.fill(row_argument(open.row, open.span, open.who));
    std::swap(scopes_, open.scopes);
    std::swap(frames_, open.frames);
  }
  open_rows_.clear();
  is_settling_rows_ = false;
}

/// What bound rows stand for is captured where functions are given, and has to be at hand all the same. Tails that are still open are
/// empty.
void Body::require_bound(Row* row, Span span, const std::string& who) {
  solver_.normalize_row(row);
  const Row all = flattened(*row);
  const Row part = passed(*row);
  for (const auto& [label, effect] : all.entries) {
    if (!part.entries.contains(label)) require(label, effect, span, who);
  }
  for (const RowTail& tail : all.tails) {
    if (tail.variable == nullptr && std::find(part.tails.begin(), part.tails.end(), tail) == part.tails.end()) require_tail(tail, span, who);
  }
}

void Body::note_mark(Row* row, bool marked, Span span, const std::string& who, const Function* callee) {
  marks_.push_back({row, marked, span, who, callee});
}

/// All that a body raises, as one row. Entries under one name must agree (F3).
Row* Body::collected(const Sink& sink, Span) {
  Row* row = solver_.empty_row();
  for (const FailureUse& use : sink) {
    const Row flat = flattened(*use.row);
    row->is_unsure = row->is_unsure || flat.is_unsure;
    for (const auto& [label, type] : flat.entries) {
      const auto [at, added] = row->entries.emplace(label, type);
      if (!added && !solver_.unify(at->second, type)) {
        diagnostics_
            .error("D505", use.span,
                   "`" + label + "` is raised here as `" + told_apart(type, at->second) + "`, and elsewhere in this body as `" +
                       told_apart(at->second, type) + "`")
            .suggest("a row holds each name once; handle one of them with `catch` where it is raised");
      }
    }
    for (Type* type : flat.unlabeled) {
      solver_.include_unlabeled(row, type);
    }
    for (const RowTail& tail : flat.tails) {
      if (std::find(row->tails.begin(), row->tails.end(), tail) == row->tails.end()) row->tails.push_back(tail);
    }
  }
  return row;
}

void Body::report_misfit(const RowMisfit& misfit, Span span, const std::string& who) {
  switch (misfit.reason) {
    case RowMisfit::Reason::one_type_only:
      diagnostics_
          .error("D504", span,
                 "only one failure type fits here, and this raises both `" + to_string(misfit.other) + "` and `" + to_string(misfit.type) +
                     "`")
          .suggest("handle several with `catch`");
      return;
    case RowMisfit::Reason::two_instantiations:
      diagnostics_
          .error("D505", span, "a row can hold `" + misfit.label + "` only one way, and here it is " + distinct(misfit.other, misfit.type))
          .suggest("handle one of them earlier");
      return;
    default: {
      std::string what = misfit.type != nullptr ? to_string(misfit.type) : "";
      if (misfit.tail != nullptr) {
        Row row;
        row.tails.push_back(*misfit.tail);
        what = to_string(row, true);
      }
      diagnostics_.error("D503", span, "this can fail with `" + what + "`, and the type of " + who + " has no room for that failure")
          .suggest("handle it inside with `catch`; that type has no `raises " + what + "`");
    }
  }
}

}  // namespace khora2cpp::types
