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
  return arity;
}

}  // namespace

ParametersOf World::parameters_of(const TypeScope& scope) {
  return [this, scope](const std::string& name) {
    const TypeDecl* found = find_type(name, scope);
    return found == nullptr ? nullptr : &found->parameters;
  };
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

/// Kinds come from use (T29): a parameter applied to arguments is a constructor, and so is one bounded by a constructor trait.
void World::infer_arities() {
  bool changed = false;
  const auto of_type = [&](TypeDecl* decl) {
    const ParametersOf known = parameters_of({decl->module, decl->file, {}, nullptr, nullptr, nullptr, nullptr});
    for (TypeParam* parameter : decl->parameters) {
      const auto look = [&](const syntax::TypePtr& type) {
        if (!type) return;
        if (const int arity = applied_arity(*type, parameter->name, known); arity > parameter->arity) {
          parameter->arity = arity;
          changed = true;
        }
        if (parameter->kind == TypeParam::Kind::row && row_is_failure(*type, parameter->name)) parameter->is_failure_row = true;
      };
      if (decl->effect_syntax != nullptr) {
        for (const syntax::OperationDecl& operation : decl->effect_syntax->operations) look(operation.type);
        continue;
      }
      if (const auto* record = std::get_if<syntax::RecordBody>(&decl->syntax->body)) {
        for (const syntax::FieldDecl& field : record->fields) look(field.type);
      } else if (const auto* variant = std::get_if<syntax::VariantBody>(&decl->syntax->body)) {
        for (const syntax::VariantCase& one : variant->cases) {
          for (const syntax::CaseField& field : one.payload) look(field.type);
        }
      } else if (const auto* wrapper = std::get_if<syntax::WrapperBody>(&decl->syntax->body)) {
        look(wrapper->type);
      }
      // An opaque library type with a row parameter carries failures: `Fiber<A, 'er>`, `SharedFn<A, B, 'er>`.
      if (parameter->kind == TypeParam::Kind::row && decl->shape == TypeDecl::Shape::opaque) parameter->is_failure_row = true;
    }
  };
  // One type may hand its parameter to another.
  do {
    changed = false;
    for (const auto& [decl, index] : pending_types_) of_type(decl);
  } while (changed);
  for (const auto& [trait, index] : pending_traits_) {
    const ParametersOf known = parameters_of({trait->module, trait->file, {}, nullptr, nullptr, nullptr, nullptr});
    for (const syntax::FunctionDecl& function : trait->syntax->functions) {
      trait->self->arity = std::max(trait->self->arity, signature_arity(function, "Self", known));
      infer_kinds(function, trait->parameters, known);
    }
  }
  for (const auto& [impl, index] : pending_impls_) {
    const ParametersOf known = parameters_of({impl->module, impl->file, {}, nullptr, nullptr, nullptr, nullptr});
    for (TypeParam* parameter : impl->parameters) {
      parameter->arity = std::max(parameter->arity, applied_arity(*impl->syntax->target, parameter->name, known));
      for (const syntax::FunctionDecl& function : impl->syntax->functions) {
        parameter->arity = std::max(parameter->arity, signature_arity(function, parameter->name, known));
      }
    }
  }
}

}  // namespace khora2cpp::types
