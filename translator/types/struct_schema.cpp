// `struct({ name: string(), .. })` of std::schema: a record of schemas that stands for the schema of a record (std-json-schema.md).
#include <algorithm>
#include <set>

#include "types/body.hpp"
#include "types/schema_calls.hpp"

namespace khora2cpp::types {

bool Body::is_struct_of_schemas(const Function& function, const std::vector<Argument>& arguments) const {
  if (function.name != "struct" || function.module == nullptr || function.module->path != "std::schema") return false;
  if (arguments.size() != 1 || arguments.front().written == nullptr) return false;
  const auto* record = std::get_if<syntax::RecordExpr>(&arguments.front().written->node);
  return record != nullptr && !record->base;
}

Expr* Body::infer_struct(const Function& function, const syntax::RecordExpr& written, Type* expected, Span span) {
  const TypeDecl* schema = resolved(function.result)->decl;
  const Type* known = expected != nullptr ? solver_.normalized_head(expected) : nullptr;
  Type* target = known != nullptr && known->kind == Kind::nominal && known->decl == schema
                     ? solver_.normalized_head(known->arguments.front())
                     : nullptr;
  const bool is_record = target != nullptr && target->kind == Kind::nominal && target->decl->shape == TypeDecl::Shape::record;
  if (!is_record) {
    if (target == nullptr || !is_error(target)) {
      diagnostics_.error("D420", span, "which record this `struct` reads is not known here")
          .suggest("say it: `let schema: Schema<Name> = struct({ .. });`");
    }
    for (const syntax::FieldInit& field : written.fields) infer(*field.value, nullptr);
    return bad(span);
  }
  const TypeDecl& decl = *target->decl;
  const bool hidden = report_hidden_record(decl, span);
  Substitution substitution;
  for (std::size_t at = 0; at < decl.parameters.size(); ++at) substitution.set(decl.parameters[at], target->arguments[at]);

  SchemaCalls calls(world_.program, schema, span);
  std::vector<SchemaCalls::Part> parts;
  std::vector<std::size_t> places;
  std::set<std::string> meant;
  for (const syntax::FieldInit& field : written.fields) {
    const auto at = std::find_if(decl.fields.begin(), decl.fields.end(), [&](const Field& one) { return one.name == field.name.text; });
    if (at == decl.fields.end()) {
      const std::string close = near_field(decl.fields, field.name.text);
      auto& error = diagnostics_.error("D410", field.name.span, "`" + decl.name + "` has no field `" + field.name.text + "`");
      if (!close.empty()) error.suggest("did you mean `" + close + "`?");
      meant.insert(close);
      infer(*field.value, nullptr);
      continue;
    }
    const auto place = static_cast<std::size_t>(at - decl.fields.begin());
    if (std::find(places.begin(), places.end(), place) != places.end()) {
      diagnostics_.error("D410", field.name.span, "the field `" + field.name.text + "` is given twice");
    }
    Type* type = substitution.empty() ? at->type : substitution.apply(solver_, at->type);
    parts.push_back({at->name, type, check(*field.value, calls.schema_type(type), "the schema of the field `" + at->name + "`")});
    places.push_back(place);
  }
  const auto is_given = [&](std::size_t at) { return std::find(places.begin(), places.end(), at) != places.end(); };
  const std::string missing = missing_fields(decl.fields, is_given, meant);
  if (!missing.empty() && !hidden) diagnostics_.error("D410", span, "a `" + decl.name + "` also needs " + missing);
  return calls.record(target, parts, [&](const std::vector<Expr*>& values) {
    RecordExpr made{&decl, nullptr, {}};
    for (std::size_t at = 0; at < values.size(); ++at) made.fields.emplace_back(places[at], values[at]);
    return make(span, target, std::move(made));
  });
}

}  // namespace khora2cpp::types
