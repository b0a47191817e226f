#include "analysis/type_query.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace khora2cpp::analysis {

using types::Kind;
using types::Row;
using types::Type;
using types::TypeDecl;
using types::TypeParam;

namespace {

/// The row as the argument of a type.
Type as_type(Row& row) {
  Type type{};
  type.kind = Kind::row;
  type.row = &row;
  return type;
}

/// True when `test` holds for `type` or for a part of it. What a `forall` type is made of has no C++ form.
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
  if (type->kind == Kind::row && type->row != nullptr) {
    for (const auto& [label, effect] : types::passed(*type->row).entries) {
      if (any_part(effect, test)) return true;
    }
  }
  if (type->kind == Kind::function && type->capabilities != nullptr) {
    Row row = types::passed(*type->capabilities);
    for (const auto& [label, effect] : row.entries) {
      if (any_part(effect, test)) return true;
    }
    if (!types::passed_tails(row).empty() && test(as_type(row))) return true;
  }
  return any_part(type->head, test) || any_part(type->result, test) || any_part(type->self, test);
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
  // Nobody can call a polymorphic value (T30): all there is to know of it is that it is there.
  return type != nullptr && (type->kind == Kind::forall || (type->kind == Kind::tuple && type->arguments.empty()));
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
    if (part.kind == Kind::row && part.row != nullptr) {
      const std::vector<types::RowTail> tails = types::passed_tails(*part.row);
      return std::any_of(tails.begin(), tails.end(), [](const types::RowTail& tail) {
        return tail.projection != nullptr || !tail.parameter->is_failure_row;
      });
    }
    return part.kind == Kind::projection;
  });
}

bool mentions(const Type* type, const TypeParam* parameter) {
  return any_part(type, [&](const Type& part) {
    if (part.kind == Kind::parameter) return part.parameter == parameter;
    if (part.kind != Kind::row || part.row == nullptr) return false;
    const Row flat = types::flattened(*part.row);
    return std::any_of(flat.tails.begin(), flat.tails.end(), [&](const types::RowTail& tail) { return tail.parameter == parameter; });
  });
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

bool is_merged(const Row& row) {
  const std::size_t tails = types::passed_tails(row).size();
  return tails > 1 || (tails == 1 && !types::passed(row).entries.empty());
}

bool raises_something(const Row* row) {
  if (row == nullptr) return false;
  const Row flat = types::flattened(*row);
  if (!flat.entries.empty() || !flat.unlabeled.empty()) return true;
  return is_open(row);
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

void add_key(const Type* given, std::string& key);

/// Failures have no C++ form, and neither has what is bound.
void add_key(const Row& row, std::string& key) {
  const Row part = types::passed(row);
  for (const auto& [label, effect] : part.entries) {
    if (!is_effect(effect)) continue;
    key += label + ':';
    add_key(effect, key);
  }
  std::set<std::string> tails;  // in no order of their own
  for (const types::RowTail& tail : types::passed_tails(part)) {
    std::string one;
    if (tail.projection != nullptr) {
      add_key(tail.projection, one);
    } else if (!tail.parameter->is_failure_row) {
      one = "'" + std::to_string(reinterpret_cast<std::uintptr_t>(tail.parameter));
    }
    tails.insert(std::move(one));
  }
  for (const std::string& tail : tails) key += tail;
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
      if (type->capabilities != nullptr) add_key(*type->capabilities, key);
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
      if (type->row != nullptr) add_key(*type->row, key);
      return;
    case Kind::forall:
      key += "t()";  // as `()`: neither is anything but there
      return;
    case Kind::never:
      key += '!';
      return;
    case Kind::error:
      key += 'e';
      return;
  }
}

bool plain(const Type* type, const std::set<const TypeDecl*>& boxed, int depth) {
  type = types::resolved(type);
  if (is_scalar(type)) return true;
  if (depth > 8) return false;
  const auto all = [&](const auto& fields) {
    return std::all_of(fields.begin(), fields.end(), [&](const types::Field& field) { return plain(field.type, boxed, depth + 1); });
  };
  if (type->kind == Kind::tuple) {
    return std::all_of(type->arguments.begin(), type->arguments.end(), [&](const Type* part) { return plain(part, boxed, depth + 1); });
  }
  if (type->kind != Kind::nominal || !type->arguments.empty() || boxed.count(type->decl) != 0) return false;
  switch (type->decl->shape) {
    case TypeDecl::Shape::record:
    case TypeDecl::Shape::wrapper:
      return all(type->decl->fields);
    case TypeDecl::Shape::variant:
      return std::all_of(type->decl->cases.begin(), type->decl->cases.end(), [&](const types::Case& one) { return all(one.payload); });
    default:
      return false;
  }
}

/// Looks for something that can be assigned.
class Writable {
 public:
  explicit Writable(const types::Program& program) : program_(program) {}

  bool in(const Type* type) {
    type = types::resolved(type);
    const auto any = [&](const std::vector<Type*>& parts) {
      return std::any_of(parts.begin(), parts.end(), [&](const Type* part) { return in(part); });
    };
    switch (type->kind) {
      case Kind::nominal:
        return in(*type->decl) || any(type->arguments);
      case Kind::tuple:
        return any(type->arguments);
      case Kind::parameter:  // one of a declaration stands for an argument, which is looked at by itself
        return !inside_ && std::none_of(type->parameter->bounds.begin(), type->parameter->bounds.end(),
                            [&](const types::TypeParam::Bound& bound) { return bound.trait == program_.share; });
      case Kind::function:
      case Kind::forall:
      case Kind::application:
      case Kind::projection:
        return true;
      default:
        return false;
    }
  }

 private:
  bool in(const TypeDecl& decl) {
    if (decl.builtin != types::Builtin::none || decl.shape == TypeDecl::Shape::effect || !seen_.insert(&decl).second) return false;
    if (decl.shape == TypeDecl::Shape::opaque || decl.is_native) return !declared_share(decl);
    const bool outer = std::exchange(inside_, true);
    const auto any = [&](const std::vector<types::Field>& fields) {
      return std::any_of(fields.begin(), fields.end(), [&](const types::Field& field) { return field.is_mut || in(field.type); });
    };
    const bool found = any(decl.fields) || std::any_of(decl.cases.begin(), decl.cases.end(),
                                                       [&](const types::Case& one) { return any(one.payload); });
    inside_ = outer;
    return found;
  }
  bool declared_share(const TypeDecl& decl) const {
    return std::any_of(program_.impl_decls.begin(), program_.impl_decls.end(), [&](const types::ImplDecl& impl) {
      return impl.trait == program_.share && impl.trait != nullptr && declaration(impl.target) == &decl;
    });
  }

  const types::Program& program_;
  std::set<const TypeDecl*> seen_;
  bool inside_ = false;  ///< a declaration
};

}  // namespace

bool is_plain(const Type* type, const std::set<const TypeDecl*>& boxed) { return plain(type, boxed, 0); }

bool may_be_written(const Type* type, const types::Program& program) { return !is_scalar(type) && Writable(program).in(type); }

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
