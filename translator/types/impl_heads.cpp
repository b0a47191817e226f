// Impls: what they implement and for which type, and the signatures of their members (syntax-and-types.md 7.2).
#include <algorithm>

#include "types/world.hpp"

namespace khora2cpp::types {

namespace {

/// Whether a row in the type has capabilities of its own beside a row variable. C++ could not tell them apart in the head of an impl.
bool mixes_rows(const Type* given) {
  const Type* type = resolved(given);
  if (type->kind == Kind::row) {
    const std::vector<RowTail> tails = passed_tails(*type->row);
    const bool capabilities = std::none_of(tails.begin(), tails.end(), [](const RowTail& tail) {
      return tail.parameter != nullptr && tail.parameter->is_failure_row;
    });
    return capabilities && (tails.size() > 1 || (!tails.empty() && !type->row->entries.empty()));
  }
  return std::any_of(type->arguments.begin(), type->arguments.end(), mixes_rows);
}

/// Whether the language itself says if `target` has `trait`: tuples and `()` compare and show their parts (O12), functions never do (T25).
bool is_settled(const Program& program, const TraitDecl& trait, const Type& target) {
  const bool is_structural = &trait == program.eq || &trait == program.ord || &trait == program.show;
  const bool is_structure = target.kind == Kind::tuple || target.kind == Kind::never;
  return is_structure ? is_structural : target.kind == Kind::function && (is_structural || &trait == program.hash);
}

}  // namespace

/// An impl whose trait or type is not known. What its type has through it is not known either, and is not reported where it is used.
void World::give_up_impl(ImplDecl& impl, const TypeScope& scope) {
  impl.target = solver.error();
  const auto* target = std::get_if<syntax::NamedType>(&impl.syntax->target->node);
  if (target == nullptr || !target->path.single()) return;
  if (TypeDecl* decl = find_type(target->path.last().text, scope)) decl->is_unsure = true;
}

void World::resolve_impl(ImplDecl& impl, Part&) {
  const syntax::ImplDecl& written = *impl.syntax;
  TypeScope scope{impl.module, impl.file, {&impl.parameters}, nullptr, nullptr, nullptr, nullptr};
  resolve_parameter_bounds(written.parameters, impl.parameters, scope);
  if (written.trait) {
    const auto* named = std::get_if<syntax::NamedType>(&written.trait->node);
    TraitDecl* trait = named != nullptr && named->path.single() ? find_trait(named->path.last().text, scope) : nullptr;
    if (trait == nullptr) {
      const std::string name = named != nullptr ? named->path.last().text : "";
      const bool is_type = named != nullptr && find_type(name, scope) != nullptr;
      std::string hint;
      TraitDecl* meant = is_type ? nullptr : meant_trait(name, scope, hint);
      if (is_type) {
        diagnostics.error("D302", written.trait->span, "`" + name + "` is a type, and `impl .. for` wants a trait");
      } else if (!is_unknown_again(name, written.trait->span, scope)) {
        auto& error = report_unknown("D302", name, written.trait->span, "cannot find a trait `" + name + "` in this scope", scope);
        if (!hint.empty()) error.suggest(hint);
      }
      if (meant == nullptr) {
        give_up_impl(impl, scope);
        return;
      }
      trait = meant;
    }
    impl.trait = trait;
    for (std::size_t at = 0; at < named->arguments.size(); ++at) {
      static const TypeParam plain{};
      impl.trait_arguments.push_back(
          resolve_argument(*named->arguments[at], at < trait->parameters.size() ? *trait->parameters[at] : plain, scope));
    }
    if (impl.trait_arguments.size() != trait->parameters.size()) {
      diagnostics.error("D415", written.trait->span,
                        "the trait `" + trait->name + "` takes " + std::to_string(trait->parameters.size()) + " type argument" +
                            (trait->parameters.size() == 1 ? "" : "s"));
      give_up_impl(impl, scope);
      return;
    }
    if (trait->self->arity > 0) {
      // A constructor trait is implemented for the bare constructor (R11).
      static thread_local TypeParam constructor;
      constructor.arity = trait->self->arity;
      const auto* target = std::get_if<syntax::NamedType>(&written.target->node);
      if (target != nullptr && target->path.single() && !target->arguments.empty()) {
        const std::string& name = target->path.last().text;
        const TypeDecl* decl = find_type(name, scope);
        const std::size_t wanted = static_cast<std::size_t>(trait->self->arity);
        // With other parameters than the trait gives, the bare name is no answer either.
        const bool fits = decl == nullptr || decl->parameters.size() == wanted;
        diagnostics
            .error("D415", written.target->span, "`" + trait->name + "` is implemented for a type constructor, and this is a complete type")
            .suggest(fits ? "write `impl " + trait->name + " for " + name + "`"
                          : "`" + trait->name + "` is for constructors of " + std::to_string(wanted) + " type argument" +
                                (wanted == 1 ? "" : "s") + ", and `" + name + "` has " + std::to_string(decl->parameters.size()) +
                                ": implement it for a type of your own that holds a `" + name + "`");
        give_up_impl(impl, scope);
        return;
      }
      impl.target = resolve_argument(*written.target, constructor, scope);
    } else {
      impl.target = resolve(*written.target, scope);
    }
  } else {
    impl.target = resolve(*written.target, scope);
  }
  Type* target = resolved(impl.target);
  if (target->kind == Kind::error) {
    give_up_impl(impl, scope);
    return;
  }
  scope.self = impl.target;
  scope.impl = &impl;
  if (impl.trait == nullptr) {
    if (target->kind != Kind::nominal) {
      diagnostics.error("D312", written.target->span,
                        "methods are declared only for types of this module, and `" + to_string(target) + "` is none");
      return;
    }
    if (target->decl->module != impl.module && !impl.module->is_std()) {
      diagnostics
          .error("D312", written.target->span,
                 "methods of `" + target->decl->name + "` can be declared only in the module that declares the type")
          .suggest("write a function, or a trait of your own and `impl Trait for " + target->decl->name + "`");
    }
    inherent[target->decl].push_back(&impl);
  } else {
    if (target->kind == Kind::parameter || target->kind == Kind::application || target->kind == Kind::projection) {
      impl.target = solver.error();
      diagnostics.error("D601", written.target->span, "an impl for every type would overlap with all others")
          .suggest("implement `" + impl.trait->name + "` for the types that need it");
      return;
    }
    if (impl.trait == program.share || (impl.trait->name == "Share" && impl.trait->module->is_std())) {
      if (target->kind != Kind::nominal || target->decl->module != impl.module || target->decl->shape != TypeDecl::Shape::opaque) {
        diagnostics
            .error(
                "D605", written.target->span,
                "only the module that declares `" + to_string(target) + "` may say that it is `Share`, and only for a type without a body")
            .suggest("for any other type the compiler derives the answer");
        return;
      }
    }
    if (is_settled(program, *impl.trait, *target)) {
      const std::string text = to_string(target);
      impl.target = solver.error();
      diagnostics
          .error("D601", written.target->span,
                 target->kind == Kind::function
                     ? "functions have no `" + impl.trait->name + "`, and no impl gives it to them"
                 : target->kind == Kind::never
                     ? "`Never` has `" + impl.trait->name + "` already, as it has no values"
                     : "the `" + impl.trait->name + "` of `" + text + "` is that of its parts, and an impl would be a second one")
          .suggest("implement `" + impl.trait->name + "` for a type of your own, such as `type Name = " + text + ";`");
      return;
    }
    solver.impls.add(&impl);
  }
  for (const syntax::AssociatedType& type : written.types) {
    if (!type.type) continue;
    if (impl.types.contains(type.name.text)) {
      const auto first = std::find_if(written.types.begin(), written.types.end(),
                                      [&](const syntax::AssociatedType& one) { return one.type && one.name.text == type.name.text; });
      diagnostics.error("D307", type.name.span, "the associated type `" + type.name.text + "` is given twice in this impl")
          .label(first->name.span, "first here");
      continue;
    }
    const auto wanted = [&](bool AssociatedType::*use) {
      return impl.trait != nullptr && std::any_of(impl.trait->types.begin(), impl.trait->types.end(),
                                                  [&](const AssociatedType& one) { return one.name == type.name.text && one.*use; });
    };
    if (wanted(&AssociatedType::is_failure_row) && !wanted(&AssociatedType::is_row)) {
      // One failure type stays a type, since the trait may name it as one too. More of them are a row.
      const bool is_row = std::holds_alternative<syntax::RowType>(type.type->node) || std::holds_alternative<syntax::RowVariable>(type.type->node);
      if (is_row) {
        impl.types[type.name.text] = solver.row_type(resolve_row(*type.type, scope, true));
      } else {
        Type* failure = resolve(*type.type, scope);
        Row unused;
        const std::size_t errors = diagnostics.mistakes();
        add_failure(unused, failure, type.type->span);
        impl.types[type.name.text] = diagnostics.mistakes() != errors ? solver.error() : failure;
      }
      continue;
    }
    const bool is_row = std::holds_alternative<syntax::RowType>(type.type->node) || wanted(&AssociatedType::is_row);
    if (is_row && std::holds_alternative<syntax::RowType>(type.type->node)) {
      impl.types[type.name.text] = solver.row_type(resolve_row(*type.type, scope, false));
    } else if (is_row) {
      Row* row = resolve_row(*type.type, scope, false);
      impl.types[type.name.text] = row->entries.empty() && row->tails.size() == 1 && row->tails[0].projection != nullptr
                                       ? row->tails[0].projection
                                       : solver.row_type(row);
    } else {
      impl.types[type.name.text] = resolve(*type.type, scope);
    }
  }
  if (mixes_rows(impl.target) || std::any_of(impl.trait_arguments.begin(), impl.trait_arguments.end(), mixes_rows)) {
    diagnostics.error("D901", written.target->span, "an impl cannot be for rows that have certain capabilities and any others")
        .suggest("implement it for any row, as in `impl<'ef> .. for Task<'ef>`, or for one that is written out");
  }
  // A row that no type of the head carries is nothing that anybody could pass.
  for (TypeParam* parameter : impl.parameters) {
    const auto mentioned = [&](const Type* type) { return mentions_one_of(type, {parameter}); };
    const bool is_in_head = mentioned(impl.target) || std::any_of(impl.trait_arguments.begin(), impl.trait_arguments.end(), mentioned);
    parameter->is_bound = parameter->kind == TypeParam::Kind::row && !parameter->is_failure_row && !is_in_head;
    if (parameter->kind == TypeParam::Kind::type && !is_in_head) {
      diagnostics.error("D616", written.target->span, "nothing says what `" + parameter->name + "` is in this impl")
          .suggest("make it a parameter of the functions that use it");
    }
  }
  const modules::ItemRef ref{impl.module, impl.file, nullptr};
  for (const syntax::FunctionDecl& function : written.functions) {
    Function* made = make_function(function, impl.trait == nullptr ? Function::Role::inherent : Function::Role::impl_member, ref);
    made->impl = &impl;
    for (const Function* earlier : impl.functions) {
      if (earlier->name == made->name) {
        diagnostics.error("D307", made->name_span, "`" + made->name + "` is declared twice in this impl")
            .label(earlier->name_span, "first here");
      }
    }
    resolve_function(*made, scope);
    // One that a trait asks for is reported with what the trait says of it.
    if (impl.trait == nullptr && function.body == nullptr && !impl.module->is_std() && !made->from_interface) {
      diagnostics.error("D426", made->name_span, "`" + made->name + "` is declared without a body, and nothing defines it")
          .suggest("write `{ .. }`; only a trait declares functions that others define");
    }
    impl.functions.push_back(made);
  }
}

}  // namespace khora2cpp::types
