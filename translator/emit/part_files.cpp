#include "emit/part_files.hpp"

#include <algorithm>
#include <iterator>

#include "analysis/template_shape.hpp"
#include "analysis/type_query.hpp"
#include "emit/entry.hpp"
#include "emit/comments.hpp"
#include "emit/foreign.hpp"
#include "emit/functions.hpp"
#include "emit/literals.hpp"
#include "emit/trait_decls.hpp"
#include "emit/type_decls.hpp"
#include "emit/type_order.hpp"

namespace khora2cpp::emit {

using types::TypeDecl;

PartFiles::PartFiles(const Translation& translation, const Members& members, const std::set<const types::TypeParam*>& held,
                     const types::Part& part)
    : translation_(translation),
      members_(members),
      held_(held),
      part_(part),
      plan_(plan(part, translation.input.program, translation.input.facts, translation.lowered)),
      header_(translation.input.names, part.module),
      header_tail_(translation.input.names, part.module),
      source_(translation.input.names, part.module) {
  build_header();
  build_source();
}

Where PartFiles::where(const TypeDecl* decl) const {
  // A private type of the .cpp needs no unnamed namespace: nobody else names it, and its members may stay unused there.
  return is_in_detail(translation_.input.facts, decl) ? Where::detail : Where::module;
}

/// A specialization may stand in the namespace of its template, or at global scope.
Where PartFiles::where_impl(const types::ImplDecl& impl) const {
  return impl.trait->module == part_.module ? Where::module : Where::global;
}

bool PartFiles::has_sibling_parts() const {
  for (const types::Part& other : translation_.input.program.parts) {
    if (&other != &part_ && other.module == part_.module) return true;
  }
  return false;
}

std::string PartFiles::banner() const {
  const std::string name = file_name(translation_.input.sources.file(part_.file->id).path());
  std::string text = "// Translated by khora2cpp from " + name + ".\n";
  const std::string docs = comments_above(&part_.file->module_docs, 0);
  return docs.empty() ? text : text + "//\n" + docs;
}

/// Adds what a declaration only names. Headers of sibling parts may come after it, but for those of traits.
void PartFiles::take_named(Chunk& chunk, const Uses& uses) {
  if (!has_sibling_parts()) {
    chunk.uses.add(uses);
    return;
  }
  named_.add(uses);
  chunk.uses.headers.insert(uses.early.begin(), uses.early.end());
  chunk.uses.types.insert(uses.types.begin(), uses.types.end());
  chunk.uses.shortened.insert(uses.shortened.begin(), uses.shortened.end());
}

// ---- declarations --------------------------------------------------------------------------------------------------------------

void PartFiles::add_traits(FileText& file, const std::vector<const types::TraitDecl*>& traits) const {
  for (const types::TraitDecl* trait : traits) {
    Chunk chunk{Where::impl, {}, {}, false, nullptr};
    chunk.text = TraitDecls(translation_, module_place(), chunk.uses).primary(*trait);
    file.add(std::move(chunk));
  }
  for (const types::TraitDecl* trait : traits) {
    Chunk chunk{Where::module, {}, {}, false, nullptr};
    chunk.text = TraitDecls(translation_, module_place(), chunk.uses).concept_definition(*trait);
    file.add(std::move(chunk));
  }
  for (const types::TraitDecl* trait : traits) {
    Chunk chunk{Where::impl, {}, {}, false, nullptr};
    chunk.text = TraitDecls(translation_, module_place(), chunk.uses).defaults(*trait);
    file.add(std::move(chunk));
  }
}

void PartFiles::add_error_names(FileText& file) const {
  for (const TypeDecl* decl : plan_.raised) {
    if (is_private_to_source(decl, translation_.input.facts) != (&file == &source_)) continue;
    Chunk chunk{Where::global, {}, {}, false, nullptr};
    const TypeText types(translation_.input, global_place(), chunk.uses);
    std::string head = plain_template_head(types, decl->parameters, 0);
    if (head.empty()) head = "template <>\n";
    std::string arguments;
    for (const types::TypeParam* parameter : decl->parameters) {
      if (analysis::has_cpp_form(parameter)) arguments += (arguments.empty() ? "" : ", ") + translation_.input.names.of(parameter);
    }
    const std::string type = types.name(decl) + (arguments.empty() ? "" : "<" + arguments + ">");
    chunk.text = head + "struct " + types.runtime("ErrorName") + "<" + type + "> {\n  static constexpr const char* value = \"" +
                 decl->name + "\";\n};\n";
    file.add(std::move(chunk));
  }
}

void PartFiles::add_impl_heads(FileText& file, const std::vector<const types::ImplDecl*>& impls) {
  for (const types::ImplDecl* impl : impls) {
    Chunk chunk{where_impl(*impl), {}, {}, false, nullptr};
    Uses uses;
    chunk.text = TraitDecls(translation_, place_of(chunk.where), uses).head(*impl);
    take_named(chunk, uses);
    file.add(std::move(chunk));
  }
}

void PartFiles::add_types(FileText& file, const std::vector<const TypeDecl*>& decls) {
  for (const TypeStep& step : definition_order(decls, translation_.input.facts, held_)) {
    const TypeDecl& decl = *step.decl;
    Chunk chunk{where(&decl), {}, {}, false, &decl};
    Uses signatures;
    const TypeDecls printer(translation_, members_, module_place(), chunk.uses, signatures);
    const bool is_counted = decl.shape == TypeDecl::Shape::effect || translation_.input.facts.is_boxed(&decl);
    switch (step.what) {
      case TypeStep::What::whole:
        chunk.text = is_counted ? printer.counted(decl) : printer.value(decl);
        break;
      case TypeStep::What::handle:
        chunk.text = printer.forward_companion(decl) + printer.handle(decl);
        break;
      case TypeStep::What::contents:
        chunk.text = printer.contents(decl);
        break;
    }
    take_named(chunk, signatures);
    file.add(std::move(chunk));
  }
}

void PartFiles::add_declarations(FileText& file) {
  for (const types::Constant* constant : plan_.header_constants) {
    Chunk chunk{constant->is_pub ? Where::module : Where::detail, {}, {}, true, nullptr};
    chunk.text = Functions(translation_, module_place(), chunk.uses).constant(*constant, "inline constexpr ");
    file.add(std::move(chunk));
  }
  for (const bool detail : {true, false}) {
    for (const types::Function* function : plan_.declared) {
      if (is_in_detail(translation_.input.facts, function) != detail) continue;
      Chunk chunk{detail ? Where::detail : Where::module, {}, {}, false, nullptr};
      Uses uses;
      chunk.text = Functions(translation_, module_place(), uses).declaration(*function, true);
      chunk.compact = std::count(chunk.text.begin(), chunk.text.end(), '\n') == 1;
      take_named(chunk, uses);
      file.add(std::move(chunk));
    }
  }
}

/// A private function that another one names before its own definition is declared first.
void PartFiles::add_private_functions(FileText& file) const {
  for (const types::Constant* constant : plan_.private_constants) {
    Chunk chunk{Where::unnamed, {}, {}, true, nullptr};
    chunk.text = Functions(translation_, module_place(), chunk.uses).constant(*constant, "constexpr ");
    file.add(std::move(chunk));
  }
  for (const types::Function* function : plan_.private_natives) {
    Chunk chunk{Where::module, {}, {}, true, nullptr};
    chunk.text = Functions(translation_, module_place(), chunk.uses).declaration(*function, false);
    file.add(std::move(chunk));
  }
  std::vector<Chunk> bodies;
  std::set<const types::Function*> defined;
  for (const types::Function* function : plan_.private_functions) {
    Chunk chunk{Where::unnamed, {}, {}, false, nullptr};
    chunk.text = Functions(translation_, module_place(), chunk.uses).definition(*function, true);
    bodies.push_back(std::move(chunk));
  }
  std::set<const types::Function*> early;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    for (const types::Function* named : bodies[i].uses.functions) {
      if (named != plan_.private_functions[i] && defined.count(named) == 0) early.insert(named);
    }
    defined.insert(plan_.private_functions[i]);
  }
  for (const types::Function* function : plan_.private_functions) {
    if (early.count(function) == 0) continue;
    Chunk chunk{Where::unnamed, {}, {}, true, nullptr};
    chunk.text = Functions(translation_, module_place(), chunk.uses).declaration(*function, false);
    file.add(std::move(chunk));
  }
  for (Chunk& chunk : bodies) file.add(std::move(chunk));
}

