#include "modules/order.hpp"

#include <algorithm>
#include <deque>
#include <functional>
#include <queue>
#include <set>

namespace khora2cpp::modules {
namespace {

const std::vector<Edge>& edges_of(const Edges& edges, const Module* module) {
  static const std::vector<Edge> none;
  const auto at = edges.find(module);
  return at == edges.end() ? none : at->second;
}

/// Everything that `start` imports, directly or not; `start` itself only if it lies on a cycle.
std::set<const Module*> reachable(const Edges& edges, const Module* start) {
  std::set<const Module*> seen;
  std::vector<const Module*> open = {start};
  while (!open.empty()) {
    const Module* const at = open.back();
    open.pop_back();
    for (const Edge& edge : edges_of(edges, at)) {
      if (seen.insert(edge.to).second) open.push_back(edge.to);
    }
  }
  return seen;
}

/// A shortest cycle through `start`, as the imports that make it up; empty when there is none.
std::vector<std::pair<const Module*, Edge>> cycle_through(const Edges& edges, const Module* start) {
  std::map<const Module*, std::pair<const Module*, Edge>> reached_by;
  std::deque<const Module*> open = {start};
  while (!open.empty() && !reached_by.count(start)) {
    const Module* const at = open.front();
    open.pop_front();
    for (const Edge& edge : edges_of(edges, at)) {
      if (reached_by.try_emplace(edge.to, std::pair(at, edge)).second) open.push_back(edge.to);
    }
  }
  std::vector<std::pair<const Module*, Edge>> cycle;
  if (!reached_by.count(start)) return cycle;
  const Module* at = start;
  do {
    const auto& step = reached_by.at(at);
    cycle.push_back(step);
    at = step.first;
  } while (at != start);
  std::reverse(cycle.begin(), cycle.end());
  return cycle;
}

void report_cycle(const std::vector<std::pair<const Module*, Edge>>& cycle,
                  diagnostics::Diagnostics& diagnostics) {
  std::string message = "modules import each other: `" + cycle.front().first->path + "`";
  for (const auto& [from, edge] : cycle) message += " imports `" + edge.to->path + "`";
  auto& error = diagnostics.error("D325", cycle.front().second.span, message);
  for (std::size_t i = 1; i < cycle.size(); ++i) {
    error.label(cycle[i].second.span,
                "`" + cycle[i].first->path + "` imports `" + cycle[i].second.to->path + "` here");
  }
  error.suggest("move what they share into a module of its own, or hand a function over as a value");
}

/// One report for each set of modules that reach each other.
void report_cycles(std::vector<const Module*> stuck, const Edges& edges,
                   diagnostics::Diagnostics& diagnostics) {
  std::set<const Module*> reported;
  for (const Module* module : stuck) {
    if (reported.count(module)) continue;
    const auto cycle = cycle_through(edges, module);
    if (cycle.empty()) continue;
    report_cycle(cycle, diagnostics);
    for (const Module* other : reachable(edges, module)) {
      if (reachable(edges, other).count(module)) reported.insert(other);
    }
  }
}

}  // namespace

std::vector<std::unique_ptr<Module>> in_import_order(std::vector<std::unique_ptr<Module>> modules,
                                                     const Edges& edges, const std::string& core,
                                                     diagnostics::Diagnostics& diagnostics) {
  std::sort(modules.begin(), modules.end(), [](const auto& a, const auto& b) { return a->path < b->path; });
  std::map<const Module*, std::size_t> index;
  for (std::size_t i = 0; i < modules.size(); ++i) index[modules[i].get()] = i;

  std::vector<std::size_t> waits_for(modules.size(), 0);
  std::vector<std::vector<std::size_t>> awaited_by(modules.size());
  const auto after = [&](std::size_t later, std::size_t earlier) {
    ++waits_for[later];
    awaited_by[earlier].push_back(later);
  };
  const Module* core_module = nullptr;
  for (const auto& module : modules) {
    if (module->path == core) core_module = module.get();
    for (const Edge& edge : edges_of(edges, module.get())) after(index.at(module.get()), index.at(edge.to));
  }
  if (core_module) {
    const std::set<const Module*> needed_by_core = reachable(edges, core_module);
    for (const auto& module : modules) {
      if (module.get() == core_module || needed_by_core.count(module.get())) continue;
      after(index.at(module.get()), index.at(core_module));
    }
  }

  std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>> ready;
  for (std::size_t i = 0; i < modules.size(); ++i) {
    if (waits_for[i] == 0) ready.push(i);
  }
  std::vector<std::size_t> order;
  std::set<std::size_t> placed;
  bool reported = false;
  while (order.size() < modules.size()) {
    if (ready.empty()) {
      std::vector<const Module*> stuck;
      std::size_t first = modules.size();
      for (std::size_t i = modules.size(); i-- > 0;) {
        if (placed.count(i)) continue;
        stuck.insert(stuck.begin(), modules[i].get());
        if (first == modules.size() || reachable(edges, modules[i].get()).count(modules[i].get())) first = i;
      }
      if (!reported) report_cycles(stuck, edges, diagnostics);
      reported = true;
      waits_for[first] = 0;
      ready.push(first);
    }
    const std::size_t next = ready.top();
    ready.pop();
    if (!placed.insert(next).second) continue;
    order.push_back(next);
    for (std::size_t later : awaited_by[next]) {
      if (waits_for[later] != 0 && --waits_for[later] == 0) ready.push(later);
    }
  }
  std::vector<std::unique_ptr<Module>> sorted;
  for (std::size_t i : order) sorted.push_back(std::move(modules[i]));
  return sorted;
}

}  // namespace khora2cpp::modules
