#include "emit/functions.hpp"

#include "analysis/template_shape.hpp"
#include "emit/code.hpp"
#include "emit/comments.hpp"
#include "emit/foreign.hpp"
#include "emit/literals.hpp"
#include "emit/members.hpp"
#include "emit/trait_decls.hpp"

namespace khora2cpp::emit {

namespace {

/// Where a member's definition says it belongs, and the template heads in front of it.
struct Owner {
  std::string heads;
  std::string qualifier;
  Place inside;
};

std::string type_parameters(const TypeText& types, const std::vector<types::TypeParam*>& parameters) {
  std::string text;
  for (const types::TypeParam* parameter : parameters) {
    if (analysis::has_cpp_form(parameter)) text += (text.empty() ? "" : ", ") + types.input().names.of(parameter);
  }
  return text.empty() ? text : "<" + text + ">";
}

Owner owner_of(const types::Function& function, const TypeText& outside) {
  Owner owner;
  owner.inside = outside.place();
  if (const types::ImplDecl* impl = function.impl; impl != nullptr && impl->trait != nullptr) {
    owner.heads = plain_template_head(outside, impl->parameters, 0);
    owner.qualifier = outside.impl(impl->trait, impl->target, impl->trait_arguments) + "::";
    owner.inside = inside_impl(outside.place(), impl->trait);
  } else if (impl != nullptr) {
    const types::TypeDecl* decl = target_of(*impl);
    owner.heads = plain_template_head(outside, decl->parameters, 0);
    if (!is_for_whole_type(*impl)) owner.heads += plain_template_head(outside, impl->parameters, 0);
    owner.qualifier = outside.name(decl) + type_parameters(outside, decl->parameters) + "::";
    owner.inside.in_class = decl;
  } else if (function.trait != nullptr) {
    const types::TraitDecl* trait = function.trait;
    std::vector<types::TypeParam*> all{trait->self};
    all.insert(all.end(), trait->parameters.begin(), trait->parameters.end());
    owner.heads = plain_template_head(outside, all, 0);
    owner.qualifier = "impl::" + outside.input().names.defaults(trait) + type_parameters(outside, all) + "::";
    owner.inside = inside_impl(outside.place(), trait);
  }
  return owner;
}

}  // namespace

std::string Functions::declaration(const types::Function& function, bool documented) const {
  const TypeText types(translation_.input, place_, uses_);
  const std::unique_ptr<Locals> locals = name_locals(translation_.input, translation_.lowered.find(&function));
  std::string text = documented ? comments_above(function.leading, 0) : "";
  text += template_head(types, function, analysis::template_shape(function), 0);
  return text + with_note(signature(translation_, function, locals.get(), types, types, {}, 0, 1) + ";", raises_note(function), 0);
}

std::string Functions::definition(const types::Function& function, bool documented) const {
  const lower::Function* lowered = translation_.lowered.find(&function);
  const TypeText outside(translation_.input, place_, uses_);
  const Owner owner = owner_of(function, outside);
  const TypeText inside(translation_.input, owner.inside, uses_);
  const std::unique_ptr<Locals> locals = name_locals(translation_.input, lowered);
  std::string text = documented ? comments_above(function.leading, 0) : "";
  text += owner.heads + template_head(outside, function, analysis::template_shape(function), 0, true);
  if (translation_.line_map && function.span.known()) {
    const source::SourceSet& sources = translation_.input.sources;
    text += "#line " + std::to_string(sources.position(function.span).line) + " " +
            string_literal(sources.file(function.span.file).path()) + "\n";
  }
  if (translation_.lowered.maybe_unneeded.count(&function) != 0) text += "[[maybe_unused]] ";
  const SignatureForm form{"", owner.qualifier, true};
  Code code(inside, *locals, translation_.line_map);
  const std::string body = is_import(function) ? Foreign(translation_, inside).call_of_import(function) : code.function_body(*lowered, 2);
  const std::string head = signature(translation_, function, locals.get(), outside, inside, form, 0, 2);
  if (body.empty()) return text + head + " {}\n";
  return text + with_note(head + " {", raises_note(function), 0) + body + "}\n";
}

std::string Functions::constant(const types::Constant& constant, const std::string& prefix) const {
  const TypeText types(translation_.input, place_, uses_);
  const auto& node = constant.initializer->body->node;
  std::string value;
  if (const auto* integer = std::get_if<types::IntegerExpr>(&node)) {
    value = integer_literal((integer->negative ? "-" : "") + integer->digits);
  } else if (const auto* real = std::get_if<types::FloatExpr>(&node)) {
    value = real->text;
  } else if (const auto* character = std::get_if<types::CharExpr>(&node)) {
    value = character_literal(character->value);
  } else if (const auto* boolean = std::get_if<types::BoolExpr>(&node)) {
    value = boolean->value ? "true" : "false";
  }
  return comments_above(constant.leading, 0) + prefix + types.type(constant.type) + " " + translation_.input.names.of(&constant) + " = " +
         value + ";\n";
}

}  // namespace khora2cpp::emit
