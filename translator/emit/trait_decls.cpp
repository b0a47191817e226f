#include "emit/trait_decls.hpp"

#include "analysis/template_shape.hpp"
#include "emit/comments.hpp"

namespace khora2cpp::emit {

namespace {
/// Whether a trait's function has a default body; that of an interface is elsewhere.
bool is_default(const types::Function& function) {
  return function.body != nullptr || (function.syntax != nullptr && function.syntax->body != nullptr);
}
}  // namespace

bool has_defaults(const types::TraitDecl& trait) {
  for (const types::Function* function : trait.functions) {
    if (is_default(*function)) return true;
  }
  return false;
}

Place inside_impl(Place outside, const types::TraitDecl* trait) {
  Place place = outside;
  // C++ looks from inside a specialization into the namespace of its template. The library's names can be relied on there; what the
  // header of another module brought in with `using` cannot.
  if (place.module == nullptr && trait->module->is_std()) {
    place.module = trait->module;
    place.may_shorten = false;
  }
  place.in_impl = trait;
  return place;
}

std::vector<types::TypeParam*> TraitDecls::parameters(const types::TraitDecl& trait) const {
  std::vector<types::TypeParam*> all{trait.self};
  all.insert(all.end(), trait.parameters.begin(), trait.parameters.end());
  return all;
}

std::string TraitDecls::primary(const types::TraitDecl& trait) const {
  const TypeText types(translation_.input, place_, uses_);
  std::string text;
  // What an impl supplies, in the words of the program.
  for (const types::AssociatedType& type : trait.types) text += "//   type " + type.name + ";\n";
  for (const types::Function* function : trait.functions) {
    if (function->syntax == nullptr || !function->syntax->signature_span.known()) continue;
    std::string written(translation_.input.sources.text(function->syntax->signature_span));
    std::string line;
    for (const char c : written) {
      if (c == '\n' || c == ' ' || c == '\t' || c == '\r') {
        if (!line.empty() && line.back() != ' ') line += ' ';
      } else {
        line += c;
      }
    }
    while (!line.empty() && (line.back() == ' ' || line.back() == ';' || line.back() == '{')) line.pop_back();
    text += "//   " + line + ";\n";
  }
  return text + plain_template_head(types, parameters(trait), 0) + "struct " + translation_.input.names.of(&trait) + ";\n";
}

std::string TraitDecls::concept_definition(const types::TraitDecl& trait) const {
  const TypeText types(translation_.input, place_, uses_);
  std::string arguments;
  for (const types::TypeParam* parameter : parameters(trait)) {
    if (!analysis::has_cpp_form(parameter)) continue;
    arguments += (arguments.empty() ? "" : ", ") + translation_.input.names.of(parameter);
  }
  const std::string& name = translation_.input.names.of(&trait);
  return comments_above(trait.leading, 0) + plain_template_head(types, parameters(trait), 0) + "concept " + name +
         " = requires { sizeof(impl::" + name + "<" + arguments + ">); };\n";
}

std::string TraitDecls::function(const types::Function& function, const TypeText& types) const {
  const std::unique_ptr<Locals> locals = name_locals(translation_.input, translation_.lowered.find(&function));
  const SignatureForm form{"static ", "", false};
  return comments_above(function.leading, 2) + template_head(types, function, analysis::template_shape(function), 2) +
         with_note(signature(translation_, function, locals.get(), types, types, form, 2, 1) + ";", raises_note(function), 2);
}

std::string TraitDecls::defaults(const types::TraitDecl& trait) const {
  Place place = place_;
  place.in_impl = &trait;
  const TypeText types(translation_.input, place, uses_);
  std::string body;
  for (const types::Function* one : trait.functions) {
    if (one->body != nullptr) body += function(*one, types);
  }
  if (body.empty()) return body;
  return "/// What an impl of `" + trait.name + "` that does not say otherwise gets.\n" + plain_template_head(types, parameters(trait), 0) +
         "struct " + translation_.input.names.defaults(&trait) + " {\n" + body + "};\n";
}

std::string TraitDecls::head(const types::ImplDecl& impl) const {
  const TypeText outside(translation_.input, place_, uses_);
  const TypeText inside(translation_.input, inside_impl(place_, impl.trait), uses_);
  const Names& names = translation_.input.names;
  std::string start = plain_template_head(outside, impl.parameters, 0);
  if (start.empty()) start = "template <>\n";
  start += "struct " + outside.impl(impl.trait, impl.target, impl.trait_arguments);
  bool inherits = false;
  for (const types::Function* one : impl.trait->functions) {
    if (is_default(*one) && impl.find(one->name) == nullptr) inherits = true;
  }
  if (inherits) {
    std::string base = outside.impl(impl.trait, impl.target, impl.trait_arguments);
    const std::string name = names.of(impl.trait) + "<";
    const std::size_t at = base.find(name);
    base.replace(at, name.size(), names.defaults(impl.trait) + "<");
    start += " : " + base;
  }
  std::string body;
  for (const types::AssociatedType& type : impl.trait->types) {
    const auto found = impl.types.find(type.name);
    if (found == impl.types.end()) continue;
    // Failure rows have no C++ form (emission.md 4).
    types::Row nothing;
    types::Type no_row = *types::resolved(found->second);
    no_row.row = &nothing;
    const bool is_failures = type.is_failure_row && !type.is_row && types::resolved(found->second)->kind == types::Kind::row;
    body += "  using " + names.associated(impl.trait, type.name) + " = " + inside.type(is_failures ? &no_row : found->second) + ";\n";
  }
  for (const types::Function* one : impl.functions) body += function(*one, inside);
  return comments_above(impl.leading, 0) + start + (body.empty() ? " {};\n" : " {\n" + body + "};\n");
}

}  // namespace khora2cpp::emit
