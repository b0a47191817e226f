#include "types/solver.hpp"

#include <algorithm>
#include <memory>

namespace khora2cpp::types {

// ---- making types --------------------------------------------------------------------------------------------------------------

Type* Solver::fresh(Span origin) {
  Type* type = arena_.make(Kind::variable);
  type->id = ++next_id_;
  type->origin = origin;
  return type;
}

Type* Solver::fresh_integer(Span origin) {
  Type* type = fresh(origin);
  type->integer_literal = true;
  return type;
}

Type* Solver::nominal(const TypeDecl* decl, std::vector<Type*> arguments) {
  Type* type = arena_.make(Kind::nominal);
  type->decl = decl;
  type->arguments = std::move(arguments);
  return type;
}

Type* Solver::tuple(std::vector<Type*> elements) {
  Type* type = arena_.make(Kind::tuple);
  type->arguments = std::move(elements);
  return type;
}

Type* Solver::function(std::vector<Type*> parameters, Type* result, Row* capabilities, Row* failures) {
  Type* type = arena_.make(Kind::function);
  type->parameters = std::move(parameters);
  type->result = result;
  type->capabilities = capabilities;
  type->failures = failures;
  return type;
}

Type* Solver::parameter(const TypeParam* parameter) {
  Type* type = arena_.make(Kind::parameter);
  type->parameter = parameter;
  return type;
}

Type* Solver::row_type(Row* row) {
  Type* type = arena_.make(Kind::row);
  type->row = row;
  return type;
}

Type* Solver::projection(const TraitDecl* trait, std::vector<Type*> trait_arguments, Type* self, std::string name) {
  Type* type = arena_.make(Kind::projection);
  type->trait = trait;
  type->arguments = std::move(trait_arguments);
  type->self = self;
  type->name = std::move(name);
  return type;
}

Row* Solver::open_row() {
  Row* row = arena_.make_row();
  row->tails.push_back({arena_.make_row_variable(), nullptr, nullptr});
  return row;
}

// ---- unification ---------------------------------------------------------------------------------------------------------------

bool Solver::attempt(const std::function<bool()>& trial) {
  const std::size_t types = type_trail_.size();
  const std::size_t rows = row_trail_.size();
  ++trials_;
  const bool done = trial();
  --trials_;
  if (!done) {
    while (type_trail_.size() > types) {
      type_trail_.back()->solution = nullptr;
      type_trail_.pop_back();
    }
    while (row_trail_.size() > rows) {
      row_trail_.back()->solution = nullptr;
      row_trail_.pop_back();
    }
  }
  if (trials_ == 0) {
    type_trail_.clear();
    row_trail_.clear();
  }
  return done;
}

bool Solver::unify(Type* left, Type* right) {
  return attempt([&] { return unify_step(left, right); });
}

bool Solver::occurs(const Type* variable, Type* type) {
  type = resolved(type);
  if (type == variable) return true;
  for (Type* argument : type->arguments) {
    if (occurs(variable, argument)) return true;
  }
  for (Type* parameter : type->parameters) {
    if (occurs(variable, parameter)) return true;
  }
  if (type->result != nullptr && occurs(variable, type->result)) return true;
  if (type->head != nullptr && occurs(variable, type->head)) return true;
  if (type->self != nullptr && occurs(variable, type->self)) return true;
  if (type->row != nullptr) {
    const Row flat = flattened(*type->row);
    for (const auto& [label, entry] : flat.entries) {
      if (occurs(variable, entry)) return true;
    }
  }
  return false;
}

namespace {
bool is_integer(const Type* type) {
  if (type->kind != Kind::nominal) return false;
  switch (type->decl->builtin) {
    case Builtin::int_:
    case Builtin::i8:
    case Builtin::i16:
    case Builtin::i32:
    case Builtin::u8:
    case Builtin::u16:
    case Builtin::u32:
    case Builtin::u64: return true;
    default: return false;
  }
}
}  // namespace

bool Solver::bind(Type* variable, Type* type) {
  if (variable == type) return true;
  if (variable->integer_literal) {
    if (type->kind == Kind::variable) {
      // Whichever way they are joined the pair stays an integer.
      type_trail_.push_back(type);
      type->solution = variable;
      return true;
    }
    if (!is_integer(type)) return false;
  }
  if (type->kind != Kind::variable && occurs(variable, type)) return false;
  type_trail_.push_back(variable);
  variable->solution = type;
  return true;
}

bool Solver::unify_step(Type* left, Type* right) {
  left = normalized_head(left);
  right = normalized_head(right);
  if (left == right) return true;
  if (left->kind == Kind::error || right->kind == Kind::error) return true;
  if (left->kind == Kind::variable) return bind(left, right);
  if (right->kind == Kind::variable) return bind(right, left);
  if (left->kind == Kind::never || right->kind == Kind::never) return true;

  // A constructor variable or parameter applied to arguments against a declared type: `F<A>` with `Option<Int>`.
  if (left->kind == Kind::application || right->kind == Kind::application) {
    if (left->kind != Kind::application) std::swap(left, right);
    Type* head = resolved(left->head);
    if (right->kind == Kind::application) {
      if (left->arguments.size() != right->arguments.size() || !unify_step(head, right->head)) return false;
      for (std::size_t at = 0; at < left->arguments.size(); ++at) {
        if (!unify_step(left->arguments[at], right->arguments[at])) return false;
      }
      return true;
    }
    if (right->kind != Kind::nominal || right->arguments.size() < left->arguments.size()) return false;
    const std::size_t kept = right->arguments.size() - left->arguments.size();
    Type* constructor = nominal(right->decl, {right->arguments.begin(), right->arguments.begin() + static_cast<std::ptrdiff_t>(kept)});
    if (!unify_step(head, constructor)) return false;
    for (std::size_t at = 0; at < left->arguments.size(); ++at) {
      if (!unify_step(left->arguments[at], right->arguments[kept + at])) return false;
    }
    return true;
  }
  if (left->kind != right->kind) return false;
  const auto all = [&](const std::vector<Type*>& ones, const std::vector<Type*>& others) {
    if (ones.size() != others.size()) return false;
    for (std::size_t at = 0; at < ones.size(); ++at) {
      if (!unify_step(ones[at], others[at])) return false;
    }
    return true;
  };
  switch (left->kind) {
    case Kind::parameter: return left->parameter == right->parameter;
    case Kind::nominal: return left->decl == right->decl && all(left->arguments, right->arguments);
    case Kind::tuple: return all(left->arguments, right->arguments);
    case Kind::function:
      return all(left->parameters, right->parameters) && unify_step(left->result, right->result) &&
             unify_rows(left->capabilities, right->capabilities) && unify_rows(left->failures, right->failures);
    case Kind::projection:
      return left->trait == right->trait && left->name == right->name && unify_step(left->self, right->self) &&
             all(left->arguments, right->arguments);
    case Kind::constant: return left->value == right->value;
    case Kind::row: return unify_rows(left->row, right->row);
    case Kind::forall: return left->binders.size() == right->binders.size() && unify_step(left->body, right->body);
    default: return true;
  }
}

void Solver::bind_row(RowVar* variable, Row* row) {
  row_trail_.push_back(variable);
  variable->solution = row;
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
      if (known->kind == Kind::parameter && resolved(type)->kind == Kind::parameter && known->parameter == resolved(type)->parameter) return {};
    }
  }
  for (const RowTail& tail : flat.tails) {
    if (tail.variable == nullptr || tail.variable->solution != nullptr) continue;
    Row* extension = open_row();
    if (label.empty()) {
      extension->unlabeled.push_back(type);
    } else {
      extension->entries[label] = type;
    }
    bind_row(tail.variable, extension);
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
    Row* extension = open_row();
    extension->tails.insert(extension->tails.begin(), tail);
    bind_row(other.variable, extension);
    return {};
  }
  // An unsolved row with nowhere to go means the empty row when the body is done.
  if (tail.variable != nullptr) return {};
  static thread_local RowTail reported;
  reported = tail;
  return {RowMisfit::Reason::no_room, "", nullptr, nullptr, &reported};
}

