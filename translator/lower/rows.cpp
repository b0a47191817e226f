// Rows of capabilities that are passed as data: where a function has them from, and what it hands on (emission.md 4 and 9).
#include <algorithm>

#include "analysis/type_query.hpp"
#include "lower/body.hpp"

namespace khora2cpp::lower {

using types::RowTail;

Type* Body::row_type(types::Row row) {
  Type* type = program_.arena.make(types::Kind::row);
  type->row = program_.arena.make_row();
  *type->row = std::move(row);
  return type;
}

Type* Body::row_type(const RowTail& tail) {
  types::Row row;
  row.tails.push_back(tail);
  return row_type(std::move(row));
}

Type* Body::type_of(const types::TypeParam* parameter) {
  if (parameter->kind == types::TypeParam::Kind::row) return row_type(RowTail{nullptr, parameter, nullptr});
  Type* type = program_.arena.make(types::Kind::parameter);
  type->parameter = parameter;
  return type;
}

Type* Body::instantiated(const types::Callee& callee, Type* type) {
  const types::Function& function = *callee.function;
  std::vector<types::TypeParam*> from = function.parameters;
  std::vector<Type*> to = callee.arguments;
  const auto bind = [&](const std::vector<types::TypeParam*>& parameters, const std::vector<Type*>& arguments) {
    from.insert(from.end(), parameters.begin(), parameters.end());
    to.insert(to.end(), arguments.begin(), arguments.end());
  };
  if (function.role == types::Function::Role::trait_member) {
    bind({function.trait->self}, {callee.self});
    bind(function.trait->parameters, callee.trait_arguments);
  } else if (function.impl != nullptr) {
    bind(function.impl->parameters, callee.owner_arguments);
  }
  return types::normalized(program_, types::substituted(program_, type, from, to));
}

Expr* Body::tail_of(Span span, Variable* row, const RowTail& tail) {
  Type* wanted = row_type(tail);
  Expr* whole = read(span, row);
  return analysis::same_type(row->type, wanted) ? whole : make(span, wanted, RowPart{whole});
}

Variable* Body::source_of(const types::TailArgument& argument) {
  if (argument.lambda != nullptr) return lambda_rows_.at(argument.lambda);
  const Type* wanted = row_type(argument.tail);
  return *std::find_if(rows_.begin(), rows_.end(), [&](const Variable* row) {
    const std::vector<RowTail> tails = types::passed_tails(*row->type->row);
    return std::any_of(tails.begin(), tails.end(), [&](const RowTail& tail) { return analysis::same_type(row_type(tail), wanted); });
  });
}

Expr* Body::tail_value(Span span, const types::TailArgument& argument) { return tail_of(span, source_of(argument), argument.tail); }

Variable* Body::whole_row(const std::vector<types::CapabilityArgument>& entries, const std::vector<types::TailArgument>& tails) {
  if (tails.empty() || entries.empty()) return nullptr;
  Variable* whole = source_of(tails.front());
  types::Row row;
  for (const types::CapabilityArgument& entry : entries) {
    const auto from = brought_by_.find(entry.local);
    if (from == brought_by_.end() || from->second != whole) return nullptr;
    row.entries[entry.label] = entry.effect;
  }
  for (const types::TailArgument& tail : tails) {
    if (source_of(tail) != whole) return nullptr;
    row.tails.push_back(tail.tail);
  }
  return analysis::same_type(row_type(std::move(row)), whole->type) ? whole : nullptr;
}

Expr* Body::row_value(Span span, const std::vector<std::pair<std::string, Expr*>>& entries, const std::vector<Expr*>& tails) {
  if (entries.empty() && tails.size() == 1) return tails.front();
  types::Row row;
  for (const auto& [label, value] : entries) row.entries[label] = const_cast<Type*>(value->type);
  Expr* own = make(span, row_type(row), MakeRow{entries});
  if (tails.empty()) return own;
  std::vector<Expr*> rows = tails;
  if (!entries.empty()) rows.insert(rows.begin(), own);
  for (const Expr* tail : tails) row.tails.push_back(tail->type->row->tails.front());
  return make(span, row_type(std::move(row)), MergeRows{std::move(rows)});
}

Expr* Body::row_value(Span span, const types::RowArgument& argument) {
  return row_value(span, argument.entries, argument.tails);
}

Expr* Body::row_value(Span span, const std::vector<types::CapabilityArgument>& entries, const std::vector<types::TailArgument>& tails) {
  if (Variable* whole = whole_row(entries, tails)) return read(span, whole);
  std::vector<std::pair<std::string, Expr*>> values;
  for (const types::CapabilityArgument& entry : entries) values.emplace_back(entry.label, capability(span, entry));
  std::vector<Expr*> rows;
  for (const types::TailArgument& tail : tails) rows.push_back(tail_value(span, tail));
  return row_value(span, values, rows);
}

Expr* Body::row_value(Span span, const types::Row& wanted, const Served& served) {
  const types::Row row = types::passed(wanted);
  std::vector<std::pair<std::string, Expr*>> values;
  for (const auto& [label, effect] : row.entries) values.emplace_back(label, served.entry(label));
  std::vector<Expr*> rows;
  for (const RowTail& tail : types::passed_tails(row)) rows.push_back(served.tail(tail));
  return row_value(span, values, rows);
}

void Body::pass_row(Span span, const types::Row& wanted, const Served& served, Call& call) {
  const types::Row row = types::passed(wanted);
  if (!types::passed_tails(row).empty()) {
    call.row = row_value(span, row, served);
    return;
  }
  for (const auto& [label, effect] : row.entries) call.arguments.push_back(served.entry(label));
}

void Body::take_entries(const std::vector<const types::Local*>& labels, Variable* row) {
  for (const types::Local* label : labels) {
    brought_by_[label] = row;
    if (facts_.of(label).reads == 0) continue;
    Expr* entry = make(label->span, label->type, RowEntry{read(label->span, row), label->name});
    emit(label->span, Declare{variable_of(label), Declare::Form::reference, entry, false});
  }
}

Served Body::served_by(Span span, const std::vector<types::CapabilityArgument>& bound, const std::vector<types::TailArgument>& bound_tails,
                       const Supplied& supplied) {
  const auto entry = [this, span, bound, supplied](const std::string& label) -> Expr* {
    const auto known = std::find_if(bound.begin(), bound.end(), [&](const auto& one) { return one.label == label; });
    if (known != bound.end()) return capability(span, *known);
    if (const auto parameter = supplied.labels.find(label); parameter != supplied.labels.end()) return read(span, parameter->second);
    const Type* effect = types::passed(*supplied.row->type->row).entries.at(label);
    return make(span, effect, RowEntry{read(span, supplied.row), label});
  };
  const auto tail = [this, span, bound_tails, supplied](const RowTail& wanted) -> Expr* {
    const auto known = std::find_if(bound_tails.begin(), bound_tails.end(), [&](const auto& one) {
      return analysis::same_type(row_type(one.tail), row_type(wanted));
    });
    return known != bound_tails.end() ? tail_value(span, *known) : tail_of(span, supplied.row, wanted);
  };
  return {entry, tail};
}

Supplied Body::supplied_by(const Type* function, std::vector<Variable*>& parameters) {
  Supplied supplied;
  const types::Row row = types::passed(*function->capabilities);
  if (!types::passed_tails(row).empty()) {
    supplied.row = tree_.variable("effects", row_type(row));
    parameters.push_back(supplied.row);
    return supplied;
  }
  for (const auto& [label, effect] : row.entries) {
    supplied.labels[label] = tree_.variable(label, effect);
    parameters.push_back(supplied.labels[label]);
  }
  return supplied;
}

}  // namespace khora2cpp::lower
