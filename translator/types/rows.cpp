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
      if (frames_[frame].named != nullptr && frames_[frame].named->entries.contains(label)) {
        return CapabilityArgument{label, wanted, lambda_capability(frame, label, frames_[frame].named->entries.at(label))};
      }
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
    if (frames_[frame].named != nullptr && frames_[frame].named->entries.contains(label)) {
      return CapabilityArgument{label, wanted, lambda_capability(frame, label, frames_[frame].named->entries.at(label))};
    }
    --frame;
  }
  if (frames_.size() > 1) {
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
  if (function_.capabilities->is_unsure) return std::nullopt;
  std::pair<std::string, std::string> missing(label, to_string(wanted));
  std::vector<std::pair<std::string, std::string>>& known = lack(span, who).capabilities;
  if (std::find(known.begin(), known.end(), missing) == known.end()) known.push_back(std::move(missing));
  return std::nullopt;
}

std::vector<CapabilityArgument> Body::capability_arguments(const Row& declared, Row* instantiated, Span span, const std::string& who) {
  std::vector<CapabilityArgument> arguments;
  for (const auto& [label, effect] : declared.entries) {
    const auto at = instantiated->entries.find(label);
    if (const auto argument = require(label, at != instantiated->entries.end() ? at->second : effect, span, who)) {
      arguments.push_back(*argument);
    }
  }
  return arguments;
}

/// The entries of an associated row (`Iterator::Effects`) are passed as data, not as parameters.
std::vector<CapabilityArgument> Body::effect_arguments(const Row& declared, Row* instantiated, Span span, const std::string& who) {
  std::vector<CapabilityArgument> arguments;
  const bool projected =
      std::any_of(declared.tails.begin(), declared.tails.end(), [](const RowTail& tail) { return tail.projection != nullptr; });
  if (!projected) return arguments;
  for (const RowTail& tail : instantiated->tails) {
    if (tail.projection == nullptr) continue;
    const Type* row = solver_.normalized_head(tail.projection);
    if (row->kind != Kind::row) continue;
    const Row flat = flattened(*row->row);
    // What a row variable of this function stands for is bound into the functions it is given, and is not at hand by itself.
    if (std::any_of(flat.tails.begin(), flat.tails.end(), [](const RowTail& one) { return one.parameter != nullptr; })) {
      diagnostics_.error("D510", span, quoted(who) + " is to be handed the capabilities of `" + to_string(flat, false) + "`, and this function does not know them")
          .suggest("call it where they are known");
    }
    for (const auto& [label, effect] : flat.entries) {
      if (const auto argument = require(label, effect, span, who)) arguments.push_back(*argument);
    }
  }
  return arguments;
}

/// What a row asks for beyond the entries that are passed: the entries of its solved tails must be available, its rigid tails must be
/// tails of the function too. Tails that are still open are looked at when the body is done.
void Body::require_row(Row* row, const std::map<std::string, Type*>& passed, Span span, const std::string& who) {
  solver_.normalize_row(row);
  const Row flat = flattened(*row);
  for (const auto& [label, effect] : flat.entries) {
    if (!passed.contains(label)) require(label, effect, span, who);
  }
  for (const RowTail& tail : flat.tails) {
    if (tail.variable != nullptr) continue;
    if (tail.projection != nullptr && solver_.normalized_head(tail.projection)->kind == Kind::row) continue;
    const auto same = [&](const RowTail& own) {
      if (own == tail) return true;
      return own.projection != nullptr && tail.projection != nullptr && solver_.unify(own.projection, tail.projection);
    };
    const auto has = [&](const Row* supplied) {
      const Row own = flattened(*supplied);
      return std::any_of(own.tails.begin(), own.tails.end(), same);
    };
    // A row variable that the expected type of a lambda names is the business of whoever calls the lambda (K22).
    const bool named = tail.parameter != nullptr && std::any_of(frames_.begin(), frames_.end(), [&](const Frame& frame) {
                         return frame.named != nullptr && has(frame.named);
                       });
    if (named || has(function_.capabilities) || function_.capabilities->is_unsure) continue;
    if (frames_.size() > 1) {
      std::vector<RowTail>& own = frames_.back().tails;
      if (std::none_of(own.begin(), own.end(), same)) own.push_back(tail);
      continue;
    }
    if (function_.capabilities_inferred) {
      function_.capabilities->tails.push_back(tail);
      continue;
    }
    Row one;
    one.tails.push_back(tail);
    diagnostics_.error("D510", span, quoted(who) + " needs `" + to_string(one, false) + "`, which this function does not require")
        .suggest("add `with " + to_string(one, false) + "` to `" + function_.name + "`");
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
