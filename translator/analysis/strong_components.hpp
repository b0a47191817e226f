// Strongly connected components of a graph given by edge lists.
#pragma once

#include <vector>

namespace khora2cpp::analysis {

/// The number of each node's component. Two nodes have one number exactly when each reaches the other. Does not recurse.
std::vector<int> strong_components(const std::vector<std::vector<int>>& edges);

}  // namespace khora2cpp::analysis