void PartFiles::add_bodies(FileText& file, const std::vector<const types::Function*>& functions) const {
  for (const types::Function* function : functions) {
    Chunk chunk{Where::module, {}, {}, false, nullptr};
    if (function->impl != nullptr && function->impl->trait != nullptr) {
      chunk.where = where_impl(*function->impl);
    } else if (function->impl != nullptr) {
      chunk.where = Where::module;
    } else if (is_in_detail(translation_.input.facts, function)) {
      chunk.where = Where::detail;
    }
    chunk.text = Functions(translation_, place_of(chunk.where), chunk.uses).definition(*function, false);
    file.add(std::move(chunk));
  }
}

/// The C sides that the functions below call, or are called by.
void PartFiles::add_c_declarations(FileText& file) const {
  const Names& names = translation_.input.names;
  std::vector<const types::Function*> functions = plan_.imports;
  std::copy_if(plan_.exports.begin(), plan_.exports.end(), std::back_inserter(functions),
               [&](const types::Function* function) { return names.c_side(function).is_labelled; });
  for (const bool labelled : {false, true}) {
    for (const types::Function* function : functions) {
      if (names.c_side(function).is_labelled != labelled) continue;
      Chunk chunk{labelled ? Where::module : Where::global, {}, {}, true, nullptr};
      const TypeText types(translation_.input, place_of(chunk.where), chunk.uses);
      chunk.text = Foreign(translation_, types).c_declaration(*function);
      file.add(std::move(chunk));
    }
  }
}

