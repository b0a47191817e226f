#include "emit/type_decls.hpp"

#include "analysis/template_shape.hpp"
#include "emit/comments.hpp"
#include "emit/indent.hpp"

namespace khora2cpp::emit {

using types::TypeDecl;

namespace {

bool is_class(const Translation& translation, const TypeDecl& decl) {
  return decl.shape == TypeDecl::Shape::effect || translation.input.facts.is_boxed(&decl);
}

}  // namespace

TypeText TypeDecls::inside(const TypeDecl& decl) const {
  Place place = place_;
  place.in_class = &decl;
  return TypeText(translation_.input, place, uses_);
}

std::string TypeDecls::head(const TypeDecl& decl) const { return plain_template_head(inside(decl), decl.parameters, 0); }

/// `Box<A>` for the template `Box`.
std::string TypeDecls::applied(const TypeDecl& decl, const std::string& name) const {
  std::string arguments;
  for (const types::TypeParam* parameter : decl.parameters) {
    if (!analysis::has_cpp_form(parameter)) continue;
    arguments += (arguments.empty() ? "" : ", ") + translation_.input.names.of(parameter);
  }
  return arguments.empty() ? name : name + "<" + arguments + ">";
}

std::string TypeDecls::forward(const TypeDecl& decl) const {
  return head(decl) + (is_class(translation_, decl) ? "class " : "struct ") + translation_.input.names.of(&decl) + ";\n";
}

std::string TypeDecls::forward_companion(const TypeDecl& decl) const {
  if (decl.shape == TypeDecl::Shape::variant) return {};
  return head(decl) + "struct " + translation_.input.names.companion(&decl) + ";\n";
}

/// The members for data, and the line that lists them for walks.
std::string TypeDecls::fields(const TypeDecl& decl, const std::string& owner, const std::vector<types::Field>& declared,
                              const std::vector<std::string>& names, std::size_t indent) const {
  const TypeText types = inside(decl);
  std::string text;
  std::vector<Doc> listed;
  for (std::size_t i = 0; i < declared.size(); ++i) {
    const types::Field& field = declared[i];
    text += comments_above(field.leading, indent);
    std::string initial;
    if (needs_initializer(field.type)) {
      const types::Type* type = types::resolved(field.type);
      if (type->kind != types::Kind::nominal) {
        initial = "{}";
      } else {
        initial = type->decl->builtin == types::Builtin::bool_ ? " = false" : " = 0.0";
      }
    }
    text += spaces(indent) + types.type(field.type) + " " + names[i] + initial + ";\n";
    listed.push_back("&" + owner + "::" + names[i]);
  }
  if (listed.empty()) return text;
  uses_.include_std("tuple");
  const Doc all = Doc::list("std::tuple{", std::move(listed), "};");
  const std::string start = "static constexpr auto fields = ";
  return text + "\n" + spaces(indent) + start + all.layout(indent, indent + start.size()) + "\n";
}

std::string TypeDecls::functions(const TypeDecl& decl) const {
  Place place = place_;
  place.in_class = &decl;
  const TypeText types(translation_.input, place, named_);
  std::string text;
  for (const types::Function* function : members_.of(&decl)) {
    const lower::Function* lowered = translation_.lowered.find(function);
    const std::unique_ptr<Locals> locals = name_locals(translation_.input, lowered);
    std::string head;
    if (!is_for_whole_type(*function->impl)) head = plain_template_head(types, function->impl->parameters, 2);
    head += template_head(types, *function, analysis::template_shape(*function), 2);
    const SignatureForm form{"static ", "", false};
    text += comments_above(function->leading, 2) + head;
    text += with_note(signature(translation_, *function, locals.get(), types, types, form, 2, 1) + ";", raises_note(*function), 2);
  }
  return text;
}

std::string TypeDecls::record_struct(const TypeDecl& decl, const std::string& name, bool with_members) const {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < decl.fields.size(); ++i) names.push_back(translation_.input.names.field(&decl, i));
  std::string body = fields(decl, name, decl.fields, names, 2);
  if (decl.has_mut_field()) {
    body += "  static constexpr const char* khora_name = \"" + decl.name + "\";\n";
    body += "  static constexpr bool writable = true;\n";
  }
  if (with_members) {
    const std::string members = functions(decl);
    if (!members.empty()) body += (body.empty() ? "" : "\n") + members;
  }
  return head(decl) + "struct " + name + (body.empty() ? " {};\n" : " {\n" + body + "};\n");
}

std::string TypeDecls::case_struct(const TypeDecl& decl, std::size_t index, std::size_t indent, const std::string& qualifier) const {
  const types::Case& one = decl.cases[index];
  const std::string& name = translation_.input.names.case_name(&decl, index);
  std::vector<std::string> names;
  for (std::size_t i = 0; i < one.payload.size(); ++i) names.push_back(translation_.input.names.payload(&decl, index, i));
  const std::string body = fields(decl, name, one.payload, names, indent + 2);
  return comments_above(one.leading, indent) + spaces(indent) + "struct " + qualifier + name +
         (body.empty() ? " {};\n" : " {\n" + body + spaces(indent) + "};\n");
}

