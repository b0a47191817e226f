#include "emit/type_text.hpp"

#include "analysis/template_shape.hpp"
#include "analysis/type_query.hpp"
#include "emit/reserved.hpp"

namespace khora2cpp::emit {

using types::Builtin;
using types::Kind;
using types::Type;
using types::TypeDecl;

namespace {

/// The C++ type of a built-in one; those without `khora` in front are C++'s own.
std::string_view builtin_name(Builtin builtin) {
  switch (builtin) {
    case Builtin::none: return "";
    case Builtin::int_: return "Int";
    case Builtin::i8: return "I8";
    case Builtin::i16: return "I16";
    case Builtin::i32: return "I32";
    case Builtin::u8: return "U8";
    case Builtin::u16: return "U16";
    case Builtin::u32: return "U32";
    case Builtin::u64: return "U64";
    case Builtin::float_: return "double";
    case Builtin::bool_: return "bool";
    case Builtin::char_: return "Char";
    case Builtin::string: return "String";
    case Builtin::ptr: return "Ptr";
  }
  return "";
}

}  // namespace

bool is_unit(const Type* type) {
  type = types::resolved(type);
  return type->kind == Kind::forall || (type->kind == Kind::tuple && type->arguments.empty());
}

bool is_scalar(const Type* type) {
  type = types::resolved(type);
  if (is_unit(type)) return true;
  return type->kind == Kind::nominal && type->decl->builtin != Builtin::none && type->decl->builtin != Builtin::string;
}

bool needs_initializer(const Type* type) {
  type = types::resolved(type);
  if (type->kind == Kind::nominal) return type->decl->builtin == Builtin::bool_ || type->decl->builtin == Builtin::float_;
  return type->kind == Kind::parameter || type->kind == Kind::projection || type->kind == Kind::application;
}

bool is_constexpr(const types::Constant& constant) {
  if (!is_scalar(constant.type) || constant.initializer == nullptr || constant.initializer->body == nullptr) return false;
  const auto& node = constant.initializer->body->node;
  return std::holds_alternative<types::IntegerExpr>(node) || std::holds_alternative<types::FloatExpr>(node) ||
         std::holds_alternative<types::CharExpr>(node) || std::holds_alternative<types::BoolExpr>(node);
}

bool is_in_detail(const analysis::Facts& facts, const TypeDecl* decl) { return !decl->is_pub && facts.types_in_header.count(decl) != 0; }

bool is_in_detail(const analysis::Facts& facts, const types::Function* function) {
  if (function->is_pub || function->impl != nullptr || function->trait != nullptr) return false;
  const auto found = facts.functions.find(function);
  return found != facts.functions.end() && found->second.in_header;
}

void TypeText::mention(const types::Declared& declared, bool early) const {
  if (declared.file == nullptr || !input_.files.knows(declared.file)) return;
  const std::string header = input_.files.stem(declared) + ".hpp";
  uses_.include(header);
  if (early) uses_.early.insert("\"" + header + "\"");
}

bool TypeText::hides(const std::string& name) const {
  if (place_.in_class != nullptr && input_.names.class_declares(place_.in_class, name) &&
      name != input_.names.of(place_.in_class)) {
    return true;
  }
  return false;
}

/// `path::name` as it has to be written here.
std::string TypeText::qualified(const std::string& path, const std::string& name, bool always) const {
  const std::string here = place_.module == nullptr ? std::string() : input_.names.namespace_path(place_.module);
  if (path == here && !always && !hides(name)) return name;
  // A namespace around this place may itself declare the first segment, as an item or a nested namespace.
  const std::string first = path.substr(0, path.find("::"));
  bool captured = hides(first);
  for (std::string around = here; !around.empty() && !captured;) {
    captured = input_.names.namespace_declares(around, first);
    const std::size_t end = around.rfind("::");
    around = end == std::string::npos ? std::string() : around.substr(0, end);
  }
  if (first == "khora") captured = false;
  return (captured ? "::" : "") + path + "::" + name;
}

std::string TypeText::runtime(std::string_view name) const {
  if (const std::string_view header = runtime_header(name); !header.empty()) uses_.include(header);
  const std::string text(name);
  if (is_runtime_short_name(name) && place_.module != nullptr && !hides(text)) {
    const std::string here = input_.names.namespace_path(place_.module);
    if (!input_.names.namespace_declares(here, name)) {
      if (place_.module->is_std()) return text;
      if (place_.may_shorten) {
        uses_.shortened.insert("khora::" + text);
        return text;
      }
    }
  }
  return "khora::" + text;
}

std::string TypeText::name(const TypeDecl* decl) const {
  if (decl->builtin != Builtin::none) {
    const std::string_view builtin = builtin_name(decl->builtin);
    if (decl->builtin == Builtin::float_ || decl->builtin == Builtin::bool_) return std::string(builtin);
    return runtime(builtin);
  }
  mention(*decl);
  uses_.types.insert(decl);
  const std::string& name = input_.names.of(decl);
  const std::string path = input_.names.namespace_path(decl->module);
  if (is_in_detail(input_.facts, decl)) {
    return decl->module == place_.module ? qualified(path, "detail::" + name) : qualified(path + "::detail", name);
  }
  // Types of the library that everybody knows are brought in by a using-declaration.
  if (decl->module->is_std() && decl->is_pub && place_.module != nullptr && !place_.module->is_std() && place_.may_shorten &&
      path == "khora::core" && !hides(name) && !is_runtime_short_name(name) &&
      !input_.names.namespace_declares(input_.names.namespace_path(place_.module), name)) {
    uses_.shortened.insert(path + "::" + name);
    return name;
  }
  return qualified(path, name);
}

std::string TypeText::companion(const TypeDecl* decl) const {
  mention(*decl);
  uses_.types.insert(decl);
  const std::string path = input_.names.namespace_path(decl->module);
  const std::string& name = input_.names.companion(decl);
  if (is_in_detail(input_.facts, decl)) {
    return decl->module == place_.module ? qualified(path, "detail::" + name) : qualified(path + "::detail", name);
  }
  return qualified(path, name);
}

std::string TypeText::companion(const Type* type) const {
  type = types::resolved(type);
  return companion(type->decl) + arguments(type->arguments, type->decl->parameters);
}

std::string TypeText::name(const types::Function* function, bool always_qualified) const {
  mention(*function);
  uses_.functions.insert(function);
  std::string path = input_.names.namespace_path(function->module);
  const std::string& name = input_.names.of(function);
  if (is_in_detail(input_.facts, function)) {
    if (function->module == place_.module) return "detail::" + name;
    path += "::detail";
  }
  return qualified(path, name, always_qualified);
}

std::string TypeText::name(const types::Constant* constant) const {
  mention(*constant);
  uses_.functions.insert(constant->initializer);
  std::string path = input_.names.namespace_path(constant->module);
  const std::string& name = input_.names.of(constant);
  if (!constant->is_pub && constant->initializer != nullptr) {
    const auto found = input_.facts.functions.find(constant->initializer);
    if (found != input_.facts.functions.end() && found->second.in_header) {
      if (constant->module == place_.module) return "detail::" + name;
      path += "::detail";
    }
  }
  return qualified(path, name);
}

std::string TypeText::impl_template(const types::TraitDecl* trait) const {
  mention(*trait, true);
  const std::string path = input_.names.namespace_path(trait->module);
  const std::string& name = input_.names.of(trait);
  if (place_.module == trait->module) return "impl::" + name;
  return qualified(path + "::impl", name);
}

std::string TypeText::concept_name(const types::TraitDecl* trait) const {
  mention(*trait, true);
  // In a specialization C++ finds the templates in `impl` before the concepts.
  return qualified(input_.names.namespace_path(trait->module), input_.names.of(trait), place_.in_impl != nullptr);
}

std::string TypeText::impl(const types::TraitDecl* trait, const Type* self, const std::vector<Type*>& arguments) const {
  std::string text = impl_template(trait) + "<" + argument(self);
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (i < trait->parameters.size() && !analysis::has_cpp_form(trait->parameters[i])) continue;
    text += ", " + argument(arguments[i]);
  }
  // The header of the impl itself, which nobody imports by name (N13).
  Type* concrete = const_cast<Type*>(types::resolved(self));
  if (concrete->kind == Kind::nominal || concrete->kind == Kind::tuple) {
    const types::SelectedImpl selected = types::select_impl(input_.program, trait, arguments, concrete);
    if (selected.impl != nullptr) mention(*selected.impl);
  }
  return text + ">";
}

