// The questions that later stages ask of a typed program.
#include "types/program.hpp"

#include <memory>

#include "types/solver.hpp"

namespace khora2cpp::types {

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
