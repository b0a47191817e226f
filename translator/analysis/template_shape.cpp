#include "analysis/template_shape.hpp"

#include "analysis/type_query.hpp"

namespace khora2cpp::analysis {

using types::Function;
using types::Kind;
using types::Type;
using types::TypeParam;

namespace {

bool has_cpp_form(const TypeParam* parameter) { return parameter->kind != TypeParam::Kind::row; }

bool owner_is_template(const Function& function) {
  if (function.role == Function::Role::trait_member) return true;  // `template <class Self> struct ShowDefaults`
  if (function.impl == nullptr) return false;
  for (const TypeParam* parameter : function.impl->parameters) {
    if (has_cpp_form(parameter)) return true;
  }
  return false;
}

/// Whether C++ finds `parameter` by matching an argument against `type`. Not through function types (the argument is a lambda, or a
/// template parameter of its own), projections, or the constructor of an application.
bool deduces(const Type* given, const TypeParam* parameter) {
  const Type* type = types::resolved(given);
  switch (type->kind) {
    case Kind::parameter:
      return type->parameter == parameter;
    case Kind::nominal:
    case Kind::tuple:
      for (const Type* argument : type->arguments) {
        if (deduces(argument, parameter)) return true;
      }
      return false;
    default:
      return false;
  }
}

}  // namespace

TemplateShape template_shape(const Function& function) {
  TemplateShape shape;
  std::vector<TypeParam*> deduced;
  // A generic caller names the arguments as the trait has them, so the impls of a trait keep the order of its declaration even where
  // their own types would let C++ find more.
  const Function* declared = function.impl == nullptr || function.impl->trait == nullptr ? nullptr : function.impl->trait->find(function.name);
  if (declared == nullptr || declared->parameters.size() != function.parameters.size()) declared = &function;
  for (std::size_t i = 0; i < function.parameters.size(); ++i) {
    if (!has_cpp_form(function.parameters[i])) continue;
    const TypeParam* parameter = declared->parameters[i];
    bool found = false;
    if (parameter->arity == 0) {
      for (const types::Local* argument : declared->arguments) found = found || deduces(argument->type, parameter);
      for (const types::Local* capability : declared->capability_locals) found = found || deduces(capability->type, parameter);
    }
    (found ? deduced : shape.parameters).push_back(function.parameters[i]);
  }
  shape.explicit_count = shape.parameters.size();
  shape.parameters.insert(shape.parameters.end(), deduced.begin(), deduced.end());

  const bool in_template = !shape.parameters.empty() || owner_is_template(function);
  for (const types::Local* argument : function.arguments) {
    shape.callbacks.push_back(is_function(argument->type) && (in_template || has_row_variable(argument->type)));
  }
  return shape;
}

bool is_in_template(const Function& function) { return owner_is_template(function) || template_shape(function).is_template(); }

}  // namespace khora2cpp::analysis
