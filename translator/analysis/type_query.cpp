#include "analysis/type_query.hpp"

#include <functional>

namespace khora2cpp::analysis {

using types::Kind;
using types::Row;
using types::Type;
using types::TypeDecl;
using types::TypeParam;

namespace {

/// True when `test` holds for `type` or for a part of it. Rows are looked at only through `rows`.
bool any_part(const Type* given, const std::function<bool(const Type&)>& test) {
  const Type* type = types::resolved(given);
  if (type == nullptr) return false;
  if (test(*type)) return true;
  for (const Type* argument : type->arguments) {
    if (any_part(argument, test)) return true;
  }
  for (const Type* parameter : type->parameters) {
    if (any_part(parameter, test)) return true;
  }
  if (type->kind == Kind::function && type->capabilities != nullptr) {
    for (const auto& [label, effect] : types::flattened(*type->capabilities).entries) {
      if (any_part(effect, test)) return true;
    }
  }
  return any_part(type->head, test) || any_part(type->result, test) || any_part(type->self, test) || any_part(type->body, test);
}

bool is_effect(const Type* type) {
  const TypeDecl* decl = declaration(type);
  return decl != nullptr && decl->shape == TypeDecl::Shape::effect;
}

bool is_open(const Row* row) {
  if (row == nullptr) return false;
  const Row flat = types::flattened(*row);
  for (const types::RowTail& tail : flat.tails) {
    if (tail.parameter != nullptr || tail.projection != nullptr) return true;
  }
  return false;
}

}  // namespace

bool is_unit(const Type* given) {
  const Type* type = types::resolved(given);
  return type != nullptr && type->kind == Kind::tuple && type->arguments.empty();
}

bool is_never(const Type* given) {
  const Type* type = types::resolved(given);
  return type != nullptr && type->kind == Kind::never;
}

bool is_function(const Type* given) {
  const Type* type = types::resolved(given);
  return type != nullptr && type->kind == Kind::function;
}

const TypeDecl* declaration(const Type* given) {
  const Type* type = types::resolved(given);
  return type != nullptr && type->kind == Kind::nominal ? type->decl : nullptr;
}

bool is_scalar(const Type* type) {
  if (is_unit(type)) return true;
  const TypeDecl* decl = declaration(type);
  return decl != nullptr && decl->builtin != types::Builtin::none && decl->builtin != types::Builtin::string;
}

bool is_string(const Type* type) {
  const TypeDecl* decl = declaration(type);
  return decl != nullptr && decl->builtin == types::Builtin::string;
}

bool mentions_parameter(const Type* type) {
  return any_part(type, [](const Type& part) {
    if (part.kind == Kind::parameter) return part.parameter == nullptr || part.parameter->kind != TypeParam::Kind::row;
    return part.kind == Kind::projection;
  });
}

bool mentions(const Type* type, const TypeParam* parameter) {
  return any_part(type, [&](const Type& part) { return part.kind == Kind::parameter && part.parameter == parameter; });
}

bool mentions(const Type* type, const types::TypeDecl* decl) {
  return any_part(type, [&](const Type& part) { return part.kind == Kind::nominal && part.decl == decl; });
}

bool mentions_projection_of(const Type* type, const TypeParam* self) {
  return any_part(type, [&](const Type& part) {
    if (part.kind != Kind::projection) return false;
    const Type* of = types::resolved(part.self);
    return of->kind == Kind::parameter && of->parameter == self;
  });
}

bool has_row_variable(const Type* type) {
  return any_part(type, [](const Type& part) {
    return part.kind == Kind::function && (is_open(part.capabilities) || is_open(part.failures));
  });
}

bool same_type(const Type* left, const Type* right) { return type_key(left) == type_key(right); }

bool raises_something(const Row* row) {
  if (row == nullptr) return false;
  const Row flat = types::flattened(*row);
  if (!flat.entries.empty() || !flat.unlabeled.empty()) return true;
  return is_open(row);
}

const Type* row_projection(const Row* row) {
  if (row == nullptr) return nullptr;
  const Row flat = types::flattened(*row);
  for (const types::RowTail& tail : flat.tails) {
    if (tail.projection != nullptr) return tail.projection;
  }
  return nullptr;
}

namespace {

bool owns(const Type* given, std::set<const TypeDecl*>& looking) {
  const Type* type = types::resolved(given);
  if (type == nullptr) return false;
  if (type->kind == Kind::tuple) {
    for (const Type* element : type->arguments) {
      if (owns(element, looking)) return true;
    }
    return false;
  }
  if (type->kind != Kind::nominal) return false;
  const TypeDecl* decl = type->decl;
  if (decl->module != nullptr && decl->module->is_std()) {
    for (const char* resource : {"Region", "Fiber", "Claim", "Fibers"}) {
      if (decl->name == resource) return true;
    }
  }
  for (const Type* argument : type->arguments) {
    if (owns(argument, looking)) return true;
  }
  if (decl->shape == TypeDecl::Shape::effect || !looking.insert(decl).second) return false;
  for (const types::Field& field : decl->fields) {
    if (owns(field.type, looking)) return true;
  }
  for (const types::Case& one : decl->cases) {
    for (const types::Field& field : one.payload) {
      if (owns(field.type, looking)) return true;
    }
  }
  return false;
}

void add_key(const Type* given, std::string& key) {
  const Type* type = types::resolved(given);
  if (type == nullptr) {
    key += '?';
    return;
  }
  const auto address = [&](const void* pointer) { key += std::to_string(reinterpret_cast<std::uintptr_t>(pointer)); };
  const auto list = [&](const std::vector<Type*>& parts) {
    key += '(';
    for (const Type* part : parts) {
      add_key(part, key);
      key += ',';
    }
    key += ')';
  };
  switch (type->kind) {
    case Kind::variable:
      key += 'v' + std::to_string(type->id);
      return;
    case Kind::parameter:
      key += 'p';
      address(type->parameter);
      return;
    case Kind::nominal:
      key += 'n';
      address(type->decl);
      list(type->arguments);
      return;
    case Kind::application:
      key += 'a';
      add_key(type->head, key);
      list(type->arguments);
      return;
    case Kind::tuple:
      key += 't';
      list(type->arguments);
      return;
    case Kind::function:
      key += 'f';
      list(type->parameters);
      add_key(type->result, key);
      if (type->capabilities != nullptr) {
        for (const auto& [label, effect] : type->capabilities->entries) {
          key += label + ':';
          add_key(effect, key);
        }
      }
      return;
    case Kind::projection:
      key += 'j';
      address(type->trait);
      key += type->name;
      add_key(type->self, key);
      list(type->arguments);
      return;
    case Kind::constant:
      key += 'c' + std::to_string(type->value);
      return;
    case Kind::row:
      key += 'r';
      if (type->row != nullptr) {
        const Row flat = types::flattened(*type->row);
        for (const auto& [label, effect] : flat.entries) {
          if (is_effect(effect)) {
            key += label + ':';
            add_key(effect, key);
          }
        }
        for (const types::RowTail& tail : flat.tails) {
          if (tail.projection != nullptr) add_key(tail.projection, key);
        }
      }
      return;
    case Kind::forall:
      key += 'A';
      add_key(type->body, key);
      return;
    case Kind::never:
      key += '!';
      return;
    case Kind::error:
      key += 'e';
      return;
  }
}

}  // namespace

bool owns_resource(const Type* type) {
  std::set<const TypeDecl*> looking;
  return owns(type, looking);
}

std::string type_key(const Type* type) {
  std::string key;
  add_key(type, key);
  return key;
}

}  // namespace khora2cpp::analysis
