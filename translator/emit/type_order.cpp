#include "emit/type_order.hpp"

#include <functional>
#include <map>

namespace khora2cpp::emit {

using types::Kind;
using types::Type;
using types::TypeDecl;

namespace {

using Held = std::set<const types::TypeParam*>;

bool is_counted(const analysis::Facts& facts, const TypeDecl* decl) {
  return decl->shape == TypeDecl::Shape::effect || facts.is_boxed(decl);
}

template <class F>
void each_part(const TypeDecl& decl, F&& f) {
  for (const types::Field& field : decl.fields) f(field.type);
  for (const types::Case& one : decl.cases) {
    for (const types::Field& field : one.payload) f(field.type);
  }
}

/// Declarations and type parameters that a value of `type` holds in place.
void each_held(const Type* given, const analysis::Facts& facts, const Held& held, const std::function<void(const Type&)>& f) {
  const Type* type = types::resolved(given);
  switch (type->kind) {
    case Kind::parameter:
      f(*type);
      return;
    case Kind::tuple:
    case Kind::application:
      for (const Type* element : type->arguments) each_held(element, facts, held, f);
      return;
    case Kind::nominal:
      f(*type);
      if (type->decl->is_native || is_counted(facts, type->decl)) return;
      for (std::size_t i = 0; i < type->arguments.size() && i < type->decl->parameters.size(); ++i) {
        if (held.count(type->decl->parameters[i]) != 0) each_held(type->arguments[i], facts, held, f);
      }
      return;
    default:
      return;
  }
}

class Order {
 public:
  Order(const std::vector<const TypeDecl*>& decls, const analysis::Facts& facts, const Held& held) : facts_(facts), held_(held) {
    for (const TypeDecl* decl : decls) states_[decl] = State::untouched;
    for (const TypeDecl* decl : decls) require(decl);
  }
  std::vector<TypeStep> take() { return std::move(steps_); }

 private:
  enum class State { untouched, in_progress, handle_done, done };

  void require(const TypeDecl* decl) {
    const auto found = states_.find(decl);
    if (found == states_.end()) return;  // of another file
    if (found->second == State::in_progress && is_counted(facts_, decl)) {
      steps_.push_back({decl, TypeStep::What::handle});
      found->second = State::handle_done;
    }
    if (found->second != State::untouched) return;
    found->second = State::in_progress;
    each_part(*decl, [&](const Type* part) {
      each_held(part, facts_, held_, [&](const Type& held) {
        if (held.kind == Kind::nominal) require(held.decl);
      });
    });
    steps_.push_back({decl, states_[decl] == State::handle_done ? TypeStep::What::contents : TypeStep::What::whole});
    states_[decl] = State::done;
  }

  const analysis::Facts& facts_;
  const Held& held_;
  std::map<const TypeDecl*, State> states_;
  std::vector<TypeStep> steps_;
};

}  // namespace

Held held_parameters(const types::Program& program, const analysis::Facts& facts) {
  Held held;
  for (bool changed = true; changed;) {
    changed = false;
    for (const TypeDecl& decl : program.type_decls) {
      if (decl.is_native || is_counted(facts, &decl)) continue;
      each_part(decl, [&](const Type* part) {
        each_held(part, facts, held, [&](const Type& one) {
          if (one.kind == Kind::parameter && held.insert(one.parameter).second) changed = true;
        });
      });
    }
  }
  return held;
}

std::vector<TypeStep> definition_order(const std::vector<const TypeDecl*>& decls, const analysis::Facts& facts, const Held& held) {
  return Order(decls, facts, held).take();
}

}  // namespace khora2cpp::emit