void Solver::include_unlabeled(Row* row, Type* type) {
  if (std::none_of(row->unlabeled.begin(), row->unlabeled.end(), [&](Type* other) { return same_place(other, type); })) row->unlabeled.push_back(type);
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

bool Solver::unify_rows(Row* left, Row* right) {
  if (left == right) return true;
  const Row ours = flattened(*left);
  const Row theirs = flattened(*right);
  // Two single open tails without entries are simply joined.
  if (ours.entries.empty() && ours.unlabeled.empty() && ours.tails.size() == 1 && ours.tails[0].variable != nullptr) {
    if (theirs.tails.size() == 1 && theirs.tails[0] == ours.tails[0] && theirs.entries.empty()) return true;
    const bool cyclic = std::find(theirs.tails.begin(), theirs.tails.end(), ours.tails[0]) != theirs.tails.end();
    if (!cyclic) {
      bind_row(ours.tails[0].variable, right);
      return true;
    }
  }
  if (theirs.entries.empty() && theirs.unlabeled.empty() && theirs.tails.size() == 1 && theirs.tails[0].variable != nullptr &&
      std::find(ours.tails.begin(), ours.tails.end(), theirs.tails[0]) == ours.tails.end()) {
    bind_row(theirs.tails[0].variable, left);
    return true;
  }
  const bool failures = true;
  return !fit(left, right, failures) && !fit(right, left, failures);
}

// ---- substitution --------------------------------------------------------------------------------------------------------------

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

Type* Solver::normalized_head(Type* type) {
  type = resolved(type);
  if (type->kind == Kind::application) {
    Type* head = resolved(type->head);
    if (head->kind == Kind::nominal) {
      std::vector<Type*> whole = head->arguments;
      whole.insert(whole.end(), type->arguments.begin(), type->arguments.end());
      return nominal(head->decl, std::move(whole));
    }
    return type;
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
  Substitution substitution;
  for (std::size_t at = 0; at < chosen.arguments.size(); ++at) substitution.set(chosen.impl->parameters[at], chosen.arguments[at]);
  return normalized_head(substitution.empty() ? supplied->second : substitution.apply(*this, supplied->second));
}

void Solver::normalize_row(Row* row) {
  for (RowTail& tail : row->tails) {
    if (tail.projection != nullptr) tail.projection = normalized_head(tail.projection);
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

// ---- the interface of program.hpp ------------------------------------------------------------------------------------------------

namespace {
/// Later stages ask for impls often; the index is built once a program.
Solver& solver_of(Program& program) {
  if (!program.solver) {
    program.solver = std::make_shared<Solver>(program);
    for (ImplDecl& impl : program.impl_decls) {
      if (impl.trait != nullptr && impl.target != nullptr && resolved(impl.target)->kind != Kind::error) program.solver->impls.add(&impl);
    }
  }
  return *program.solver;
}
}  // namespace

Type* substituted(Program& program, Type* type, const std::vector<TypeParam*>& from, const std::vector<Type*>& to) {
  Substitution substitution;
  for (std::size_t at = 0; at < from.size() && at < to.size(); ++at) substitution.set(from[at], to[at]);
  return substitution.apply(solver_of(program), type);
}

SelectedImpl select_impl(Program& program, const TraitDecl* trait, const std::vector<Type*>& trait_arguments, Type* self) {
  return solver_of(program).select(trait, trait_arguments, self, false);
}

Type* normalized(Program& program, Type* type) { return solver_of(program).normalized(type); }

bool has_builtin_operators(const Type* type) {
  type = resolved(type);
  return type->kind == Kind::nominal && type->decl->builtin != Builtin::none && type->decl->builtin != Builtin::ptr;
}

const Function* TraitDecl::find(std::string_view function) const {
  for (const Function* one : functions) {
    if (one->name == function) return one;
  }
  return nullptr;
}

const Function* ImplDecl::find(std::string_view function) const {
  for (const Function* one : functions) {
    if (one->name == function) return one;
  }
  return nullptr;
}

const TypeDecl* Program::builtin(Builtin kind) const {
  for (const TypeDecl& decl : type_decls) {
    if (decl.builtin == kind) return &decl;
  }
  return nullptr;
}

}  // namespace khora2cpp::types
