#include "analysis/placement.hpp"

#include <functional>

#include "analysis/dispatch.hpp"
#include "analysis/mentions.hpp"
#include "analysis/type_query.hpp"
#include "types/walk.hpp"

namespace khora2cpp::analysis {

using types::Overloaded;
using types::Expr;
using types::Function;
using types::Kind;
using types::Type;

namespace {

/// The types of a pattern's parts: emitted code tests for them.
void each_type(const types::Pattern& pattern, const std::function<void(const Type*)>& on_type) {
  on_type(pattern.type);
  std::visit(Overloaded{
                 [&](const types::CasePattern& node) {
                   for (const types::Pattern* part : node.arguments) each_type(*part, on_type);
                 },
                 [&](const types::WrapperPattern& node) { each_type(*node.inner, on_type); },
                 [&](const types::RecordPattern& node) {
                   for (const auto& field : node.fields) each_type(*field.second, on_type);
                 },
                 [&](const types::TuplePattern& node) {
                   for (const types::Pattern* part : node.elements) each_type(*part, on_type);
                 },
                 [](const auto&) {},
             },
             pattern.node);
}

/// Calls `on_type` for every type a body writes or computes with.
void each_type(const Expr& expr, const std::function<void(const Type*)>& on_type) {
  on_type(expr.type);
  if (const auto* list = std::get_if<types::ListExpr>(&expr.node)) on_type(list->element);
  if (const auto* lambda = std::get_if<types::LambdaExpr>(&expr.node)) {
    for (const types::Local* parameter : lambda->lambda->parameters) on_type(parameter->type);
  }
  if (const auto* match = std::get_if<types::MatchExpr>(&expr.node)) {
    for (const types::Arm& arm : match->arms) each_type(*arm.pattern, on_type);
  }
  if (const auto* caught = std::get_if<types::CatchExpr>(&expr.node)) {
    for (const types::CatchArm& arm : caught->arms) {
      each_type(*arm.arm.pattern, on_type);
      if (arm.error != nullptr) on_type(arm.error);
    }
  }
  each_child(expr, [&](const Expr& child) { each_type(child, on_type); });
}

class Placement {
 public:
  Placement(types::Program& program, Facts& facts) : program_(program), facts_(facts) {}

  void run() {
    for (const types::TypeDecl& decl : program_.type_decls) {
      if (decl.is_pub) show(decl);
    }
    for (const types::TraitDecl& trait : program_.trait_decls) {
      if (trait.is_pub) show(trait);
    }
    for (const Function& function : program_.functions) {
      if (function.role == Function::Role::function && function.is_pub) show(function);
      if (function.role == Function::Role::constant && function.is_pub) show(function);
    }
    // An impl stands in the header when everything in its head does; what it shows may complete the head of another.
    for (bool changed = true; changed;) {
      changed = false;
      for (const types::ImplDecl& impl : program_.impl_decls) {
        if (impls_.count(&impl) != 0 || !is_visible(impl)) continue;
        impls_.insert(&impl);
        changed = true;
        for (const Type* argument : impl.trait_arguments) show(argument);
        for (const auto& [name, type] : impl.types) show(type);
        for (const Function* function : impl.functions) show(*function);
      }
    }
  }

 private:
  bool is_visible(const types::TypeDecl* decl) const { return decl == nullptr || decl->is_pub || decl->module == nullptr || facts_.types_in_header.count(decl) != 0; }
  bool is_visible(const types::ImplDecl& impl) const {
    if (impl.trait != nullptr && !impl.trait->is_pub && facts_.traits_in_header.count(impl.trait) == 0) return false;
    return is_visible(declaration(impl.target));
  }

  void show(const types::TypeDecl& decl) {
    if (!shown_types_.insert(&decl).second) return;
    facts_.types_in_header.insert(&decl);
    for (const types::Field& field : decl.fields) show(field.type);
    for (const types::Case& one : decl.cases) {
      for (const types::Field& field : one.payload) show(field.type);
    }
  }
  void show(const types::TraitDecl& trait) {
    if (!facts_.traits_in_header.insert(&trait).second) return;
    for (const Function* function : trait.functions) show(*function);
  }
  void show(const Type* given) {
    const Type* type = types::resolved(given);
    if (type == nullptr) return;
    if (type->kind == Kind::nominal && type->decl->module != nullptr) show(*type->decl);
    if (type->kind == Kind::projection && type->trait != nullptr) show(*type->trait);
    for (const Type* argument : type->arguments) show(argument);
    for (const Type* parameter : type->parameters) show(parameter);
    for (const Type* part : {type->result, type->head, type->self, type->body}) {
      if (part != nullptr) show(part);
    }
    for (const types::Row* row : {type->capabilities, type->failures, type->row}) show(row);
  }
  void show(const types::Row* row) {
    if (row == nullptr) return;
    const types::Row flat = types::flattened(*row);
    for (const auto& [label, type] : flat.entries) show(type);
    for (const Type* type : flat.unlabeled) show(type);
  }
  void show(const std::vector<types::TypeParam*>& parameters) {
    for (const types::TypeParam* parameter : parameters) {
      for (const auto& bound : parameter->bounds) show(*bound.trait);
    }
  }

  void show(const Function& function) {
    FunctionFacts& facts = facts_.functions[&function];
    if (facts.in_header) return;
    facts.in_header = true;
    for (const types::Local* argument : function.arguments) show(argument->type);
    show(function.result);
    show(function.capabilities);
    show(function.failures);  // C++ does not show them, and whoever handles one names it
    show(function.parameters);
    if (function.body == nullptr || !is_in_template(function)) return;
    // The body is in the header too, so whatever it mentions has to be.
    each_type(*function.body, [&](const Type* type) { show(type); });
    for (const Mention& mention : summarize(program_, *function.body).mentions) {
      if (mention.function == nullptr) continue;
      if (mention.self != nullptr) {
        show(*mention.function->trait);
      } else {
        show(*mention.function);
      }
    }
  }

  types::Program& program_;
  Facts& facts_;
  std::set<const types::TypeDecl*> shown_types_;
  std::set<const types::ImplDecl*> impls_;
};

}  // namespace

void place_declarations(types::Program& program, Facts& facts) { Placement(program, facts).run(); }

}  // namespace khora2cpp::analysis
