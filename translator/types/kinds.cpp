// The kinds of type parameters, found from how they are used (syntax-and-types.md 4.5, T27, T29): constructors, and rows of failures.
#include <algorithm>

#include "types/world.hpp"

namespace khora2cpp::types {

namespace {

/// Whether `name` is applied to arguments somewhere in the type, or given where a constructor is wanted: then it is a constructor (T29).
/// Answers the number of arguments.
int applied_arity(const syntax::TypeExpr& type, const std::string& name, const ParametersOf& parameters_of) {
  int arity = 0;
  const auto look = [&](const auto& self, const syntax::TypeExpr& one) -> void {
    const auto all = [&](const std::vector<syntax::TypePtr>& list) {
      for (const syntax::TypePtr& inner : list) self(self, *inner);
    };
    if (const auto* named = std::get_if<syntax::NamedType>(&one.node)) {
      if (named->path.single() && named->path.last().text == name && !named->arguments.empty()) {
        arity = static_cast<int>(named->arguments.size());
      }
      const std::vector<TypeParam*>* wanted = named->path.single() ? parameters_of(named->path.last().text) : nullptr;
      for (std::size_t at = 0; wanted != nullptr && at < wanted->size() && at < named->arguments.size(); ++at) {
        const auto* given = std::get_if<syntax::NamedType>(&named->arguments[at]->node);
        if (given != nullptr && given->path.single() && given->path.last().text == name && given->arguments.empty()) {
          arity = std::max(arity, (*wanted)[at]->arity);
        }
      }
      all(named->arguments);
    } else if (const auto* tuple = std::get_if<syntax::TupleType>(&one.node)) {
      all(tuple->elements);
    } else if (const auto* function = std::get_if<syntax::FunctionType>(&one.node)) {
      all(function->parameters);
      self(self, *function->result);
    } else if (const auto* row = std::get_if<syntax::RowType>(&one.node)) {
      for (const syntax::RowEntry& entry : row->entries) self(self, *entry.type);
    } else if (const auto* sum = std::get_if<syntax::SumType>(&one.node)) {
      all(sum->terms);
    } else if (const auto* forall = std::get_if<syntax::ForallType>(&one.node)) {
      self(self, *forall->body);
    }
  };
  look(look, type);
  return arity;
}

/// Whether a row variable of a declaration stands after `raises` (or in the failure place of a type) rather than after `with`.
bool row_is_failure(const syntax::TypeExpr& type, const std::string& name);
bool row_is_failure_clause(const syntax::TypePtr& raises, const std::string& name) {
  if (!raises) return false;
  const auto named = [&](const syntax::TypeExpr& one) {
    const auto* variable = std::get_if<syntax::RowVariable>(&one.node);
    return variable != nullptr && variable->name.text == name;
  };
  if (named(*raises)) return true;
  if (const auto* sum = std::get_if<syntax::SumType>(&raises->node)) {
    for (const syntax::TypePtr& term : sum->terms) {
      if (named(*term)) return true;
    }
  }
  return false;
}
bool row_is_failure(const syntax::TypeExpr& type, const std::string& name) {
  if (const auto* function = std::get_if<syntax::FunctionType>(&type.node)) {
    if (row_is_failure_clause(function->raises, name) || row_is_failure(*function->result, name)) return true;
    for (const syntax::TypePtr& parameter : function->parameters) {
      if (row_is_failure(*parameter, name)) return true;
    }
  }
  if (const auto* named = std::get_if<syntax::NamedType>(&type.node)) {
    for (const syntax::TypePtr& argument : named->arguments) {
      if (row_is_failure(*argument, name)) return true;
    }
  }
  return false;
}

int signature_arity(const syntax::FunctionDecl& function, const std::string& name, const ParametersOf& parameters_of) {
  int arity = 0;
  for (const syntax::Parameter& argument : function.arguments) {
    if (argument.type) arity = std::max(arity, applied_arity(*argument.type, name, parameters_of));
  }
  if (function.result) arity = std::max(arity, applied_arity(*function.result, name, parameters_of));
  for (const syntax::TypeParameter& parameter : function.parameters) {
    for (const syntax::TypePtr& bound : parameter.bounds) arity = std::max(arity, applied_arity(*bound, name, parameters_of));
  }
  return arity;
}

/// The types that a declaration is made of, as they are written.
template <class F>
void each_part(const TypeDecl& decl, F&& f) {
  if (decl.effect_syntax != nullptr) {
    for (const syntax::OperationDecl& operation : decl.effect_syntax->operations) f(operation.type);
  } else if (const auto* record = std::get_if<syntax::RecordBody>(&decl.syntax->body)) {
    for (const syntax::FieldDecl& field : record->fields) f(field.type);
  } else if (const auto* variant = std::get_if<syntax::VariantBody>(&decl.syntax->body)) {
    for (const syntax::VariantCase& one : variant->cases) {
      for (const syntax::CaseField& field : one.payload) f(field.type);
    }
  } else if (const auto* wrapper = std::get_if<syntax::WrapperBody>(&decl.syntax->body)) {
    f(wrapper->type);
  }
}

}  // namespace

ParametersOf World::parameters_of(const TypeScope& scope) {
  return [this, scope](const std::string& name) {
    const TypeDecl* type = find_type(name, scope);
    const TraitDecl* trait = type == nullptr ? find_trait(name, scope) : nullptr;
    return type != nullptr ? &type->parameters : trait != nullptr ? &trait->parameters : nullptr;
  };
}

int World::arity_in(const syntax::TypeExpr& type, const std::string& parameter, const TypeScope& scope) {
  return applied_arity(type, parameter, parameters_of(scope));
}

void infer_kinds(const syntax::FunctionDecl& signature, const std::vector<TypeParam*>& parameters, const ParametersOf& parameters_of) {
  for (TypeParam* parameter : parameters) {
    parameter->arity = std::max(parameter->arity, signature_arity(signature, parameter->name, parameters_of));
    if (parameter->kind != TypeParam::Kind::row) continue;
    if (row_is_failure_clause(signature.raises, parameter->name)) parameter->is_failure_row = true;
    for (const syntax::Parameter& argument : signature.arguments) {
      if (argument.type && row_is_failure(*argument.type, parameter->name)) parameter->is_failure_row = true;
    }
  }
}

/// Kinds come from use (T29): a parameter applied to arguments is a constructor, and so is one bounded by a constructor trait, or handed to a
/// type or a trait that wants one.
void World::infer_arities() {
  bool changed = false;
  const auto raise = [&](TypeParam& parameter, int arity) {
    changed = changed || arity > parameter.arity;
    parameter.arity = std::max(parameter.arity, arity);
  };
  const auto look = [&](const std::vector<TypeParam*>& parameters, const syntax::TypePtr& type, const ParametersOf& known) {
    for (TypeParam* parameter : parameters) {
      if (type) raise(*parameter, applied_arity(*type, parameter->name, known));
    }
  };
  const auto look_at_all = [&](const std::vector<TypeParam*>& parameters, const std::vector<syntax::TypePtr>& list, const ParametersOf& known) {
    for (const syntax::TypePtr& type : list) look(parameters, type, known);
  };
  const auto look_at_bounds = [&](const std::vector<TypeParam*>& parameters, const std::vector<syntax::TypeParameter>& written,
                                  const TypeScope& scope, const ParametersOf& known) {
    for (std::size_t at = 0; at < written.size() && at < parameters.size(); ++at) {
      look_at_all(parameters, written[at].bounds, known);
      for (const syntax::TypePtr& bound : written[at].bounds) {
        const auto* named = std::get_if<syntax::NamedType>(&bound->node);
        const TraitDecl* trait = named != nullptr && named->path.single() ? find_trait(named->path.last().text, scope) : nullptr;
        if (trait != nullptr) raise(*parameters[at], trait->self->arity);
      }
    }
  };
  const auto look_at_functions = [&](const std::vector<TypeParam*>& parameters, const std::vector<syntax::FunctionDecl>& declared,
                                     const ParametersOf& known) {
    for (const syntax::FunctionDecl& function : declared) {
      for (TypeParam* parameter : parameters) raise(*parameter, signature_arity(function, parameter->name, known));
    }
  };
  const auto of_type = [&](TypeDecl& decl) {
    const TypeScope scope{decl.module, decl.file, {}, nullptr, nullptr, nullptr, nullptr};
    const ParametersOf known = parameters_of(scope);
    look_at_bounds(decl.parameters, decl.effect_syntax != nullptr ? decl.effect_syntax->parameters : decl.syntax->parameters, scope, known);
    each_part(decl, [&](const syntax::TypePtr& type) {
      look(decl.parameters, type, known);
      for (TypeParam* parameter : decl.parameters) {
        if (type && parameter->kind == TypeParam::Kind::row && row_is_failure(*type, parameter->name)) parameter->is_failure_row = true;
      }
    });
    for (TypeParam* parameter : decl.parameters) {
      // An opaque library type with a row parameter carries failures: `Fiber<A, 'er>`, `SharedFn<A, B, 'er>`.
      if (parameter->kind == TypeParam::Kind::row && decl.shape == TypeDecl::Shape::opaque) parameter->is_failure_row = true;
    }
  };
  const auto of_trait = [&](TraitDecl& trait) {
    const TypeScope scope{trait.module, trait.file, {}, nullptr, nullptr, nullptr, nullptr};
    const ParametersOf known = parameters_of(scope);
    look_at_bounds(trait.parameters, trait.syntax->parameters, scope, known);
    look_at_all(trait.parameters, trait.syntax->supertraits, known);
    for (const syntax::AssociatedType& type : trait.syntax->types) look_at_all(trait.parameters, type.bounds, known);
    look_at_functions(trait.parameters, trait.syntax->functions, known);
    for (const syntax::FunctionDecl& function : trait.syntax->functions) {
      raise(*trait.self, signature_arity(function, "Self", known));
      infer_kinds(function, trait.parameters, known);
    }
  };
  const auto of_impl = [&](ImplDecl& impl) {
    const TypeScope scope{impl.module, impl.file, {}, nullptr, nullptr, nullptr, nullptr};
    const ParametersOf known = parameters_of(scope);
    look_at_bounds(impl.parameters, impl.syntax->parameters, scope, known);
    look(impl.parameters, impl.syntax->trait, known);
    look(impl.parameters, impl.syntax->target, known);
    for (const syntax::AssociatedType& type : impl.syntax->types) look(impl.parameters, type.type, known);
    look_at_functions(impl.parameters, impl.syntax->functions, known);
  };
  // One declaration may hand its parameter to another.
  do {
    changed = false;
    for (const auto& [decl, index] : pending_types_) of_type(*decl);
    for (const auto& [trait, index] : pending_traits_) of_trait(*trait);
    for (const auto& [impl, index] : pending_impls_) of_impl(*impl);
  } while (changed);
}

}  // namespace khora2cpp::types
