#include "analysis/can_stop.hpp"

#include <algorithm>
#include <functional>

#include "analysis/facts_text.hpp"
#include "analysis/reach.hpp"
#include "analysis/strong_components.hpp"
#include "analysis/type_query.hpp"

namespace khora2cpp::analysis {

using types::Function;

namespace {

/// Facts that the function's own text settles, before its callees are looked at.
void start(const types::Program& program, const Function& function, FunctionFacts& facts, BodySummary& summary) {
  facts.raises = raises_something(function.failures);
  if (read_facts(function, facts)) return;
  if (function.body != nullptr) {
    summary = summarize(program, *function.body);
    facts.stops = summary.stops;
    facts.entry_check = summary.entry;
    return;
  }
  if (function.role == Function::Role::trait_member || function.is_extern) return;
  // A library operation. One that nothing is known about counts as a point (c5 rule 7).
  facts.stops = !function.native.is_native || function.native.tagged || function.native.stops;
}

class Analysis {
 public:
  Analysis(types::Program& program, Facts& facts) : program_(program), facts_(facts) {}

  void run() {
    for (const Function& function : program_.functions) {
      nodes_.push_back({&function, {}, {}});
      index_[&function] = static_cast<int>(nodes_.size()) - 1;
      start(program_, function, facts_.functions[&function], nodes_.back().summary);
    }
    find_edges();
    find_cycles();
    spread();
    for (const Function& function : program_.functions) settle(function, facts_.functions[&function]);
  }

 private:
  struct Node {
    const Function* function;
    BodySummary summary;
    std::vector<int> edges;
  };

  /// Edges and the calls through bounds depend on each other: what a generic function calls through a bound is what its callers call.
  void find_edges() {
    for (bool changed = true; changed;) {
      changed = false;
      for (Node& node : nodes_) {
        FunctionFacts& facts = facts_.functions[node.function];
        for (const Mention& mention : node.summary.mentions) {
          const Reached reached = reach(program_, facts_, mention);
          for (const Function* function : reached.functions) changed = add_edge(node, function) || changed;
          for (const BoundCall& call : reached.bounds) changed = add_bound(facts, call) || changed;
        }
      }
    }
  }

  bool add_edge(Node& node, const Function* to) {
    auto found = index_.find(to);
    if (found == index_.end() || std::find(node.edges.begin(), node.edges.end(), found->second) != node.edges.end()) return false;
    node.edges.push_back(found->second);
    return true;
  }
  static bool add_bound(FunctionFacts& facts, const BoundCall& call) {
    const std::string key = bound_key(call);
    for (const BoundCall& known : facts.depends) {
      if (bound_key(known) == key) return false;
    }
    facts.depends.push_back(call);
    return true;
  }

  void find_cycles() {
    std::vector<std::vector<int>> edges;
    for (const Node& node : nodes_) edges.push_back(node.edges);
    const std::vector<int> component = strong_components(edges);
    std::map<int, int> sizes;
    for (int one : component) ++sizes[one];
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      const bool calls_itself = std::find(edges[i].begin(), edges[i].end(), static_cast<int>(i)) != edges[i].end();
      if (sizes[component[i]] < 2 && !calls_itself) continue;
      FunctionFacts& facts = facts_.functions[nodes_[i].function];
      facts.stops = true;
      facts.on_cycle = true;
      if (nodes_[i].function->body != nullptr) facts.entry_check = true;
    }
  }

  void spread() {
    std::vector<std::vector<int>> callers(nodes_.size());
    std::vector<int> work;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      for (int callee : nodes_[i].edges) callers[static_cast<std::size_t>(callee)].push_back(static_cast<int>(i));
      if (facts_.functions[nodes_[i].function].stops) work.push_back(static_cast<int>(i));
    }
    while (!work.empty()) {
      const int callee = work.back();
      work.pop_back();
      for (int caller : callers[static_cast<std::size_t>(callee)]) {
        FunctionFacts& facts = facts_.functions[nodes_[static_cast<std::size_t>(caller)].function];
        if (facts.stops) continue;
        facts.stops = true;
        work.push_back(caller);
      }
    }
  }

  static void settle(const Function& function, FunctionFacts& facts) {
    if (facts.from_text) return;
    if (function.body == nullptr) {
      facts.tagged = function.native.tagged;
    } else {
      facts.tagged = facts.stops || facts.raises || !facts.depends.empty() || function.role == Function::Role::test;
    }
  }

  types::Program& program_;
  Facts& facts_;
  std::vector<Node> nodes_;
  std::map<const Function*, int> index_;
};

}  // namespace

void find_stopping_functions(types::Program& program, Facts& facts) { Analysis(program, facts).run(); }

void find_stopping_lambdas(types::Program& program, Facts& facts) {
  for (const types::Lambda& lambda : program.lambdas) {
    if (lambda.body == nullptr) continue;
    const BodySummary summary = summarize(program, *lambda.body);
    LambdaFacts& known = facts.lambdas[&lambda];
    // One that calls itself is on a call cycle (N8).
    known.entry_check = (summary.entry || lambda.recursive != nullptr) && !lambda.is_finalizer;
    known.tagged = summary.stops || summary.raises || lambda.recursive != nullptr;
    for (const Mention& mention : summary.mentions) {
      if (known.tagged) break;
      known.tagged = call_facts(program, facts, mention).leaves;
    }
  }
}

}  // namespace khora2cpp::analysis
