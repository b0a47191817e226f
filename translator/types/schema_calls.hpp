// Calls of std::schema that the translator writes: for `derive(Decode)` and for `struct({ .. })` (std-json-schema.md).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "types/typed_builder.hpp"

namespace khora2cpp::types {

/// An inherent function of a declared type; null when there is none.
const Function* inherent_function(const Program& program, const TypeDecl* decl, std::string_view name);

class SchemaCalls {
 public:
  /// `schema` is the declaration of `Schema`; all nodes get the span.
  SchemaCalls(Program& program, const TypeDecl* schema, Span span);

  /// A field that is read: its name, its type, and an expression of type `Schema` of it.
  struct Part {
    std::string name;
    Type* type = nullptr;
    Expr* schema = nullptr;
  };
  using Make = std::function<Expr*(const std::vector<Expr*>&)>;

  Type* schema_type(Type* of) { return build_.nominal(schema_, {of}); }
  /// `Schema::record(Fields::map(.., fn parts => ..))`: what `make` makes of the values of the parts.
  Expr* record(Type* target, const std::vector<Part>& parts, const Make& make);
  /// `Schema::cases([..])`, of what `one_case` made.
  Expr* cases(Type* target, const std::vector<Expr*>& cases);
  Expr* one_case(Type* target, const std::string& name, const std::vector<Part>& parts, const Make& make);
  /// `Schema::map(schema, fn value => ..)`.
  Expr* map(Type* from, Expr* schema, Type* target, const Make& make);
  Expr* described(Expr* schema, Type* of, const std::string& text);
  /// `Schema::lazy(name, fn () => schema)`.
  Expr* lazy(Type* target, const std::string& name, Expr* schema);

 private:
  struct Closure {
    Lambda* lambda = nullptr;
    Local* parameter = nullptr;  ///< null when it has none
    Expr* value = nullptr;
  };
  Closure closure(Type* parameter, const char* name, Type* result);
  Expr* zipped(const std::vector<Part>& parts, Type*& type);
  Expr* maker(const std::vector<Part>& parts, Type* type, Type* target, const Make& make);
  Expr* call(const TypeDecl* owner, const char* name, std::vector<Type*> owner_arguments, std::vector<Type*> arguments,
             std::vector<Expr*> values, Type* result);
  Expr* string(const std::string& text) { return build_.text({text}, {}); }
  Type* fields_type(Type* of) { return build_.nominal(fields_, {of}); }

  Program& program_;
  TypedBuilder build_;
  const TypeDecl* schema_;
  const TypeDecl* fields_;
};

}  // namespace khora2cpp::types
