#include "emit/plan.hpp"

#include <algorithm>
#include <set>

#include "analysis/template_shape.hpp"
#include "emit/files.hpp"
#include "emit/foreign.hpp"
#include "emit/signatures.hpp"
#include "emit/type_text.hpp"
#include "lower/used.hpp"

namespace khora2cpp::emit {

using types::Function;
using types::TypeDecl;

namespace {

bool is_visible(const types::TraitDecl& trait, const analysis::Facts& facts) {
  return trait.is_pub || facts.traits_in_header.count(&trait) != 0;
}

bool is_visible(const types::ImplDecl& impl, const analysis::Facts& facts) {
  if (impl.trait != nullptr && !is_visible(*impl.trait, facts)) return false;
  const TypeDecl* decl = target_of(impl);
  return decl == nullptr || !is_private_to_source(decl, facts);
}

/// Types that failure rows of the module's functions name, `raise` in inferred rows included.
std::set<const TypeDecl*> raised_types(const modules::Module* module, const types::Program& program) {
  std::set<const TypeDecl*> raised;
  for (const Function& function : program.functions) {
    if (function.module != module || function.failures == nullptr) continue;
    for (const auto& [label, type] : types::flattened(*function.failures).entries) {
      const types::Type* plain = types::resolved(type);
      if (plain->kind == types::Kind::nominal) raised.insert(plain->decl);
    }
  }
  return raised;
}

class Planner {
 public:
  Planner(const types::Part& part, const types::Program& program, const analysis::Facts& facts, const lower::Program& lowered)
      : part_(part), program_(program), facts_(facts), lowered_(lowered) {}

  Plan run() {
    const std::set<const TypeDecl*> raised = raised_types(part_.module, program_);
    for (const types::Declaration& declaration : part_.declarations) {
      if (const auto* decl = std::get_if<TypeDecl*>(&declaration)) {
        add(**decl);
        if (raised.count(*decl) != 0) plan_.raised.push_back(*decl);
      }
      if (const auto* trait = std::get_if<types::TraitDecl*>(&declaration)) add(**trait);
      if (const auto* impl = std::get_if<types::ImplDecl*>(&declaration)) add(**impl);
      if (const auto* constant = std::get_if<types::Constant*>(&declaration)) add(**constant);
      if (const auto* function = std::get_if<Function*>(&declaration)) add(**function);
    }
    return std::move(plan_);
  }

 private:
  bool has_native_header() const { return !Files::native_header(*part_.file).empty(); }

  bool is_bodiless(const types::ImplDecl& impl) const {
    return !impl.functions.empty() && std::all_of(impl.functions.begin(), impl.functions.end(),
                                                  [](const Function* function) { return function->body == nullptr; });
  }

  void add(const TypeDecl& decl) {
    if (decl.builtin != types::Builtin::none) return;
    // An opaque type of a program has nothing behind it, and is an empty one in C++.
    const bool is_empty = decl.shape == TypeDecl::Shape::opaque && !decl.module->is_std();
    if (decl.is_native && !is_empty) return;
    (is_private_to_source(&decl, facts_) ? plan_.source : plan_.header).types.push_back(&decl);
  }

  void add(const types::TraitDecl& trait) {
    const bool visible = is_visible(trait, facts_);
    (visible ? plan_.header : plan_.source).traits.push_back(&trait);
    for (const Function* function : trait.functions) {
      if (function->body != nullptr) (visible ? plan_.header_bodies : plan_.source_bodies).push_back(function);
    }
  }

  void add(const types::ImplDecl& impl) {
    const bool visible = is_visible(impl, facts_);
    if (impl.trait != nullptr) {
      if (impl.trait == program_.share) return;  // the checker's business alone
      if (has_native_header() && is_bodiless(impl)) return;  // the whole specialization is hand-written
      (visible ? plan_.header : plan_.source).impls.push_back(&impl);
    }
    for (const Function* function : impl.functions) {
      if (lowered_.find(function) == nullptr || lowered_.find(function)->body == nullptr) continue;
      // `impl Tree<Int>` adds members to the template too.
      const TypeDecl* owner = impl.trait == nullptr ? target_of(impl) : nullptr;
      const bool in_template = analysis::is_in_template(*function) || (owner != nullptr && is_template_parameters(owner->parameters));
      if (visible && in_template) {
        plan_.header_bodies.push_back(function);
      } else {
        plan_.source_bodies.push_back(function);
      }
    }
  }

  void add(const types::Constant& constant) {
    if (is_constexpr(constant)) {
      if (constant.is_pub || in_header(*constant.initializer)) {
        plan_.header_constants.push_back(&constant);
      } else if (lowered_.is_used(constant.initializer)) {
        plan_.private_constants.push_back(&constant);
      }
      return;
    }
    if (constant.initializer != nullptr) add_free(*constant.initializer, constant.is_pub);
  }

  /// A `main` is called from outside, `pub` or not: by the entry point, or where none is written by whatever starts the program instead.
  void add(const Function& function) { add_free(function, function.is_pub || &function == program_.main || lower::can_be_main(function)); }

  void add_free(const Function& function, bool is_public) {
    const bool has_body = is_import(function) || (lowered_.find(&function) != nullptr && lowered_.find(&function)->body != nullptr);
    if (!has_body && has_native_header()) return;
    const bool is_declared = is_public || in_header(function);
    if (is_import(function) && (is_declared || lowered_.is_used(&function))) plan_.imports.push_back(&function);
    if (is_export(function)) plan_.exports.push_back(&function);
    if (is_declared) {
      plan_.declared.push_back(&function);
      if (has_body) (analysis::is_in_template(function) ? plan_.header_bodies : plan_.source_bodies).push_back(&function);
    } else if (lowered_.is_used(&function)) {
      (has_body ? plan_.private_functions : plan_.private_natives).push_back(&function);
    }
  }

  bool in_header(const Function& function) const { return facts_.of(&function).in_header; }

  const types::Part& part_;
  const types::Program& program_;
  const analysis::Facts& facts_;
  const lower::Program& lowered_;
  Plan plan_;
};

}  // namespace

bool is_private_to_source(const TypeDecl* decl, const analysis::Facts& facts) {
  return decl->module != nullptr && !decl->is_pub && facts.types_in_header.count(decl) == 0;
}

Plan plan(const types::Part& part, const types::Program& program, const analysis::Facts& facts, const lower::Program& lowered) {
  return Planner(part, program, facts, lowered).run();
}

}  // namespace khora2cpp::emit
