#include "types/schema_calls.hpp"

namespace khora2cpp::types {

const Function* inherent_function(const Program& program, const TypeDecl* decl, std::string_view name) {
  for (const ImplDecl& impl : program.impl_decls) {
    if (impl.trait != nullptr || resolved(impl.target)->decl != decl) continue;
    if (const Function* found = impl.find(name)) return found;
  }
  return nullptr;
}

SchemaCalls::SchemaCalls(Program& program, const TypeDecl* schema, Span span)
    : program_(program),
      build_(program, span),
      schema_(schema),
      fields_(resolved(inherent_function(program, schema, "record")->arguments.front()->type)->decl) {}

Expr* SchemaCalls::record(Type* target, const std::vector<Part>& parts, const Make& make) {
  Type* type = nullptr;
  Expr* all = zipped(parts, type);
  Expr* made = call(fields_, "map", {type}, {target}, {all, maker(parts, type, target, make)}, fields_type(target));
  return call(schema_, "record", {target}, {}, {made}, schema_type(target));
}

Expr* SchemaCalls::cases(Type* target, const std::vector<Expr*>& cases) {
  return call(schema_, "cases", {target}, {}, {build_.list(cases.front()->type, cases)}, schema_type(target));
}

Expr* SchemaCalls::one_case(Type* target, const std::string& name, const std::vector<Part>& parts, const Make& make) {
  Type* type = nullptr;
  Expr* all = zipped(parts, type);
  Type* result = build_.nominal(resolved(inherent_function(program_, schema_, "case")->result)->decl, {target});
  return call(schema_, "case", {target}, {type}, {string(name), all, maker(parts, type, target, make)}, result);
}

Expr* SchemaCalls::map(Type* from, Expr* schema, Type* target, const Make& make) {
  const Closure made = closure(from, "value", target);
  made.lambda->body = make({build_.read(made.parameter)});
  return call(schema_, "map", {from}, {target}, {schema, made.value}, schema_type(target));
}

Expr* SchemaCalls::described(Expr* schema, Type* of, const std::string& text) {
  if (text.empty()) return schema;
  return call(schema_, "described", {of}, {}, {schema, string(text)}, schema_type(of));
}

Expr* SchemaCalls::lazy(Type* target, const std::string& name, Expr* schema) {
  const Closure build = closure(nullptr, "", schema_type(target));
  build.lambda->body = schema;
  return call(schema_, "lazy", {target}, {}, {string(name), build.value}, schema_type(target));
}

/// `Fields` of all parts, zipped from the left: `((a, b), c)`. `type` becomes the type of what they read.
Expr* SchemaCalls::zipped(const std::vector<Part>& parts, Type*& type) {
  Expr* all = nullptr;
  for (const Part& part : parts) {
    Expr* one = call(fields_, "of", {part.type}, {}, {string(part.name), part.schema}, fields_type(part.type));
    if (all == nullptr) {
      all = one;
      type = part.type;
      continue;
    }
    Type* both = build_.tuple({type, part.type});
    all = call(fields_, "zip", {type}, {part.type}, {all, one}, fields_type(both));
    type = both;
  }
  if (all != nullptr) return all;
  type = build_.tuple({});
  return call(fields_, "none", {}, {}, {}, fields_type(type));
}

/// A lambda that takes the parts as `zipped` gives them and answers what `make` makes of their values.
Expr* SchemaCalls::maker(const std::vector<Part>& parts, Type* type, Type* target, const Make& make) {
  const Closure made = closure(type, parts.empty() ? "" : "parts", target);
  if (parts.empty()) {
    made.lambda->body = make({});
    return made.value;
  }
  std::vector<Expr*> values;
  Pattern* pattern = nullptr;
  for (const Part& part : parts) {
    Local* local = build_.local(Local::Origin::pattern, part.name, part.type);
    local->lambda = made.lambda;
    values.push_back(build_.read(local));
    pattern = pattern == nullptr ? build_.bind(local)
                                 : build_.pattern(build_.tuple({pattern->type, part.type}), TuplePattern{{pattern, build_.bind(local)}});
  }
  made.lambda->body = build_.match(target, build_.read(made.parameter), {{pattern, make(values)}});
  return made.value;
}

/// A lambda of one parameter, or of none where the type is null, without its body.
SchemaCalls::Closure SchemaCalls::closure(Type* parameter, const char* name, Type* result) {
  Closure made;
  made.lambda = &program_.lambdas.emplace_back();
  Type* type = program_.arena.make(Kind::function);
  type->result = result;
  type->capabilities = program_.arena.make_row();
  type->failures = program_.arena.make_row();
  if (parameter != nullptr) {
    made.parameter = build_.local(Local::Origin::parameter, name, parameter);
    made.parameter->lambda = made.lambda;
    made.lambda->parameters.push_back(made.parameter);
    type->parameters.push_back(parameter);
  }
  made.value = build_.expr(type, LambdaExpr{made.lambda});
  return made;
}

Expr* SchemaCalls::call(const TypeDecl* owner, const char* name, std::vector<Type*> owner_arguments, std::vector<Type*> arguments,
                        std::vector<Expr*> values, Type* result) {
  CallExpr node;
  node.callee.function = inherent_function(program_, owner, name);
  node.callee.owner_arguments = std::move(owner_arguments);
  node.callee.arguments = std::move(arguments);
  node.arguments = std::move(values);
  return build_.expr(result, std::move(node));
}

}  // namespace khora2cpp::types
