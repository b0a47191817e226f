// Associated types and applied constructors, reduced as far as what is known allows.
#include <algorithm>

#include "types/solver.hpp"

namespace khora2cpp::types {

namespace {
constexpr std::size_t max_reductions = 64;  // T52
constexpr std::size_t max_rows = 1000;      // an associated row that is put together from ever larger types
}  // namespace

Type* Solver::normalized_head(Type* type) {
  type = resolved(type);
  if (type->kind == Kind::application) {
    Type* head = resolved(type->head);
    if (head->kind == Kind::nominal) {
      std::vector<Type*> whole = head->arguments;
      whole.insert(whole.end(), type->arguments.begin(), type->arguments.end());
      return nominal(head->decl, std::move(whole));
    }
    return head->kind == Kind::error ? head : type;
  }
  if (type->kind != Kind::projection) return type;
  Type* self = normalized_head(type->self);
  if (self->kind == Kind::variable || self->kind == Kind::parameter || self->kind == Kind::projection ||
      self->kind == Kind::application) {
    return type;
  }
  if (self->kind == Kind::error) return error();
  const SelectedImpl chosen = select(type->trait, type->arguments, self, true);
  if (chosen.impl == nullptr) return type;
  const auto supplied = chosen.impl->types.find(type->name);
  if (supplied == chosen.impl->types.end()) return type;
  // One that is declared to be itself, or to hold itself at ever larger types, has no end: it stays as it is.
  std::pair<const Type*, std::string> one(supplied->second, to_string(self));
  if (reduced_.size() > max_reductions || std::find(reduced_.begin(), reduced_.end(), one) != reduced_.end()) return type;
  reduced_.push_back(std::move(one));
  Substitution substitution;
  for (std::size_t at = 0; at < chosen.arguments.size(); ++at) substitution.set(chosen.impl->parameters[at], chosen.arguments[at]);
  Type* known = normalized_head(substitution.empty() ? supplied->second : substitution.apply(*this, supplied->second));
  reduced_.pop_back();
  return known;
}

void Solver::normalize_row(Row* row) {
  std::vector<Row*> rows{row};
  for (std::size_t at = 0; at < rows.size(); ++at) {
    if (rows.size() > max_rows) return;
    for (RowTail& tail : rows[at]->tails) {
      if (tail.projection != nullptr) tail.projection = normalized_head(tail.projection);
      Row* inner = tail.variable != nullptr ? tail.variable->solution : nullptr;
      if (tail.projection != nullptr && tail.projection->kind == Kind::row) inner = tail.projection->row;
      // Rows of functions that call each other refer to one another.
      if (inner != nullptr && std::find(rows.begin(), rows.end(), inner) == rows.end()) rows.push_back(inner);
    }
  }
}

Type* Solver::normalized(Type* type) {
  type = normalized_head(type);
  const auto each = [&](std::vector<Type*>& types) {
    for (Type*& one : types) one = normalized(one);
  };
  each(type->arguments);
  each(type->parameters);
  if (type->result != nullptr) type->result = normalized(type->result);
  if (type->capabilities != nullptr) normalize_row(type->capabilities);
  if (type->failures != nullptr) normalize_row(type->failures);
  if (type->row != nullptr) normalize_row(type->row);
  return type;
}

}  // namespace khora2cpp::types
