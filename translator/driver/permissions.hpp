// What the program's manifest lets its packages do (syntax-and-types.md section 10.4).
#pragma once

#include "diagnostics/diagnostic.hpp"
#include "driver/project.hpp"
#include "driver/sources.hpp"
#include "modules/graph.hpp"

namespace khora2cpp::driver {

/// Reports D703 for each foreign function of a package that `[permissions] extern` does not list. The library may always have some, and so
/// may files that belong to no package. Of a package that is known by its interfaces it is too late to ask.
void check_permissions(const modules::Graph& graph, const Sources& sources, const Project& project,
                       diagnostics::Diagnostics& diagnostics);

}  // namespace khora2cpp::driver
