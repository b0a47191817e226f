// Values that stand for one another: branches, arms, elements, the values of `break` (syntax-and-types.md 4.10, T49, T50). They need one
// type; function values need one that has room for the failures and requirements of each, whichever is looked at first.
#include <algorithm>

#include "types/body.hpp"

namespace khora2cpp::types {

/// The type with room for more failures, where it is a function or a tuple of functions. A place whose type is still open takes this, so
/// that what comes later may raise more.
Type* Body::widened(Type* type) {
  type = solver_.normalized_head(type);
  if (type->kind == Kind::tuple) {
    std::vector<Type*> elements;
    for (Type* element : type->arguments) elements.push_back(widened(element));
    return elements == type->arguments ? type : solver_.tuple(std::move(elements));
  }
  if (type->kind != Kind::function) return type;
  Row* failures = solver_.open_row();
  widenings_.push_back(failures->tails[0].variable);
  const Row known = flattened(*type->failures);
  failures->entries = known.entries;
  failures->unlabeled = known.unlabeled;
  failures->tails.insert(failures->tails.end(), known.tails.begin(), known.tails.end());
  Row* capabilities = solver_.empty_row();
  *capabilities = *type->capabilities;
  return solver_.function(type->parameters, type->result, capabilities, failures);
}

/// Gives `type`, a variable at first, room for a value of type `answered`. False when the two differ.
bool Body::join(Type* type, Type* answered) {
  answered = solver_.normalized_head(answered);
  Type* known = solver_.normalized_head(type);
  if (answered->kind == Kind::never || known->kind == Kind::error) return true;
  if (answered->kind == Kind::error) return solver_.unify(known, answered);
  if (known->kind == Kind::variable) return solver_.unify(known, widened(answered));
  if (known->kind == Kind::tuple && answered->kind == Kind::tuple && known->arguments.size() == answered->arguments.size()) {
    for (std::size_t at = 0; at < known->arguments.size(); ++at) {
      if (!join(known->arguments[at], answered->arguments[at])) return false;
    }
    return true;
  }
  if (known->kind != Kind::function || answered->kind != Kind::function) return solver_.unify(known, answered);
  if (known->parameters.size() != answered->parameters.size()) return false;
  for (std::size_t at = 0; at < known->parameters.size(); ++at) {
    if (!solver_.same(known->parameters[at], answered->parameters[at])) return false;
  }
  if (resolved(answered->result)->kind != Kind::never && !solver_.same(known->result, answered->result)) return false;
  if (solver_.fit(answered->failures, known->failures, true)) return false;
  const Row needed = flattened(*answered->capabilities);
  const Row supplied = passed(*known->capabilities);
  for (const auto& [label, effect] : needed.entries) {
    const auto at = supplied.entries.find(label);
    if (at == supplied.entries.end()) {
      known->capabilities->entries[label] = effect;
    } else if (!solver_.unify(at->second, effect)) {
      return false;
    }
  }
  for (const RowTail& tail : needed.tails) solver_.add_tail(known->capabilities, tail);
  return true;
}

/// Once all of them are joined: function values are adapted to the common type.
void Body::adapt(Expr*& value, Type* type, Span span, const std::string& role) {
  const Kind kind = resolved(type)->kind;
  if ((kind == Kind::function || kind == Kind::tuple) && resolved(value->type)->kind == kind) value = coerce(value, type, span, role);
}

/// From here on nothing may be added to the row.
void Body::close(const Row& row) {
  for (const RowTail& tail : flattened(row).tails) {
    if (tail.variable != nullptr) tail.variable->solution = solver_.empty_row();
  }
}

}  // namespace khora2cpp::types
