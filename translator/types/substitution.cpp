// Substitution of type parameters by types, rows and constants.
#include "types/solver.hpp"

namespace khora2cpp::types {

Row* Substitution::apply(Solver& solver, Row* row) const {
  if (row == nullptr || map_.empty()) return row;
  Row* copy = solver.empty_row();
  for (const auto& [label, type] : row->entries) copy->entries[label] = apply(solver, type);
  for (Type* type : row->unlabeled) {
    Type* known = resolved(apply(solver, type));
    if (known->kind == Kind::nominal) {
      copy->entries.emplace(known->decl->name, known);
    } else {
      copy->unlabeled.push_back(known);
    }
  }
  for (const RowTail& tail : row->tails) {
    if (tail.parameter != nullptr) {
      if (Type* replacement = find(tail.parameter)) {
        Type* known = resolved(replacement);
        if (known->kind == Kind::row) {
          // A variable stays a tail of its own, so that written entries and solved tails remain apart.
          const Row& inner = *known->row;
          if (inner.entries.empty() && inner.unlabeled.empty() && inner.tails.size() == 1) {
            copy->tails.push_back(inner.tails[0]);
          } else {
            RowVar* variable = solver.program().arena.make_row_variable();
            variable->solution = known->row;
            copy->tails.push_back({variable, nullptr, nullptr});
          }
          continue;
        }
      }
      copy->tails.push_back(tail);
    } else if (tail.projection != nullptr) {
      Type* projected = solver.normalized_head(apply(solver, tail.projection));
      copy->tails.push_back({nullptr, nullptr, projected});
    } else if (tail.variable->solution != nullptr) {
      // Flattened first: the rows of functions that call each other refer to one another.
      Row* flat = solver.empty_row();
      *flat = flattened(*tail.variable->solution);
      RowVar* variable = solver.program().arena.make_row_variable();
      variable->solution = apply(solver, flat);
      copy->tails.push_back({variable, nullptr, nullptr});
    } else {
      copy->tails.push_back(tail);
    }
  }
  return copy;
}

Type* Substitution::apply(Solver& solver, Type* type) const {
  type = resolved(type);
  if (type == nullptr || map_.empty()) return type;
  const auto each = [&](const std::vector<Type*>& types, bool& changed) {
    std::vector<Type*> result;
    result.reserve(types.size());
    for (Type* one : types) {
      result.push_back(apply(solver, one));
      changed = changed || result.back() != resolved(one);
    }
    return result;
  };
  bool changed = false;
  switch (type->kind) {
    case Kind::parameter: {
      Type* replacement = find(type->parameter);
      return replacement != nullptr ? resolved(replacement) : type;
    }
    case Kind::nominal: {
      std::vector<Type*> arguments = each(type->arguments, changed);
      return changed ? solver.nominal(type->decl, std::move(arguments)) : type;
    }
    case Kind::tuple: {
      std::vector<Type*> arguments = each(type->arguments, changed);
      return changed ? solver.tuple(std::move(arguments)) : type;
    }
    case Kind::application: {
      Type* head = apply(solver, type->head);
      std::vector<Type*> arguments = each(type->arguments, changed);
      if (head->kind == Kind::nominal) {
        std::vector<Type*> whole = head->arguments;
        whole.insert(whole.end(), arguments.begin(), arguments.end());
        return solver.nominal(head->decl, std::move(whole));
      }
      Type* copy = solver.program().arena.make(Kind::application);
      copy->head = head;
      copy->arguments = std::move(arguments);
      return copy;
    }
    case Kind::function: {
      std::vector<Type*> parameters = each(type->parameters, changed);
      return solver.function(std::move(parameters), apply(solver, type->result), apply(solver, type->capabilities),
                             apply(solver, type->failures));
    }
    case Kind::projection: {
      std::vector<Type*> arguments = each(type->arguments, changed);
      return solver.normalized_head(solver.projection(type->trait, std::move(arguments), apply(solver, type->self), type->name));
    }
    case Kind::row: return solver.row_type(apply(solver, type->row));
    case Kind::forall: {
      Type* copy = solver.program().arena.make(Kind::forall);
      copy->binders = type->binders;
      copy->body = apply(solver, type->body);
      return copy;
    }
    default: return type;
  }
}

}  // namespace khora2cpp::types
