// Instantiations that never end (T52): a generic function that calls itself, perhaps through others, with ever larger types, and a type
// that contains itself at ever larger types. Both have no finite C++ form.
#include "types/instantiation.hpp"

#include <algorithm>
#include <functional>
#include <set>

#include "types/solver.hpp"

namespace khora2cpp::types {

void Instantiations::pass(const Function* user, Node to, Type* argument, Span span) {
  argument = resolved(argument);
  if (argument->kind == Kind::parameter) {
    edges_[{user, argument->parameter}].push_back({to, false, span});
    return;
  }
  std::set<const TypeParam*> inside;
  std::function<void(const Type*)> collect;
  const auto collect_row = [&](const Row& row) {
    for (const auto& [label, type] : row.entries) collect(type);
    for (const RowTail& tail : passed_tails(row)) {
      if (tail.parameter != nullptr) inside.insert(tail.parameter);
    }
  };
  collect = [&](const Type* type) {
    type = resolved(type);
    if (type->kind == Kind::parameter) inside.insert(type->parameter);
    for (const Type* one : type->arguments) collect(one);
    for (const Type* one : type->parameters) collect(one);
    if (type->result != nullptr) collect(type->result);
    if (type->head != nullptr) collect(type->head);
    if (type->row != nullptr) collect_row(passed(*type->row));
    if (type->capabilities != nullptr) collect_row(passed(*type->capabilities));
  };
  if (argument->kind == Kind::row) {
    // Labels are added to a row once: it does not grow by what it is joined with, only by what is inside its effects.
    const Row row = passed(*argument->row);
    for (const RowTail& tail : passed_tails(row)) {
      if (tail.parameter != nullptr) edges_[{user, tail.parameter}].push_back({to, false, span});
    }
    for (const auto& [label, type] : row.entries) collect(type);
  } else {
    collect(argument);
  }
  for (const TypeParam* one : inside) edges_[{user, one}].push_back({to, true, span});
}

void Instantiations::pass_all(const Function* user, const Function* used, const std::vector<TypeParam*>& parameters,
                              const std::vector<Type*>& arguments, Span span) {
  for (std::size_t at = 0; at < parameters.size() && at < arguments.size(); ++at) {
    const TypeParam& parameter = *parameters[at];
    const bool is_row = parameter.kind == TypeParam::Kind::row && !parameter.is_failure_row && !parameter.is_bound;
    if (parameter.kind == TypeParam::Kind::type || is_row) pass(user, {used, &parameter}, arguments[at], span);
  }
}

void Instantiations::use_types_of(const TypeDecl& decl) {
  const std::function<void(const Type*, Span)> walk = [&](const Type* type, Span span) {
    type = resolved(type);
    if (type->kind == Kind::nominal && type->decl->shape != TypeDecl::Shape::opaque) {
      pass_all(nullptr, nullptr, type->decl->parameters, type->arguments, span);
    }
    for (const Type* one : type->arguments) walk(one, span);
    for (const Type* one : type->parameters) walk(one, span);
    if (type->result != nullptr) walk(type->result, span);
  };
  for (const Field& field : decl.fields) walk(field.type, field.span);
  for (const Case& one : decl.cases) {
    for (const Field& field : one.payload) walk(field.type, field.span);
  }
}

void Instantiations::use_callee(Solver& solver, const Function& user, const Callee& callee, Span span) {
  const Function& function = *callee.function;
  if (function.trait == nullptr || callee.self == nullptr) {
    pass_all(&user, &function, function.parameters, callee.arguments, span);
    if (function.impl != nullptr) pass_all(&user, &function, function.impl->parameters, callee.owner_arguments, span);
    return;
  }
  // The impl that a type known by its head selects takes the type apart: its parameters stand for parts. A bare parameter selects
  // nothing yet.
  const Type* self = resolved(callee.self);
  const SelectedImpl chosen =
      self->kind == Kind::parameter ? SelectedImpl{} : solver.select(function.trait, callee.trait_arguments, callee.self, false);
  const Function* used = chosen.impl != nullptr ? chosen.impl->find(function.name) : nullptr;
  if (used != nullptr) {
    pass_all(&user, used, chosen.impl->parameters, chosen.arguments, span);
    pass_all(&user, used, used->parameters, callee.arguments, span);
  } else {
    pass(&user, {&function, function.trait->self}, callee.self, span);
    pass_all(&user, &function, function.parameters, callee.arguments, span);
  }
}

void Instantiations::report(diagnostics::Diagnostics& diagnostics) const {
  // A cycle through an edge that enlarges never ends (Kennedy and Pierce); without one every chain of instantiations does.
  const auto reaches = [&](const Node& from, const Node& to) {
    std::set<Node> seen{from};
    std::vector<Node> open{from};
    while (!open.empty()) {
      const Node at = open.back();
      open.pop_back();
      if (at == to) return true;
      const auto next = edges_.find(at);
      if (next == edges_.end()) continue;
      for (const Edge& edge : next->second) {
        if (seen.insert(edge.to).second) open.push_back(edge.to);
      }
    }
    return false;
  };
  for (const auto& [from, edges] : edges_) {
    for (const Edge& edge : edges) {
      if (!edge.enlarges || !reaches(edge.to, from)) continue;
      const std::string what =
          edge.to.first != nullptr ? "`" + edge.to.first->name + "` is instantiated here" : "this type contains itself";
      diagnostics.error("D423", edge.span, what + " at an ever larger type, deeper than 64 levels")
          .suggest("what grows from level to level has no end when it is translated: keep the type the same");
    }
  }
}

}  // namespace khora2cpp::types
