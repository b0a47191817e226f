// What the imports of one file bring into its scope: D304 (unknown module), D305 (missing or private item),
// D306 and D307 (collisions).
#pragma once

#include <string>
#include <vector>

#include "diagnostics/diagnostic.hpp"
#include "modules/graph.hpp"

namespace khora2cpp::modules {

/// Adds imported names to `scope`, which holds the module's own declarations already. One for each file.
class Importer {
 public:
  Importer(const Module& module, Scope& scope, diagnostics::Diagnostics& diagnostics)
      : module_(module), scope_(scope), diagnostics_(diagnostics) {}

  /// Takes the names of `import` from `target`, whose own declarations are complete.
  void import(const syntax::ImportDecl& import, const Module& target);
  /// Declares the names of an import of which nothing is known, so that their uses are not reported.
  void pass_over(const syntax::ImportDecl& import);

  /// Reports an import of a module that does not exist. `enclosing` is the module named by all but the last
  /// segment, if there is one; `known` are the paths of all modules, for near misses; `hint` is a sentence to
  /// use instead of ours.
  void refuse(const syntax::ImportDecl& import, const Module* enclosing,
              const std::vector<std::string>& known, const std::string& hint);

 private:
  void take(const syntax::ImportName& wanted, const Module& target);
  void bind(Names& names, const syntax::ImportName& wanted, const ItemRef& item);
  void poison(const syntax::ImportName& wanted);
  void not_found(const syntax::ImportName& wanted, const Module& target);

  const Module& module_;
  Scope& scope_;
  diagnostics::Diagnostics& diagnostics_;
};

}  // namespace khora2cpp::modules