std::string TypeText::argument(const Type* type) const {
  type = types::resolved(type);
  if (type->kind == Kind::constant) return std::to_string(type->value);
  return this->type(type);
}

std::string TypeText::arguments(const std::vector<Type*>& arguments, const std::vector<types::TypeParam*>& parameters) const {
  std::string text;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (i < parameters.size() && !analysis::has_cpp_form(parameters[i])) continue;
    if (!text.empty()) text += ", ";
    text += argument(arguments[i]);
  }
  return text.empty() ? text : "<" + text + ">";
}

std::string TypeText::nominal(const Type* type) const {
  const TypeDecl* decl = type->decl;
  std::string text = name(decl);
  if (type->arguments.empty()) return text;
  const std::string inside = arguments(type->arguments, decl->parameters);
  if (!inside.empty()) return text + inside;
  // A template all of whose parameters are failure rows is no template in C++.
  return text;
}

std::string TypeText::row(const types::Row& written) const {
  const types::Row row = types::passed(written);
  std::vector<std::string> parts;
  if (!row.entries.empty()) {
    std::string capabilities;
    for (const auto& [label, effect] : row.entries) {
      if (!capabilities.empty()) capabilities += ", ";
      capabilities += runtime("Cap") + "<\"" + label + "\", " + type(effect) + ">";
    }
    parts.push_back(runtime("Row") + "<" + capabilities + ">");
  }
  for (const types::RowTail& tail : types::passed_tails(row)) {
    parts.push_back(tail.projection != nullptr ? type(tail.projection) : input_.names.of(tail.parameter));
  }
  if (parts.empty()) return runtime("Row") + "<>";
  if (parts.size() == 1) return parts.front();
  std::string text = runtime("Merged") + "<";
  for (const std::string& part : parts) text += (&part == &parts.front() ? "" : ", ") + part;
  return text + ">";
}

