#include "khora/detail/handoff_check.hpp"

#include <string>
#include <string_view>

#include "khora/trap.hpp"

namespace khora::detail {

void HandoffCheck::reference(const Header& object, const Kind& kind) {
  if (object.count.shared() || object.count.references() == 0) return;
  const auto [place, fresh] = places_.try_emplace(&object, nodes_.size());
  if (fresh) nodes_.push_back({&object, &kind, 0, kind.writable, {}});
  Node& node = nodes_[place->second];
  ++node.inside;
  if (current_ != outside) node.holders.push_back(current_);
}

void HandoffCheck::finish(const char* sent) {
  for (std::size_t i = 0; i < nodes_.size(); ++i) {  // grows while it is walked
    current_ = i;
    if (nodes_[i].kind->children != nullptr) nodes_[i].kind->children(nodes_[i].object, *this);
  }
  std::vector<std::size_t> writing;
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    if (nodes_[i].writes) writing.push_back(i);
  }
  while (!writing.empty()) {
    const std::size_t at = writing.back();
    writing.pop_back();
    for (const std::size_t holder : nodes_[at].holders) {
      if (nodes_[holder].writes) continue;
      nodes_[holder].writes = true;
      writing.push_back(holder);
    }
  }
  for (const Node& node : nodes_) {
    if (!node.writes || node.object->count.references() == node.inside) continue;
    const std::string_view named = sent;
    const std::string type = named == "value" ? nodes_.front().kind->name : sent;
    fatal("a `" + type + "` cannot be handed off while something else holds part of it: its `" + node.kind->name + "` has " +
          std::to_string(node.object->count.references()) + " references, and " + std::to_string(node.inside) +
          " of them come from inside the value");
  }
  for (const Node& node : nodes_) {
    if (!node.writes) node.object->count.become_shared();
  }
}

}  // namespace khora::detail
