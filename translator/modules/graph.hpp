// The module graph: which modules take part, what each declares, and what each name written in a file means
// outside any function.
//
// Input: parsed files. Output: a `Graph` in import order (syntax-and-types.md section 3.1), diagnostics
// D304..D307, D325, D906. Knows nothing of types. Reads no files: a `Loader` hands over the trees of modules
// that are imported.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "diagnostics/diagnostic.hpp"
#include "syntax/ast.hpp"

namespace khora2cpp::modules {

struct Module;

/// One declaration of a module, with the file (part) it stands in.
struct ItemRef {
  const Module* module = nullptr;
  const syntax::File* file = nullptr;
  const syntax::Item* item = nullptr;
  explicit operator bool() const { return item != nullptr; }
  friend bool operator==(const ItemRef&, const ItemRef&) = default;
};

/// What a name stands for in one file: a declaration of this module or an imported one. `item` is empty when
/// the import was refused: that has been reported, and uses of the name are not reported again.
struct Binding {
  ItemRef item;
  const syntax::ImportName* import = nullptr;  ///< null for the module's own declarations
};

/// Names of one namespace. Ordered, so that whatever walks it is deterministic.
using Names = std::map<std::string, Binding, std::less<>>;

/// What the names of one file mean. Functions and constants are values; types, rows, traits and effects are
/// types (N5).
struct Scope {
  Names values;
  Names types;
  Names contexts;
};

/// A module. In the library one module may consist of several files, its parts (each with a header of its
/// own); they see each other.
struct Module {
  std::string path;  ///< `app::shapes`
  std::vector<const syntax::File*> parts;
  bool is_library = false;    ///< belongs to `std`
  bool is_interface = false;  ///< read from a `.khi` file: signatures and facts, no bodies to translate
  bool is_requested = true;   ///< one of the files the user asked to translate (else only read)
  /// Own declarations by name.
  Scope own;
  /// Per part: own declarations and what the part imports.
  std::map<const syntax::File*, Scope> scopes;
  std::vector<const Module*> imports;  ///< sorted by path, each once

  const Scope& scope(const syntax::File* part) const { return scopes.at(part); }
  bool is_std() const { return path == "std" || path.rfind("std::", 0) == 0; }
};

/// All modules, each after the modules it imports; among those that are ready the one whose path sorts first
/// comes first.
struct Graph {
  std::vector<std::unique_ptr<Module>> modules;
  /// Every file is a module and has its place in the order. What its imports do not find may have been reported all the same: such names
  /// are bound to nothing, and whoever looks them up knows that they were reported.
  bool is_whole = true;
  const Module* find(std::string_view path) const;
};

/// Supplies the files of a module that is imported and was not given; empty when there is none. The answer
/// stays valid as long as the graph.
using Loader =
    std::function<std::vector<const syntax::File*>(const std::string& module_path, bool& is_interface)>;

struct Options {
  bool library = false;  ///< the library itself is translated: modules under `std` may be given, and consist
                         ///< of several files
  /// A further sentence for an import of a module that does not exist, such as a remark about entry files
  /// (M10). May be null.
  std::function<std::string(const std::string& module_path)> missing_module_hint;
};

/// Builds the graph of `files` and everything they import. `std::core` always takes part, and comes before
/// what it does not need itself. After an error the graph is still complete: every module is there once, in
/// an order as good as the imports allow.
Graph build(const std::vector<const syntax::File*>& files, const Loader& load,
            diagnostics::Diagnostics& diagnostics, const Options& options = {});

/// `a::b::c` as text.
std::string to_string(const syntax::Path& path);

/// The name of a declaration, or an empty one for impls, imports and tests.
const syntax::Name* declared_name(const syntax::Item& item);
bool is_public(const syntax::Item& item);

}  // namespace khora2cpp::modules
