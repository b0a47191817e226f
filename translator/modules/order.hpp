// The order in which modules are checked and translated, and the cycles that prevent one (D325).
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "diagnostics/diagnostic.hpp"
#include "modules/graph.hpp"

namespace khora2cpp::modules {

struct Edge {
  const Module* to = nullptr;
  source::Span span;  ///< the path in the import
};
/// Who imports whom, each target once.
using Edges = std::map<const Module*, std::vector<Edge>>;

/// Sorts `modules` so that each comes after what it imports; among those that are ready the one whose path
/// sorts first comes first. `core` is imported by everything that it does not import itself. One D325 for
/// each group of modules that import each other; its members come in the order of their paths.
std::vector<std::unique_ptr<Module>> in_import_order(std::vector<std::unique_ptr<Module>> modules,
                                                     const Edges& edges, const std::string& core,
                                                     diagnostics::Diagnostics& diagnostics);

}  // namespace khora2cpp::modules
