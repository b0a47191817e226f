// Record literals and updates (syntax-and-types.md 4.3).
#include <algorithm>
#include <set>

#include "types/body.hpp"

namespace khora2cpp::types {

Type* Body::open_nominal(const TypeDecl& decl, Span span, Substitution* substitution) {
  std::vector<Type*> arguments;
  for (const TypeParam* parameter : decl.parameters) {
    Type* argument = parameter->kind == TypeParam::Kind::row ? solver_.row_type(solver_.open_row(parameter)) : solver_.fresh(span);
    if (substitution != nullptr) substitution->set(parameter, argument);
    arguments.push_back(argument);
    for (const TypeParam::Bound& bound : parameter->bounds) need(bound.trait, {}, argument, span, decl.name);
  }
  return solver_.nominal(&decl, std::move(arguments));
}

Expr* Body::infer_record(const syntax::Expr& written, const syntax::RecordExpr& record, Type* expected) {
  const Span span = written.span;
  std::vector<std::string> names;
  for (const syntax::FieldInit& field : record.fields) names.push_back(field.name.text);
  std::sort(names.begin(), names.end());
  const TypeDecl* decl = nullptr;
  Type* known = expected != nullptr ? solver_.normalized_head(expected) : nullptr;
  if (known != nullptr && known->kind == Kind::nominal) {
    if (known->decl->shape == TypeDecl::Shape::effect) return infer_handler(span, *known->decl, record.fields, expected, span);
    if (known->decl->shape == TypeDecl::Shape::record) decl = known->decl;
  }
  if (decl == nullptr) {
    // Without an expected record the one in scope with exactly these fields is meant (T17).
    std::vector<const TypeDecl*> candidates;
    for (const auto& [name, binding] : world_.names(types_).types) {
      const auto found = world_.types.find(binding.item.item);
      if (found == world_.types.end() || found->second->shape != TypeDecl::Shape::record) continue;
      std::vector<std::string> fields;
      for (const Field& field : found->second->fields) fields.push_back(field.name);
      std::sort(fields.begin(), fields.end());
      if (fields == names && std::find(candidates.begin(), candidates.end(), found->second) == candidates.end()) {
        candidates.push_back(found->second);
      }
    }
    if (candidates.size() == 1) {
      decl = candidates[0];
    } else {
      std::string listed;
      for (const std::string& name : names) listed += (listed.empty() ? "`" : ", `") + name + "`";
      // It may be a literal of a type that could not be understood, or of one that an import did not find.
      const bool meant_unknown =
          (known != nullptr && known->kind == Kind::error) || (candidates.empty() && !names.empty() && world_.misses_types(types_));
      if (meant_unknown) {
        diagnostics_.meet_again();
      } else if (names.empty() && candidates.empty()) {
        diagnostics_.error("D409", span, "`{}` is the value of a record without fields, and none fits here")
            .suggest("for no value write `()`");
      } else if (candidates.empty()) {
        diagnostics_.error("D407", span, "no record in scope has exactly the fields " + listed)
            .suggest("declare one with `type Name = { .. };`, or say which type is meant");
      } else {
        std::string types;
        for (const TypeDecl* candidate : candidates) types += (types.empty() ? "`" : ", `") + candidate->name + "`";
        diagnostics_.error("D408", span, "several records have the fields " + listed + ": " + types)
            .suggest("say which type is meant: `let x: Type = { .. };`");
      }
      for (const syntax::FieldInit& field : record.fields) infer(*field.value, nullptr);
      return bad(span);
    }
  }
  Substitution substitution;
  Type* type = open_nominal(*decl, span, &substitution);
  if (expected != nullptr) solver_.unify(type, expected);
  const bool hidden = report_hidden_record(*decl, span);
  RecordExpr made{decl, nullptr, {}};
  std::set<std::string> meant;
  for (const syntax::FieldInit& field : record.fields) {
    const auto at = std::find_if(decl->fields.begin(), decl->fields.end(), [&](const Field& one) { return one.name == field.name.text; });
    if (at == decl->fields.end()) {
      const std::string close = near_field(decl->fields, field.name.text);
      auto& error = diagnostics_.error("D410", field.name.span, "`" + decl->name + "` has no field `" + field.name.text + "`");
      if (!close.empty()) error.suggest("did you mean `" + close + "`?");
      meant.insert(close);
      infer(*field.value, nullptr);
      continue;
    }
    const auto index = static_cast<std::size_t>(at - decl->fields.begin());
    if (std::any_of(made.fields.begin(), made.fields.end(), [&](const auto& one) { return one.first == index; })) {
      diagnostics_.error("D410", field.name.span, "the field `" + field.name.text + "` is given twice");
    }
    made.fields.emplace_back(index, check(*field.value, substitution.empty() ? at->type : substitution.apply(solver_, at->type),
                                          "the field `" + at->name + "`"));
  }
  const auto is_given = [&](std::size_t at) {
    return std::any_of(made.fields.begin(), made.fields.end(), [&](const auto& one) { return one.first == at; });
  };
  const std::string missing = missing_fields(decl->fields, is_given, meant);
  if (!missing.empty() && !hidden) diagnostics_.error("D410", span, "this `" + decl->name + "` also needs " + missing);
  return make(span, type, std::move(made));
}

std::string Body::near_field(const std::vector<Field>& fields, const std::string& name) {
  std::vector<std::string> candidates;
  for (const Field& one : fields) candidates.push_back(one.name);
  return near_miss(name, candidates);
}

std::string Body::missing_fields(const std::vector<Field>& fields, const std::function<bool(std::size_t)>& is_given,
                                 const std::set<std::string>& meant) {
  std::string missing;
  for (std::size_t at = 0; at < fields.size(); ++at) {
    if (!is_given(at) && !meant.contains(fields[at].name)) missing += (missing.empty() ? "`" : ", `") + fields[at].name + "`";
  }
  return missing;
}

/// A value of a record with a private field is built only where the type is declared (T7). True when that was reported.
bool Body::report_hidden_record(const TypeDecl& decl, Span span) {
  if (opens(decl)) return false;
  for (const Field& field : decl.fields) {
    if (field.is_pub) continue;
    diagnostics_
        .error(
            "D310", span,
            "`" + decl.name + "` can be built only in module `" + decl.module->path + "`, since its field `" + field.name + "` is private")
        .suggest("call a function that returns one, or make every field `pub`");
    return true;
  }
  return false;
}

Expr* Body::infer_update(const syntax::Expr& written, const syntax::RecordExpr& record, Type* expected) {
  const Span span = written.span;
  Expr* base = infer(*record.base, expected);
  Type* type = head(base);
  if (is_error(type)) return bad(span);
  if (type->kind != Kind::nominal || type->decl->shape != TypeDecl::Shape::record) {
    diagnostics_.error("D411", record.base->span, "only a record can be updated, and this is `" + to_string(type) + "`");
    return bad(span);
  }
  const TypeDecl& decl = *type->decl;
  report_hidden_record(decl, span);
  Substitution substitution;
  for (std::size_t at = 0; at < decl.parameters.size(); ++at) substitution.set(decl.parameters[at], type->arguments[at]);
  RecordExpr made{&decl, base, {}};
  const std::size_t errors = diagnostics_.mistakes();
  for (const syntax::FieldInit& field : record.fields) {
    const auto at = std::find_if(decl.fields.begin(), decl.fields.end(), [&](const Field& one) { return one.name == field.name.text; });
    if (at == decl.fields.end()) {
      diagnostics_.error("D410", field.name.span, "`" + decl.name + "` has no field `" + field.name.text + "`");
      infer(*field.value, nullptr);
      continue;
    }
    const auto index = static_cast<std::size_t>(at - decl.fields.begin());
    if (std::any_of(made.fields.begin(), made.fields.end(), [&](const auto& one) { return one.first == index; })) {
      diagnostics_.error("D410", field.name.span, "the field `" + field.name.text + "` is given twice");
    }
    made.fields.emplace_back(index, check(*field.value, substitution.empty() ? at->type : substitution.apply(solver_, at->type),
                                          "the field `" + at->name + "`"));
  }
  // A field that does not fit was perhaps meant to change the record's arguments, which an update never does (T20).
  if (!decl.parameters.empty() && diagnostics_.mistakes() != errors) return bad(span);
  return make(span, type, std::move(made));
}

}  // namespace khora2cpp::types
