#include "analysis/strong_components.hpp"

#include <algorithm>
#include <cstddef>

namespace khora2cpp::analysis {

std::vector<int> strong_components(const std::vector<std::vector<int>>& edges) {
  // Tarjan's algorithm with a stack of its own, since call chains are as long as the source likes.
  struct Frame {
    std::size_t node;
    std::size_t next_edge;
  };
  constexpr int unseen = -1;
  const std::size_t count = edges.size();
  std::vector<int> order(count, unseen);
  std::vector<int> lowest(count, 0);
  std::vector<int> component(count, unseen);
  std::vector<std::size_t> open;
  int next_order = 0;
  int next_component = 0;

  for (std::size_t root = 0; root < count; ++root) {
    if (order[root] != unseen) continue;
    std::vector<Frame> frames{{root, 0}};
    order[root] = lowest[root] = next_order++;
    open.push_back(root);
    while (!frames.empty()) {
      Frame& frame = frames.back();
      const std::size_t node = frame.node;
      if (frame.next_edge < edges[node].size()) {
        const auto to = static_cast<std::size_t>(edges[node][frame.next_edge++]);
        if (order[to] == unseen) {
          order[to] = lowest[to] = next_order++;
          open.push_back(to);
          frames.push_back({to, 0});
        } else if (component[to] == unseen) {
          lowest[node] = std::min(lowest[node], order[to]);
        }
        continue;
      }
      if (lowest[node] == order[node]) {
        for (bool more = true; more;) {
          const std::size_t member = open.back();
          open.pop_back();
          component[member] = next_component;
          more = member != node;
        }
        ++next_component;
      }
      frames.pop_back();
      if (!frames.empty()) lowest[frames.back().node] = std::min(lowest[frames.back().node], lowest[node]);
    }
  }
  return component;
}

}  // namespace khora2cpp::analysis
