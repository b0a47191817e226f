// Unification of types.
#include "types/solver.hpp"

namespace khora2cpp::types {

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
  return attempt([&] {
    const Type* one = normalized_head(left);
    const Type* other = normalized_head(right);
    const bool is_never = one->kind == Kind::never || other->kind == Kind::never;
    return (is_never && one->kind != Kind::variable && other->kind != Kind::variable) || unify_step(left, right);
  });
}

bool Solver::unifies(Type* left, Type* right) {
  bool fits = false;
  attempt([&] {
    fits = unify(left, right);
    return false;
  });
  return fits;
}

bool Solver::same(Type* left, Type* right) {
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
  if (left->kind == Kind::error || right->kind == Kind::error) {
    // What stands for something mistaken is unknown itself: nothing more is said about it.
    for (Type* one : {left, right}) {
      if (one->kind != Kind::variable) continue;
      type_trail_.push_back(one);
      one->solution = one == left ? right : left;
    }
    return true;
  }
  if (left->kind == Kind::variable) return bind(left, right);
  if (right->kind == Kind::variable) return bind(right, left);

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
    // A constructor takes all its arguments at once (T29).
    if (right->kind != Kind::nominal || right->arguments.size() != left->arguments.size()) return false;
    if (!unify_step(head, nominal(right->decl))) return false;
    for (std::size_t at = 0; at < left->arguments.size(); ++at) {
      if (!unify_step(left->arguments[at], right->arguments[at])) return false;
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
    case Kind::forall: {
      if (left->binders.size() != right->binders.size()) return false;
      Substitution renamed;
      for (std::size_t at = 0; at < left->binders.size(); ++at) {
        const TypeParam* binder = left->binders[at];
        if (binder->kind != right->binders[at]->kind || binder->arity != right->binders[at]->arity) return false;
        if (binder->kind == TypeParam::Kind::row) {
          Row* row = empty_row();
          row->tails.push_back({nullptr, binder, nullptr});
          renamed.set(right->binders[at], row_type(row));
        } else {
          renamed.set(right->binders[at], parameter(binder));
        }
      }
      return unify_step(left->body, renamed.apply(*this, right->body));
    }
    default: return true;
  }
}

}  // namespace khora2cpp::types
