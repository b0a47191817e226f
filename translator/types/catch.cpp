// `catch` (syntax-and-types.md 5.2): what the operand raises, which arms take what, what goes on outward.
#include <algorithm>
#include <cctype>

#include "types/body.hpp"

namespace khora2cpp::types {

namespace {

/// The path by which an arm names a failure type; null for `_`, a name and everything else.
const syntax::Path* named_type(const syntax::Pattern& pattern) {
  if (const auto* constructor = std::get_if<syntax::ConstructorPattern>(&pattern.node)) return &constructor->path;
  if (const auto* record = std::get_if<syntax::RecordPattern>(&pattern.node)) return &record->path;
  return nullptr;
}

}  // namespace

/// Everything that was raised in an operand: one entry a name, and apart from those the names under which different types are raised.
Body::Raised Body::raised_in(const Sink& sink) {
  Raised raised;
  raised.row = solver_.empty_row();
  for (const FailureUse& use : sink) {
    solver_.normalize_row(use.row);
    const Row flat = flattened(*use.row);
    raised.row->is_unsure = raised.row->is_unsure || flat.is_unsure;
    for (const auto& [label, type] : flat.entries) {
      const auto [at, added] = raised.row->entries.emplace(label, type);
      if (!added && !solver_.unify(at->second, type)) raised.several.emplace(label, std::make_pair(at->second, type));
    }
    for (Type* type : flat.unlabeled) solver_.include_unlabeled(raised.row, type);
    for (const RowTail& tail : flat.tails) solver_.add_tail(raised.row, tail);
    if (use.callee != nullptr) raised.callees.push_back(use.callee);
  }
  return raised;
}

bool Body::unsure(const Raised& raised) {
  return raised.broken || raised.row->is_unsure ||
         std::any_of(raised.callees.begin(), raised.callees.end(), [&](const Function* one) { return bodies_.row_is_unsure(*one); });
}

/// The failure type that an arm names, among those that the operand raises (F9, F12).
Type* Body::caught_type(const syntax::Pattern& pattern, const syntax::Path& path, const Raised& raised, const std::string& listed) {
  TypeDecl* decl = world_.find_type(path.segments.front().text, types_);
  if (decl == nullptr) return nullptr;  // the pattern's own check says so
  for (const auto& [label, entry] : raised.row->entries) {
    const Type* known = resolved(entry);
    if (const auto both = raised.several.find(label); both != raised.several.end()) {
      if (decl->name != label) continue;
      diagnostics_
          .error(
              "D506", pattern.span,
              "the operand raises `" + label + "` as " + distinct(both->second.first, both->second.second) + ", so an arm cannot name it")
          .suggest("take both with `_` alone, or handle one of them with a `catch` of its own");
      return nullptr;
    }
    if (known->kind == Kind::nominal && known->decl == decl) return entry;
  }
  if (unsure(raised)) return nullptr;
  diagnostics_.error("D509", pattern.span,
                     raised.row->entries.empty() ? "the operand of this `catch` raises nothing that an arm could name"
                                                 : "the operand of this `catch` does not raise `" + decl->name + "`, but " + listed);
  return nullptr;
}

Expr* Body::infer_catch(Span span, const syntax::CatchExpr& node, const std::function<Expr*(Type*)>& infer_operand, Type* expected) {
  Sink sink;
  const std::size_t errors_outside = diagnostics_.mistakes();
  sinks_.push_back(&sink);
  Expr* operand = infer_operand(expected);
  sinks_.pop_back();
  Raised raised = raised_in(sink);
  raised.broken = diagnostics_.mistakes() != errors_outside;
  const Row& row = *raised.row;
  const std::size_t errors_before = diagnostics_.mistakes();
  CatchExpr made{operand, {}, raised.row, false};
  Type* type = nullptr;
  if (resolved(operand->type)->kind != Kind::never) {
    type = solver_.fresh(span);
    join(type, operand->type);
  }
  std::set<std::string> committed;
  bool total = false;
  const bool open = std::any_of(row.tails.begin(), row.tails.end(), [](const RowTail& tail) { return tail.variable == nullptr; });
  const std::size_t known = row.entries.size() + row.unlabeled.size();
  std::string listed;
  const auto list = [&](const std::string& text) { listed += (listed.empty() ? "`" : ", `") + text + "`"; };
  for (const auto& [label, error] : row.entries) list(to_string(error));
  for (const Type* error : row.unlabeled) list(to_string(error));
  for (const RowTail& tail : row.tails) {
    Row one;
    one.tails.push_back(tail);
    if (tail.variable == nullptr) list(to_string(one, true));
  }
  bool broken = false;
  for (const syntax::Arm& arm : node.arms) {
    push_scope();
    CatchArm one;
    one.arm.span = arm.span;
    one.arm.leading = &arm.leading;
    const std::size_t errors = diagnostics_.mistakes();
    bool unknown = false;  // which failure the arm is meant to take
    if (const syntax::Path* path = named_type(*arm.pattern)) {
      one.error = caught_type(*arm.pattern, *path, raised, listed);
      unknown = one.error == nullptr;
      if (unknown) one.error = solver_.error();
      else committed.insert(resolved(one.error)->decl->name);
      one.arm.pattern = check_pattern(*arm.pattern, one.error, false);
    } else if (const auto* name = std::get_if<syntax::NamePattern>(&arm.pattern->node); name != nullptr && std::isupper(static_cast<unsigned char>(name->name.text[0])) != 0) {
      std::vector<const TypeDecl*> meant;
      for (const auto& [label, entry] : row.entries) {
        if (resolved(entry)->kind == Kind::nominal) meant.push_back(resolved(entry)->decl);
      }
      report_bare_case(arm.pattern->span, name->name.text, meant, "a name that binds begins with a small letter");
      world_.program.patterns.push_back({arm.pattern->span, solver_.error(), WildcardPattern{}});
      one.arm.pattern = &world_.program.patterns.back();
    } else if (name != nullptr) {
      if (known + raised.several.size() > 1 || open) {
        diagnostics_.error("D507", arm.pattern->span, "`" + name->name.text + "` would stand for several failures: " + listed)
            .suggest("name a case, such as `Type::Case(..)`, or use `_`");
      } else if (known == 0 && !unsure(raised)) {
        diagnostics_.error("D509", arm.pattern->span, "the operand of this `catch` raises nothing");
      }
      // The name stands for the one failure that is known by now.
      for (const FailureUse& use : sink) close(*use.row);
      one.error = !row.entries.empty() ? row.entries.begin()->second : !row.unlabeled.empty() ? row.unlabeled[0] : solver_.error();
      if (!arm.guard) {
        for (const auto& [label, entry] : row.entries) committed.insert(label);
        total = true;
      }
      one.arm.pattern = check_pattern(*arm.pattern, one.error, false);
    } else {
      if (!std::holds_alternative<syntax::WildcardPattern>(arm.pattern->node) &&
          !std::holds_alternative<syntax::BadPattern>(arm.pattern->node)) {
        diagnostics_.error("D401", arm.pattern->span, "an arm of `catch` names a failure: a case, a wrapper, a record or `_`");
      }
      world_.program.patterns.push_back({arm.pattern->span, solver_.error(), WildcardPattern{}});
      one.arm.pattern = &world_.program.patterns.back();
      if (!arm.guard) total = true;
    }
    broken = broken || unknown || diagnostics_.mistakes() != errors;
    if (arm.guard) one.arm.guard = check_condition(*arm.guard, "a guard");
    one.arm.body = infer(*arm.body, expected != nullptr ? expected : type);
    join_arm(one.arm.body, type, arm.body->span, [&](Type* first, Type* other) {
      diagnostics_.error("D402", arm.body->span,
                         "the operand of this `catch` answers `" + to_string(first) + "`, and this arm `" + to_string(other) + "`");
    });
    pop_scope();
    made.arms.push_back(one);
  }
  const bool only_wildcards = std::all_of(node.arms.begin(), node.arms.end(), [](const syntax::Arm& arm) {
    return std::holds_alternative<syntax::WildcardPattern>(arm.pattern->node);
  });
  if (known == 0 && row.tails.empty() && !is_error(operand->type) && only_wildcards && !unsure(raised)) {
    diagnostics_.warning("D509", span, "the operand of this `catch` raises nothing, so its arms never run");
  }
  // After a mistake in an arm nobody knows what it was meant to take.
  if (diagnostics_.mistakes() == errors_before || !broken) {
    pass_on(sink, committed, total, made);
  }
  if (type != nullptr) {
    adapt(made.operand, type, span, "the operand of a `catch`");
    for (CatchArm& arm : made.arms) adapt(arm.arm.body, type, arm.arm.body->span, "the value of an arm");
  }
  Expr* result = make(span, type != nullptr ? type : solver_.never(), std::move(made));
  catches_.push_back({result, broken, unsure(raised)});
  return result;
}

/// What no arm takes goes on outward, and an open tail always does (F10).
void Body::pass_on(const Sink& sink, const std::set<std::string>& committed, bool total, CatchExpr& made) {
  for (const FailureUse& use : sink) {
    Row* part = solver_.empty_row();
    const Row flat = flattened(*use.row);
    if (!total) {
      for (const auto& [label, entry] : flat.entries) {
        if (!committed.contains(label)) part->entries[label] = entry;
      }
      part->unlabeled = flat.unlabeled;
    }
    part->tails = flat.tails;
    if (part->entries.empty() && part->unlabeled.empty() && part->tails.empty()) continue;
    made.leaves_open = true;
    raise(part, use.span, use.who, use.callee);
  }
}

}  // namespace khora2cpp::types
