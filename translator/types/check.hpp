// The checker: names, types, rows, traits, exhaustiveness and the sharing rules. Input: the module graph. Output: the typed program and the
// diagnostics D301..D708, D801..D808. When errors were reported the program is not fit for later stages.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "diagnostics/diagnostic.hpp"
#include "modules/graph.hpp"
#include "types/program.hpp"

namespace khora2cpp::types {

struct Options {
  const syntax::File* entry = nullptr;  ///< the file whose `main` is the program's; null for a library
  bool benches = false;                 ///< whether `bench` blocks are part of the program, and not only checked
  /// Whether a module belongs to a package that the program depends on: its blocks are only checked. Null: none does.
  std::function<bool(const modules::Module&)> is_dependency;
  /// The path of a file. Of two impls that overlap the one in the file whose path sorts last is reported (R13).
  std::function<std::string(const syntax::File&)> path_of;
};

std::unique_ptr<Program> check(const modules::Graph& graph, const Options& options, diagnostics::Diagnostics& diagnostics);

}  // namespace khora2cpp::types
