#include "types/type.hpp"

#include <algorithm>

#include "types/program.hpp"

namespace khora2cpp::types {

Type* resolved(Type* type) {
  while (type != nullptr && type->kind == Kind::variable && type->solution != nullptr) type = type->solution;
  return type;
}

bool same_place(const Type* left, const Type* right) {
  left = resolved(left);
  right = resolved(right);
  return left == right || (left->kind == Kind::parameter && right->kind == Kind::parameter && left->parameter == right->parameter);
}

namespace {

bool is_bound(const RowTail& tail) {
  return (tail.variable != nullptr && tail.variable->is_bound) || (tail.parameter != nullptr && tail.parameter->is_bound);
}

/// What was looked at already: rows may refer to one another.
struct Seen {
  std::vector<const RowVar*> variables;
  std::vector<const Row*> rows;  ///< associated ones
};

template <class T>
bool added(std::vector<T>& all, const T& one) {
  if (std::find(all.begin(), all.end(), one) != all.end()) return false;
  all.push_back(one);
  return true;
}

void add_failure_entry(Type* entry, Row& into) {
  Type* known = resolved(entry);
  if (known->kind == Kind::nominal) {
    into.entries.emplace(known->decl->name, known);
  } else if (known->kind != Kind::never && known->kind != Kind::error &&
             std::none_of(into.unlabeled.begin(), into.unlabeled.end(), [&](Type* other) { return same_place(other, known); })) {
    into.unlabeled.push_back(known);
  }
}

void add_flattened(const Row& row, Row& into, Seen& seen, bool only_passed = false) {
  into.is_unsure = into.is_unsure || row.is_unsure;
  for (const auto& [label, type] : row.entries) into.entries.emplace(label, type);
  for (Type* entry : row.unlabeled) add_failure_entry(entry, into);
  for (const RowTail& tail : row.tails) {
    if (only_passed && is_bound(tail)) continue;
    if (tail.variable != nullptr) {
      if (!added<const RowVar*>(seen.variables, tail.variable)) continue;
      if (tail.variable->solution != nullptr) {
        add_flattened(*tail.variable->solution, into, seen, only_passed);
        continue;
      }
    } else if (tail.projection != nullptr) {
      Type* known = resolved(tail.projection);
      if (known->kind == Kind::row) {
        if (added<const Row*>(seen.rows, known->row)) add_flattened(*known->row, into, seen, only_passed);
        continue;
      }
      // An impl supplied one failure type for the associated type in `raises Self::Err`.
      if (known->kind != Kind::projection) {
        add_failure_entry(known, into);
        continue;
      }
    }
    if (std::find(into.tails.begin(), into.tails.end(), tail) == into.tails.end()) into.tails.push_back(tail);
  }
}

std::string joined(const std::vector<Type*>& types, const char* separator) {
  std::string text;
  for (std::size_t at = 0; at < types.size(); ++at) {
    if (at != 0) text += separator;
    text += to_string(types[at]);
  }
  return text;
}

std::string tail_text(const RowTail& tail) {
  if (tail.parameter != nullptr) return "'" + tail.parameter->name;
  if (tail.projection != nullptr) return to_string(tail.projection);
  return "'_";
}

std::string function_text(const Type& type) {
  std::string text = "(" + joined(type.parameters, ", ");
  text += ") -> " + to_string(type.result);
  if (type.capabilities != nullptr) {
    const std::string row = to_string(*type.capabilities, false);
    if (!row.empty()) text += " with " + row;
  }
  if (type.failures != nullptr) {
    const std::string row = to_string(*type.failures, true);
    if (!row.empty()) text += " raises " + row;
  }
  return text;
}

}  // namespace

Row flattened(const Row& row) {
  Row flat;
  Seen seen;
  add_flattened(row, flat, seen);
  return flat;
}

bool mentions_one_of(const Type* given, const std::vector<const TypeParam*>& binders) {
  const Type* type = resolved(given);
  if (type == nullptr) return false;
  if (type->kind == Kind::forall && type->binders == binders) return false;
  const auto is_binder = [&](const TypeParam* one) { return std::find(binders.begin(), binders.end(), one) != binders.end(); };
  const auto any = [&](const std::vector<Type*>& parts) {
    return std::any_of(parts.begin(), parts.end(), [&](const Type* part) { return mentions_one_of(part, binders); });
  };
  const auto in_row = [&](const Row* row) {
    if (row == nullptr) return false;
    const Row flat = flattened(*row);
    return any(flat.unlabeled) ||
           std::any_of(flat.entries.begin(), flat.entries.end(), [&](const auto& entry) { return mentions_one_of(entry.second, binders); }) ||
           std::any_of(flat.tails.begin(), flat.tails.end(), [&](const RowTail& tail) { return tail.parameter != nullptr && is_binder(tail.parameter); });
  };
  if (type->kind == Kind::parameter && is_binder(type->parameter)) return true;
  return any(type->arguments) || any(type->parameters) || mentions_one_of(type->head, binders) || mentions_one_of(type->result, binders) ||
         mentions_one_of(type->self, binders) || mentions_one_of(type->body, binders) || in_row(type->capabilities) || in_row(type->failures) ||
         in_row(type->row);
}

Row passed(const Row& row) {
  Row part;
  Seen seen;
  add_flattened(row, part, seen, true);
  return part;
}

std::vector<RowTail> passed_tails(const Row& row) {
  std::vector<RowTail> tails = passed(row).tails;
  std::erase_if(tails, [](const RowTail& tail) { return tail.variable != nullptr; });
  return tails;
}

std::string to_string(const Row& row, bool failures) {
  const Row flat = flattened(row);
  std::vector<std::string> terms;
  if (failures) {
    for (const auto& [label, type] : flat.entries) terms.push_back(to_string(type));
    for (const Type* type : flat.unlabeled) terms.push_back(to_string(type));
    for (const RowTail& tail : flat.tails) {
      if (tail.variable == nullptr) terms.push_back(tail_text(tail));
    }
    std::string text;
    for (const std::string& term : terms) text += (text.empty() ? "" : " + ") + term;
    return text;
  }
  std::string entries;
  for (const auto& [label, type] : flat.entries) entries += (entries.empty() ? "" : ", ") + label + ": " + to_string(type);
  std::string tails;
  for (const RowTail& tail : flat.tails) {
    if (tail.variable == nullptr) tails += (tails.empty() ? "" : " | ") + tail_text(tail);
  }
  if (entries.empty()) return tails;
  return "{ " + entries + (tails.empty() ? "" : " | " + tails) + " }";
}

std::string to_string(const Type* type) {
  type = resolved(type);
  if (type == nullptr) return "?";
  switch (type->kind) {
    case Kind::variable: return type->integer_literal ? "Int" : "_";
    case Kind::parameter: return type->parameter->name;
    case Kind::nominal: {
      if (type->arguments.empty()) return type->decl->name;
      return type->decl->name + "<" + joined(type->arguments, ", ") + ">";
    }
    case Kind::application: return to_string(type->head) + "<" + joined(type->arguments, ", ") + ">";
    case Kind::tuple: return "(" + joined(type->arguments, ", ") + (type->arguments.size() == 1 ? ",)" : ")");
    case Kind::function: return function_text(*type);
    case Kind::projection: return to_string(type->self) + "::" + type->name;
    case Kind::constant: return std::to_string(type->value);
    case Kind::row: {
      const Row flat = flattened(*type->row);
      std::string entries;
      for (const auto& [label, entry] : flat.entries) entries += (entries.empty() ? "" : ", ") + label + ": " + to_string(entry);
      for (const Type* entry : flat.unlabeled) entries += (entries.empty() ? "" : ", ") + to_string(entry);
      for (const RowTail& tail : flat.tails) {
        if (entries.empty() && flat.tails.size() == 1) return tail_text(tail);
        entries += (entries.empty() ? "" : " | ") + tail_text(tail);
      }
      return entries.empty() ? "{}" : "{ " + entries + " }";
    }
    case Kind::forall: {
      std::string binders;
      for (const TypeParam* binder : type->binders) binders += (binders.empty() ? "" : ", ") + binder->name;
      return "forall<" + binders + ">. " + to_string(type->body);
    }
    case Kind::never: return "Never";
    case Kind::error: return "_";
  }
  return "?";
}

std::string told_apart(const Type* left, const Type* right) {
  const std::string text = to_string(left);
  left = resolved(left);
  right = resolved(right);
  if (text != to_string(right) || left->kind != Kind::nominal || right->kind != Kind::nominal || left->decl == right->decl) return text;
  return left->decl->module != nullptr ? left->decl->module->path + "::" + text : text;
}

std::string distinct(const Type* left, const Type* right) {
  return "`" + told_apart(left, right) + "` and `" + told_apart(right, left) + "`";
}

}  // namespace khora2cpp::types
