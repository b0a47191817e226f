#include "analysis/template_shape.hpp"

#include <algorithm>

#include "analysis/type_query.hpp"

namespace khora2cpp::analysis {

using types::Function;
using types::Kind;
using types::Type;
using types::TypeParam;

bool has_cpp_form(const TypeParam* parameter) {
  return parameter->kind != TypeParam::Kind::row || (!parameter->is_failure_row && !parameter->is_bound);
}

namespace {

bool owner_is_template(const Function& function) {
  if (function.role == Function::Role::trait_member) return true;  // `template <class Self> struct ShowDefaults`
  return function.impl != nullptr && std::any_of(function.impl->parameters.begin(), function.impl->parameters.end(), has_cpp_form);
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
    case Kind::row: {
      const types::Row flat = types::passed(*type->row);
      return flat.entries.empty() && flat.tails.size() == 1 && flat.tails[0].parameter == parameter;
    }
    default:
      return false;
  }
}

}  // namespace

TemplateShape template_shape(const Function& function) {
  TemplateShape shape;
  // A member of a trait's impl is called by the name of the trait, so its template looks as the trait's declaration says.
  if (function.role == Function::Role::impl_member && function.impl != nullptr && function.impl->trait != nullptr) {
    const Function* declared = function.impl->trait->find(function.name);
    if (declared != nullptr && declared->parameters.size() == function.parameters.size()) {
      const TemplateShape of_trait = template_shape(*declared);
      for (const TypeParam* parameter : of_trait.parameters) {
        const auto at = std::find(declared->parameters.begin(), declared->parameters.end(), parameter) - declared->parameters.begin();
        shape.parameters.push_back(function.parameters[static_cast<std::size_t>(at)]);
      }
      shape.explicit_count = of_trait.explicit_count;
      const bool in_template = !shape.parameters.empty() || owner_is_template(function);
      for (const types::Local* argument : function.arguments) {
        shape.callbacks.push_back(is_function(argument->type) && (in_template || has_row_variable(argument->type)));
      }
      return shape;
    }
  }
  std::vector<TypeParam*> deduced;
  for (TypeParam* parameter : function.parameters) {
    if (!has_cpp_form(parameter)) continue;
    bool found = false;
    if (parameter->arity == 0) {
      for (const types::Local* argument : function.arguments) found = found || deduces(argument->type, parameter);
      for (const types::Local* capability : function.capability_locals) found = found || deduces(capability->type, parameter);
    }
    (found ? deduced : shape.parameters).push_back(parameter);
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