std::string TypeText::function(const Type* type) const {
  std::string signature = this->type(type->result) + "(";
  bool first = true;
  const auto add = [&](const Type* parameter) {
    if (!first) signature += ", ";
    first = false;
    signature += this->type(parameter);
  };
  for (const Type* parameter : type->parameters) add(parameter);
  if (type->capabilities == nullptr) return runtime("Fn") + "<" + signature + ")>";
  const types::Row row = types::passed(*type->capabilities);
  if (!types::passed_tails(row).empty()) return runtime("FnWith") + "<" + signature + "), " + this->row(row) + ">";
  for (const auto& [label, effect] : row.entries) add(effect);
  return runtime("Fn") + "<" + signature + ")>";
}

std::string TypeText::type(const Type* type) const {
  type = types::resolved(type);
  switch (type->kind) {
    case Kind::nominal:
      return nominal(type);
    case Kind::parameter:
      return input_.names.of(type->parameter);
    case Kind::application: {
      std::string text = this->type(type->head) + "<";
      for (std::size_t i = 0; i < type->arguments.size(); ++i) {
        if (i != 0) text += ", ";
        text += argument(type->arguments[i]);
      }
      return text + ">";
    }
    case Kind::tuple: {
      if (type->arguments.empty()) return runtime("Unit");
      std::string text = runtime("Tuple") + "<";
      for (std::size_t i = 0; i < type->arguments.size(); ++i) {
        if (i != 0) text += ", ";
        text += argument(type->arguments[i]);
      }
      return text + ">";
    }
    case Kind::function:
      return function(type);
    case Kind::projection:
      if (const Type* self = types::resolved(type->self); self->kind == Kind::parameter && self->parameter == place_.late_self) {
        return "typename " + impl_template(type->trait) + "<" + std::string(late_self_name) +
               ">::" + input_.names.associated(type->trait, type->name);
      }
      return "typename " + impl(type->trait, type->self, type->arguments) + "::" + input_.names.associated(type->trait, type->name);
    case Kind::constant:
      return std::to_string(type->value);
    case Kind::row:
      return row(*type->row);
    case Kind::never:
      return runtime("Never");
    case Kind::forall:    // is passed on and never called
    case Kind::variable:  // nothing depends on what it would have been
    case Kind::error:
      return runtime("Unit");
  }
  return {};
}

std::string TypeText::parameter(const Type* type) const {
  if (is_scalar(type)) return this->type(type);
  return "const " + this->type(type) + "&";
}

std::string TypeText::case_type(const Type* variant, std::size_t index) const {
  variant = types::resolved(variant);
  const std::string text = type(variant) + "::" + input_.names.case_name(variant->decl, index);
  return analysis::mentions_parameter(variant) ? "typename " + text : text;
}

}  // namespace khora2cpp::emit