void PartFiles::add_exports(FileText& file) const {
  for (const types::Function* function : plan_.exports) {
    const bool labelled = translation_.input.names.c_side(function).is_labelled;
    Chunk chunk{labelled ? Where::module : Where::global, {}, {}, false, nullptr};
    const TypeText types(translation_.input, place_of(chunk.where), chunk.uses);
    chunk.text = Foreign(translation_, types).c_definition(*function);
    file.add(std::move(chunk));
  }
}

void PartFiles::add_blocks(FileText& file) const {
  for (const types::Function* test : blocks_of(part_, translation_.blocks)) {
    const lower::Function* lowered = translation_.lowered.find(test);
    if (lowered == nullptr || lowered->body == nullptr) continue;
    Chunk chunk{Where::tests, {}, {}, false, nullptr};
    chunk.text = Functions(translation_, module_place(), chunk.uses).definition(*test, true);
    file.add(std::move(chunk));
  }
}

/// Whether a payload mentions the variant itself, which is declared only behind its cases: `type Rose = | Stem(inside: List<Rose>)`.
static bool cases_mention(const TypeDecl& variant) {
  for (const types::Case& one : variant.cases) {
    for (const types::Field& field : one.payload) {
      if (analysis::mentions(field.type, &variant)) return true;
    }
  }
  return false;
}

void PartFiles::add_forward_declarations(FileText& file, const std::vector<const TypeDecl*>& decls) const {
  std::set<const TypeDecl*> defined;
  std::set<const TypeDecl*> early;
  for (const Chunk& chunk : file.chunks()) {
    const bool behind = chunk.defines != nullptr && !translation_.input.facts.is_boxed(chunk.defines) && cases_mention(*chunk.defines);
    if (chunk.defines != nullptr && !behind) defined.insert(chunk.defines);
    for (const TypeDecl* named : chunk.uses.types) {
      if (defined.count(named) == 0) early.insert(named);
    }
    if (chunk.defines != nullptr) defined.insert(chunk.defines);
  }
  std::vector<Chunk> ahead;
  for (const TypeDecl* decl : decls) {
    if (early.count(decl) == 0) continue;
    Chunk chunk{where(decl), {}, {}, true, nullptr};
    chunk.text = TypeDecls(translation_, members_, module_place(), chunk.uses, chunk.uses).forward(*decl);
    ahead.push_back(std::move(chunk));
  }
  file.chunks().insert(file.chunks().begin(), std::make_move_iterator(ahead.begin()), std::make_move_iterator(ahead.end()));
}

// ---- files ---------------------------------------------------------------------------------------------------------------------

void PartFiles::build_header() {
  add_traits(header_, plan_.header.traits);
  add_error_names(header_);
  add_impl_heads(header_, plan_.header.impls);
  add_types(header_, plan_.header.types);
  add_declarations(header_);
  if (!has_sibling_parts()) add_forward_declarations(header_, plan_.header.types);
  add_bodies(header_tail_, plan_.header_bodies);
}

void PartFiles::build_source() {
  add_c_declarations(source_);
  add_traits(source_, plan_.source.traits);
  add_error_names(source_);
  add_impl_heads(source_, plan_.source.impls);
  add_types(source_, plan_.source.types);
  add_private_functions(source_);
  add_forward_declarations(source_, plan_.source.types);
  add_bodies(source_, plan_.source_bodies);
  add_exports(source_);
  if (translation_.blocks != Blocks::none) add_blocks(source_);
}