std::string TypeDecls::cases_struct(const TypeDecl& decl, bool payloads_elsewhere) const {
  std::string text = head(decl) + "struct " + translation_.input.names.companion(&decl) + " {\n";
  for (std::size_t index = 0; index < decl.cases.size(); ++index) {
    if (payloads_elsewhere && !decl.cases[index].payload.empty()) {
      text += "  struct " + translation_.input.names.case_name(&decl, index) + ";\n";
    } else {
      text += case_struct(decl, index, 2, "");
    }
  }
  return text + "};\n";
}

std::string TypeDecls::variant_class(const TypeDecl& decl, bool boxed) const {
  const TypeText types = inside(decl);
  const Names& names = translation_.input.names;
  const bool is_template = is_template_parameters(decl.parameters);
  const std::string cases = applied(decl, names.companion(&decl));
  std::vector<Doc> listed;
  std::vector<Doc> enumerators;
  for (std::size_t index = 0; index < decl.cases.size(); ++index) {
    listed.push_back((is_template ? "typename " : "") + cases + "::" + names.case_name(&decl, index));
    enumerators.push_back(names.enumerator(&decl, index));
  }
  const std::string base = boxed ? "BoxedVariant" : "Variant";
  const std::string full = types.runtime(base) + "<";
  const std::string name = names.of(&decl);
  const std::string start = (boxed ? "class " : "struct ") + name + " : ";
  const std::string access = boxed ? "public " : "";
  const Doc bases = Doc::list(full, listed, ">");
  std::string text = head(decl) + start + access + cases + ",";
  const std::size_t first_line = columns(start + access + cases) + 1;
  if (bases.width() != Doc::never_fits && first_line + 1 + columns(access) + bases.width() + 2 <= line_limit) {
    text += " " + access + bases.flat() + " {\n";
  } else {
    const std::size_t indent = columns(start);
    text += "\n" + spaces(indent) + access + bases.layout(indent, indent + columns(access), 2) + " {\n";
  }
  if (boxed) text += " public:\n";
  if (is_template) {
    text += "  using " + bases.layout(2, 8, 2 + columns(base)) + "::" + base + ";\n";
  } else {
    text += "  using " + base + "::" + base + ";\n";
  }
  const Doc cases_enum = Doc::list("enum class Case { ", std::move(enumerators), " };");
  text += "  " + cases_enum.layout(2, 2) + "\n";
  text += std::string("  Case which() const { return static_cast<Case>(") + (is_template ? "this->" : "") + "index()); }\n";
  if (const std::string members = functions(decl); !members.empty()) text += "\n" + members;
  return text + "};\n";
}

std::string TypeDecls::record_class(const TypeDecl& decl) const {
  const Names& names = translation_.input.names;
  const TypeText types = inside(decl);
  const bool is_effect = decl.shape == TypeDecl::Shape::effect;
  const std::string base = is_effect ? "Handler" : "Ref";
  const std::string full = types.runtime(base) + "<" + applied(decl, names.companion(&decl)) + ">";
  std::string text = head(decl) + "class " + names.of(&decl) + " : public " + full + " {\n public:\n";
  text += "  using " + full + "::" + base + ";\n";
  if (const std::string members = functions(decl); !members.empty()) text += "\n" + members;
  return text + "};\n";
}

std::string TypeDecls::value(const TypeDecl& decl) const {
  const std::string comments = comments_above(decl.leading, 0);
  if (decl.shape == TypeDecl::Shape::variant) return cases_struct(decl, false) + "\n" + comments + variant_class(decl, false);
  return comments + record_struct(decl, translation_.input.names.of(&decl), true);
}

std::string TypeDecls::handle(const TypeDecl& decl) const {
  const std::string comments = comments_above(decl.leading, 0);
  if (decl.shape == TypeDecl::Shape::variant) return cases_struct(decl, true) + "\n" + comments + variant_class(decl, true);
  return comments + record_class(decl);
}

std::string TypeDecls::contents(const TypeDecl& decl) const {
  if (decl.shape != TypeDecl::Shape::variant) return record_struct(decl, translation_.input.names.companion(&decl), false);
  std::string text;
  for (std::size_t index = 0; index < decl.cases.size(); ++index) {
    if (decl.cases[index].payload.empty()) continue;
    if (!text.empty()) text += "\n";
    text += head(decl) + case_struct(decl, index, 0, applied(decl, translation_.input.names.companion(&decl)) + "::");
  }
  return text;
}

std::string TypeDecls::counted(const TypeDecl& decl) const {
  const std::string comments = comments_above(decl.leading, 0);
  if (decl.shape == TypeDecl::Shape::variant) return cases_struct(decl, false) + "\n" + comments + variant_class(decl, true);
  return contents(decl) + "\n" + comments + record_class(decl);
}

}  // namespace khora2cpp::emit
