// `derive(..)`: an impl without written members for each derived trait (syntax-and-types.md 7.5).
#include <algorithm>

#include "types/world.hpp"

namespace khora2cpp::types {

void World::add_derived(TypeDecl& decl, Part& part, std::vector<Declaration>& after) {
  static const std::vector<std::string> derivable = {"Eq", "Ord", "Show", "Hash", "Decode", "Encode"};
  if (decl.syntax == nullptr) return;
  TypeScope scope{part.module, part.file, {}, nullptr, nullptr, nullptr, nullptr};
  for (const syntax::Name& name : decl.syntax->derives) {
    if (std::find(derivable.begin(), derivable.end(), name.text) == derivable.end()) {
      diagnostics.error("D606", name.span, "`" + name.text + "` cannot be derived")
          .suggest("derivable are `Eq`, `Ord`, `Show`, `Hash`, `Decode` and `Encode`");
      decl.is_unsure = true;
      continue;
    }
    TraitDecl* trait = find_trait(name.text, scope);
    if (trait == nullptr) {
      const std::string home = name.text == "Decode" || name.text == "Encode" ? "std::schema" : "std::core";
      if (!is_unknown_again(name.text, name.span, scope)) {
        report_unknown("D302", name.text, name.span, "cannot find a trait `" + name.text + "` in this scope", scope)
            .suggest("import it: `import " + home + "::{" + name.text + "};`");
      }
      // The type counts as having it, so that its uses are not reported as well.
      const modules::Module* module = graph.find(home);
      if (module != nullptr) trait = find_trait(name.text, {module, module->parts.front(), {}, nullptr, nullptr, nullptr, nullptr});
      if (trait == nullptr) continue;
    }
    if (trait->module != nullptr && !trait->module->is_std()) {
      diagnostics.error("D606", name.span,
                        "`" + name.text + "` cannot be derived: here it is a trait of module `" + trait->module->path + "`");
      continue;
    }
    program.impl_decls.emplace_back();
    ImplDecl& impl = program.impl_decls.back();
    impl.span = name.span;
    impl.name_span = name.span;
    impl.module = decl.module;
    impl.file = decl.file;
    impl.trait = trait;
    impl.is_derived = true;
    std::vector<Type*> arguments;
    for (const TypeParam* parameter : decl.parameters) {
      program.type_params.emplace_back(*parameter);
      TypeParam& copy = program.type_params.back();
      if (copy.kind == TypeParam::Kind::type && copy.arity == 0) copy.bounds.push_back({trait, {}});
      impl.parameters.push_back(&copy);
      if (copy.kind == TypeParam::Kind::row) {
        Row* row = solver.empty_row();
        row->tails.push_back({nullptr, &copy, nullptr});
        arguments.push_back(solver.row_type(row));
      } else {
        arguments.push_back(solver.parameter(&copy));
      }
    }
    impl.target = solver.nominal(&decl, std::move(arguments));
    solver.impls.add(&impl);
    decl.derives.push_back(trait);
    after.push_back(&impl);
  }
}

}  // namespace khora2cpp::types
