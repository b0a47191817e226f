#include "emit/foreign.hpp"

#include "emit/comments.hpp"
#include "emit/literals.hpp"
#include "emit/reserved.hpp"

namespace khora2cpp::emit {

using types::Builtin;
using types::Function;
using types::Type;

namespace {

/// The type that a Khora one is in C (X8).
std::string_view c_type(const Type* type) {
  type = types::resolved(type);
  if (is_unit(type)) return "void";
  switch (type->decl->builtin) {
    case Builtin::int_: return "int64_t";
    case Builtin::i8: return "int8_t";
    case Builtin::i16: return "int16_t";
    case Builtin::i32: return "int32_t";
    case Builtin::u8: return "uint8_t";
    case Builtin::u16: return "uint16_t";
    case Builtin::u32: return "uint32_t";
    case Builtin::u64: return "uint64_t";
    case Builtin::float_: return "double";
    case Builtin::bool_: return "bool";
    case Builtin::char_: return "uint32_t";
    case Builtin::ptr: return "void*";
    case Builtin::none:
    case Builtin::string: break;  // the checker lets none of them cross
  }
  return "void*";
}

/// A C function without what stands around it: `int64_t height(int64_t number)`. `scope` goes before the types of <stdint.h>.
std::string c_function(const std::string& scope, const Function& function, const std::string& name,
                       const std::vector<std::string>& parameters, std::size_t column, std::size_t tail) {
  const auto spelled = [&](const Type* type) {
    const std::string plain(c_type(type));
    return plain.ends_with("_t") ? scope + plain : plain;
  };
  std::vector<Doc> items;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    items.push_back(spelled(function.arguments[i]->type) + (parameters[i].empty() ? "" : " " + parameters[i]));
  }
  if (items.empty() && scope.empty()) items.push_back("void");
  return Doc::list(spelled(function.result) + " " + name + "(", std::move(items), ")").layout(0, column, tail);
}

/// Names of parameters for somebody who reads a declaration; those that Khora leaves out stay out.
std::vector<std::string> written_parameters(const Function& function) {
  std::vector<std::string> names;
  Scope scope;
  for (const types::Local* argument : function.arguments) scope.reserve(std::string(c_type(argument->type)));
  for (const types::Local* argument : function.arguments) {
    names.push_back(argument->name.empty() ? std::string() : scope.take(argument->name));
  }
  return names;
}

/// The same where all are needed.
std::vector<std::string> all_parameters(const Function& function) {
  std::vector<std::string> names = written_parameters(function);
  Scope scope;
  for (const std::string& name : names) scope.reserve(name);
  for (std::string& name : names) {
    if (name.empty()) name = scope.take("value");
  }
  return names;
}

}  // namespace

bool is_import(const Function& function) { return function.is_extern && function.body == nullptr && !function.from_interface; }
bool is_export(const Function& function) { return function.is_extern && function.body != nullptr; }

std::string Foreign::c_signature(const Function& function, bool is_declaration) const {
  types_.uses().include_std("cstdint");
  const Names::CSide& side = types_.input().names.c_side(&function);
  const std::string linkage = side.is_labelled ? "" : "extern \"C\" ";
  const std::string label = side.is_labelled && is_declaration ? " asm(\"" + function.name + "\")" : "";
  const std::vector<std::string> parameters = is_declaration ? written_parameters(function) : all_parameters(function);
  return linkage + c_function("std::", function, side.name, parameters, linkage.size(), label.size() + 2) + label;
}

std::string Foreign::c_declaration(const Function& function) const { return c_signature(function, true) + ";\n"; }

std::string Foreign::call_of_import(const Function& function) const {
  const Names::CSide& side = types_.input().names.c_side(&function);
  const bool is_void = is_unit(function.result);
  std::string start = is_void ? "" : "return ";
  start += types_.runtime("foreign") + "<" + (is_void ? "void" : types_.type(function.result)) + ">(";
  std::vector<Doc> items{string_literal(function.name), (side.is_labelled ? "" : "::") + side.name};
  const std::unique_ptr<Locals> locals = name_locals(translation_.input, translation_.lowered.find(&function));
  for (const lower::Variable* parameter : translation_.lowered.find(&function)->parameters) items.push_back(locals->of(parameter));
  return "  " + Doc::list(start, std::move(items), ")").layout(2, 2, 1) + ";\n";
}

std::string Foreign::c_definition(const Function& function) const {
  std::vector<Doc> items{string_literal(function.name), types_.name(&function, types_.place().module == nullptr)};
  for (const std::string& parameter : all_parameters(function)) items.push_back(parameter);
  const std::string start = (is_unit(function.result) ? "" : "return ") + types_.runtime("exported") + "(";
  return c_signature(function, false) + " {\n  " + Doc::list(start, std::move(items), ")").layout(2, 2, 1) + ";\n}\n";
}

std::optional<OutputFile> c_header(const Translation& translation, const types::Part& part) {
  std::string functions;
  for (const types::Declaration& declaration : part.declarations) {
    const auto* function = std::get_if<Function*>(&declaration);
    if (function == nullptr || !is_export(**function)) continue;
    const Names::CSide& side = translation.input.names.c_side(*function);
    const std::string label = side.is_labelled ? " __asm__(\"" + (*function)->name + "\")" : "";
    functions += "\n" + comments_above((*function)->leading, 0) +
                 c_function("", **function, side.name, written_parameters(**function), 0, label.size() + 1) + label + ";\n";
  }
  if (functions.empty()) return std::nullopt;

  std::string path = translation.input.files.stem(part.file);
  while (is_c_header(path + ".h")) path += '_';
  const std::string guard = include_guard(path);
  const std::string source = file_name(translation.input.sources.file(part.file->id).path());
  std::string text = "// Translated by khora2cpp from " + source + ": what it exports to C.\n";
  text += "#ifndef " + guard + "\n#define " + guard + "\n\n#include <stdbool.h>\n#include <stdint.h>\n";
  text += "\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n" + functions + "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n";
  return OutputFile{path + ".h", text};
}

std::string include_guard(const std::string& stem) {
  // Letters become capitals and `/` becomes `_`. What would get lost that way is marked by a digit, which begins no segment of a path:
  // `_0` is an underscore, `_1T` a capital letter, `_2` separates segments in front of one of those.
  std::string guard = "KHORA_";
  const auto is_lower = [](char c) { return c >= 'a' && c <= 'z'; };
  const auto is_marked = [](char c) { return c == '_' || (c >= 'A' && c <= 'Z'); };
  for (std::size_t i = 0; i < stem.size(); ++i) {
    const char c = stem[i];
    const bool begins = i == 0 || stem[i - 1] == '/';
    if (begins && is_marked(c)) guard += "2";
    if (c == '/') {
      guard += '_';
    } else if (c == '_') {
      guard += "_0";
    } else if (is_marked(c)) {
      guard += std::string("_1") + c;
    } else {
      guard += is_lower(c) ? static_cast<char>(c - 'a' + 'A') : c;
    }
  }
  return guard + "_H";
}

}  // namespace khora2cpp::emit
