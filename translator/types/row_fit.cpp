// Rows in rows: room for entries and tails, and unification (syntax-and-types.md 4.10, T49).
#include <algorithm>
#include <utility>

#include "types/solver.hpp"

namespace khora2cpp::types {

void Solver::bind_row(RowVar* variable, Row* row) {
  row_trail_.push_back(variable);
  variable->solution = row;
}

RowVar* Solver::room_in(const Row& row, bool bound) {
  for (const RowTail& tail : flattened(row).tails) {
    if (tail.variable != nullptr && tail.variable->solution == nullptr && tail.variable->is_bound == bound) return tail.variable;
  }
  return nullptr;
}

Row* Solver::extend(RowVar* variable) {
  Row* extension = open_row();
  extension->tails[0].variable->is_bound = variable->is_bound;
  bind_row(variable, extension);
  return extension;
}

RowMisfit Solver::include(Row* row, const std::string& label, Type* type, bool failures) {
  const Row flat = flattened(*row);
  if (const auto at = flat.entries.find(label); at != flat.entries.end()) {
    if (unify(at->second, type)) return {};
    return {RowMisfit::Reason::two_instantiations, label, type, at->second, nullptr};
  }
  if (failures) {
    for (Type* place : flat.unlabeled) {
      Type* known = resolved(place);
      if (known->kind == Kind::variable && unify(known, type)) return {};
      if (known->kind == Kind::parameter && resolved(type)->kind == Kind::parameter && known->parameter == resolved(type)->parameter) {
        return {};
      }
    }
  }
  for (const RowTail& tail : flat.tails) {
    if (tail.variable == nullptr || tail.variable->solution != nullptr) continue;
    Row* extension = extend(tail.variable);
    if (label.empty()) {
      extension->unlabeled.push_back(type);
    } else {
      extension->entries[label] = type;
    }
    return {};
  }
  // An unlabeled place that is taken means that only one type fits there (F17).
  if (failures && row->entries.empty() && row->unlabeled.size() == 1) {
    return {RowMisfit::Reason::one_type_only, label, type, resolved(row->unlabeled[0]), nullptr};
  }
  return {RowMisfit::Reason::no_room, label, type, nullptr, nullptr};
}

RowMisfit Solver::include_tail(Row* row, const RowTail& tail) {
  const Row flat = flattened(*row);
  if (std::find(flat.tails.begin(), flat.tails.end(), tail) != flat.tails.end()) return {};
  if (tail.projection != nullptr) {
    for (const RowTail& other : flat.tails) {
      if (other.projection != nullptr && unify(other.projection, tail.projection)) return {};
    }
  }
  for (const RowTail& other : flat.tails) {
    if (other.variable == nullptr || other.variable->solution != nullptr) continue;
    Row* extension = extend(other.variable);
    extension->tails.insert(extension->tails.begin(), tail);
    return {};
  }
  // An unsolved row with nowhere to go means the empty row when the body is done.
  if (tail.variable != nullptr) return {};
  static thread_local RowTail reported;
  reported = tail;
  return {RowMisfit::Reason::no_room, "", nullptr, nullptr, &reported};
}

void Solver::include_unlabeled(Row* row, Type* type) {
  if (std::none_of(row->unlabeled.begin(), row->unlabeled.end(), [&](Type* other) { return same_place(other, type); })) {
    row->unlabeled.push_back(type);
  }
}

void Solver::add_tail(Row* row, const RowTail& tail) {
  const auto same = [&](const RowTail& other) {
    return other == tail || (other.projection != nullptr && tail.projection != nullptr && unify(other.projection, tail.projection));
  };
  if (std::none_of(row->tails.begin(), row->tails.end(), same)) row->tails.push_back(tail);
}

RowMisfit Solver::fit(Row* actual, Row* expected, bool failures) {
  normalize_row(actual);
  normalize_row(expected);
  const Row flat = flattened(*actual);
  for (const auto& [label, type] : flat.entries) {
    if (RowMisfit misfit = include(expected, label, type, failures)) return misfit;
  }
  for (Type* type : flat.unlabeled) {
    if (RowMisfit misfit = include(expected, "", type, failures)) return misfit;
  }
  for (const RowTail& tail : flat.tails) {
    if (RowMisfit misfit = include_tail(expected, tail)) return misfit;
  }
  return {};
}

namespace {

/// The variable of a row that is `{ E }` with nothing known of `E`; null for any other row.
Type* single_variable(const Row& row) {
  if (!row.entries.empty() || row.unlabeled.size() != 1 || !row.tails.empty()) return nullptr;
  Type* type = resolved(row.unlabeled[0]);
  return type->kind == Kind::variable ? type : nullptr;
}

}  // namespace

bool Solver::unify_rows(Row* left, Row* right) {
  if (left == right) return true;
  return make_equal(left, right) && pass_the_same(left, right);
}

/// Two types are one only if a caller passes the same (emission.md 4); what has room for more on one side alone stays as it is.
bool Solver::pass_the_same(Row* left, Row* right) {
  const Row ours = passed(*left);
  const Row theirs = passed(*right);
  const auto has = [](const Row& row, const RowTail& tail) { return std::find(row.tails.begin(), row.tails.end(), tail) != row.tails.end(); };
  for (const auto& [row, other] : {std::pair(&ours, &theirs), std::pair(&theirs, &ours)}) {
    for (const auto& [label, type] : row->entries) {
      if (!other->entries.contains(label)) return false;
    }
    for (const RowTail& tail : row->tails) {
      if (tail.variable != nullptr && tail.variable->solution == nullptr && !has(*other, tail)) bind_row(tail.variable, empty_row());
    }
  }
  return true;
}

bool Solver::make_equal(Row* left, Row* right) {
  const Row ours = flattened(*left);
  const Row theirs = flattened(*right);
  // Two single open tails without entries are simply joined, a bound one last.
  const auto is_single = [](const Row& row) {
    return row.entries.empty() && row.unlabeled.empty() && row.tails.size() == 1 && row.tails[0].variable != nullptr;
  };
  if (is_single(ours) && is_single(theirs) && ours.tails[0].variable->is_bound && !theirs.tails[0].variable->is_bound) {
    return make_equal(right, left);
  }
  if (ours.entries.empty() && ours.unlabeled.empty() && ours.tails.size() == 1 && ours.tails[0].variable != nullptr) {
    if (theirs.tails.size() == 1 && theirs.tails[0] == ours.tails[0] && theirs.entries.empty()) return true;
    const bool cyclic = std::find(theirs.tails.begin(), theirs.tails.end(), ours.tails[0]) != theirs.tails.end();
    if (!cyclic) {
      if (Type* variable = single_variable(theirs)) perhaps_never.push_back(variable);
      bind_row(ours.tails[0].variable, right);
      return true;
    }
  }
  if (theirs.entries.empty() && theirs.unlabeled.empty() && theirs.tails.size() == 1 && theirs.tails[0].variable != nullptr &&
      std::find(ours.tails.begin(), ours.tails.end(), theirs.tails[0]) == ours.tails.end()) {
    if (Type* variable = single_variable(ours)) perhaps_never.push_back(variable);
    bind_row(theirs.tails[0].variable, left);
    return true;
  }
  // Beside a row that has no room for more, `E` is that row's only entry, or nothing at all.
  for (const auto& [open, other] : {std::pair(&ours, &theirs), std::pair(&theirs, &ours)}) {
    Type* variable = single_variable(*open);
    const auto is_open = [](const RowTail& tail) { return tail.variable != nullptr; };
    if (variable != nullptr && other->entries.empty() && other->unlabeled.empty() && std::any_of(other->tails.begin(), other->tails.end(), is_open)) {
      perhaps_never.push_back(variable);
    }
    if (variable == nullptr || !other->tails.empty() || other->entries.size() + other->unlabeled.size() > 1) continue;
    if (!other->entries.empty()) return unify(variable, other->entries.begin()->second);
    return unify(variable, other->unlabeled.empty() ? never() : other->unlabeled[0]);
  }
  const bool failures = true;
  return !fit(left, right, failures) && !fit(right, left, failures);
}

}  // namespace khora2cpp::types