OutputFile PartFiles::header() const {
  const std::string& stem = translation_.input.files.stem(part_.file);
  const std::string own = "\"" + stem + ".hpp\"";
  Uses first = header_.all_uses();
  Uses tail = header_tail_.all_uses();
  tail.add(named_);
  const std::string native = Files::native_header(*part_.file);
  std::string text = banner() + "#pragma once\n";
  std::set<std::string> usings = first.shortened;
  if (!has_sibling_parts()) {
    first.add(tail);
    usings = first.shortened;
    tail = {};
  } else {
    // Headers of the runtime and of other modules never include those of this module; all of them may come first.
    for (const std::string& header : tail.headers) {
      if (header.starts_with("<") || !is_header_of_module(header)) first.headers.insert(header);
    }
    first.headers.insert("\"" + forward_header_path(translation_.input.names, part_.module) + "\"");
  }
  if (!native.empty()) first.headers.insert("\"" + native + "\"");
  const std::string includes = include_lines(first.headers, {own});
  if (!includes.empty()) text += "\n" + includes;
  FileText whole = header_;
  if (has_sibling_parts()) {
    if (const std::string body = header_.body(usings); !body.empty()) text += "\n" + body;
    std::set<std::string> known = first.headers;
    known.insert(own);
    if (const std::string more = include_lines(tail.headers, known); !more.empty()) {
      text += "\n// Named above, needed below: the headers of one module may include each other.\n" + more;
    }
    if (const std::string body = header_tail_.body({}); !body.empty()) text += "\n" + body;
  } else {
    for (const Chunk& chunk : header_tail_.chunks()) whole.add(chunk);
    if (const std::string body = whole.body(usings); !body.empty()) text += "\n" + body;
  }
  return {stem + ".hpp", text};
}

bool PartFiles::is_header_of_module(const std::string& include) const {
  for (const types::Part& part : translation_.input.program.parts) {
    if (part.module == part_.module && include == "\"" + translation_.input.files.stem(part.file) + ".hpp\"") return true;
  }
  return false;
}

OutputFile PartFiles::source() const {
  const std::string& stem = translation_.input.files.stem(part_.file);
  const std::string own = "\"" + stem + ".hpp\"";
  Uses header = header_.all_uses();
  header.add(header_tail_.all_uses());
  header.add(named_);
  const Uses uses = source_.all_uses();
  std::string text = banner() + "#include " + own + "\n";
  std::set<std::string> known = header.headers;
  known.insert(own);
  if (const std::string includes = include_lines(uses.headers, known); !includes.empty()) text += "\n" + includes;
  std::set<std::string> usings;
  std::set_difference(uses.shortened.begin(), uses.shortened.end(), header.shortened.begin(), header.shortened.end(),
                      std::inserter(usings, usings.begin()));
  if (const std::string body = source_.body(usings); !body.empty()) text += "\n" + body;
  return {stem + ".cpp", text};
}

std::string forward_header_path(const Names& names, const modules::Module* module) {
  std::string path;
  for (const std::string& segment : names.namespace_of(module)) path += segment + "/";
  return path + "fwd.hpp";
}

OutputFile forward_header(const Translation& translation, const Members& members, const modules::Module* module) {
  FileText file(translation.input.names, module);
  for (const types::Part& part : translation.input.program.parts) {
    if (part.module != module) continue;
    const bool has_native_header = !Files::native_header(*part.file).empty();
    for (const types::Declaration& declaration : part.declarations) {
      const auto* found = std::get_if<TypeDecl*>(&declaration);
      if (found == nullptr || (*found)->builtin != types::Builtin::none) continue;
      const TypeDecl& decl = **found;
      if (is_private_to_source(&decl, translation.input.facts)) continue;
      const Where where = is_in_detail(translation.input.facts, &decl) ? Where::detail : Where::module;
      Chunk chunk{where, {}, {}, true, nullptr};
      const TypeDecls printer(translation, members, {module, true, nullptr, nullptr}, chunk.uses, chunk.uses);
      chunk.text = printer.forward(decl);
      const bool is_native = decl.is_native || (decl.shape == TypeDecl::Shape::opaque && has_native_header);
      if (is_native) chunk.text.replace(chunk.text.rfind("struct "), 7, "class ");
      file.add(std::move(chunk));
    }
  }
  std::string text = "// The types of " + module->path + ", declared.\n#pragma once\n";
  if (const std::string includes = include_lines(file.all_uses().headers, {}); !includes.empty()) text += "\n" + includes;
  return {forward_header_path(translation.input.names, module), text + "\n" + file.body({})};
}

}  // namespace khora2cpp::emit
