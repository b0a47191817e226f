#include "emit/file_text.hpp"

namespace khora2cpp::emit {

Uses FileText::all_uses() const {
  Uses all;
  for (const Chunk& chunk : chunks_) all.add(chunk.uses);
  return all;
}

/// Each as it is opened; an unnamed one is empty.
std::vector<std::string> FileText::namespaces_around(Where where) const {
  if (where == Where::global) return {};
  std::vector<std::string> around{names_.namespace_path(module_)};
  switch (where) {
    case Where::global:
    case Where::module:
      break;
    case Where::impl:
      around.push_back("impl");
      break;
    case Where::detail:
      around.push_back("detail");
      break;
    case Where::unnamed:
      around.emplace_back();
      break;
    case Where::tests:
      around.push_back(names_.test_namespace(module_));
      break;
  }
  return around;
}

std::string FileText::body(const std::set<std::string>& usings) const {
  std::string text;
  std::vector<std::string> open;
  bool usings_written = usings.empty();
  const auto close_to = [&](std::size_t depth) {
    while (open.size() > depth) {
      text += open.back().empty() ? "}  // namespace\n" : "}  // namespace " + open.back() + "\n";
      open.pop_back();
    }
  };
  const Chunk* before = nullptr;
  for (const Chunk& chunk : chunks_) {
    const std::vector<std::string> around = namespaces_around(chunk.where);
    std::size_t common = 0;
    while (common < open.size() && common < around.size() && open[common] == around[common]) ++common;
    const bool moves = common < open.size() || common < around.size();
    if (common < open.size()) {
      text += "\n";
      close_to(common);
    }
    if (before == nullptr || moves || !(chunk.compact && before->compact)) {
      if (!text.empty()) text += "\n";
    }
    for (std::size_t i = common; i < around.size(); ++i) {
      text += around[i].empty() ? "namespace {\n\n" : "namespace " + around[i] + " {\n\n";
      open.push_back(around[i]);
      if (i == 0 && !usings_written) {
        for (const std::string& name : usings) text += "using " + name + ";\n";
        text += "\n";
        usings_written = true;
      }
    }
    text += chunk.text;
    before = &chunk;
  }
  if (!open.empty()) {
    text += "\n";
    close_to(0);
  }
  return text;
}

std::string include_lines(const std::set<std::string>& headers, const std::set<std::string>& known) {
  std::string standard;
  std::string own;
  for (const std::string& header : headers) {
    if (known.count(header) != 0) continue;
    (header.starts_with("<") ? standard : own) += "#include " + header + "\n";
  }
  if (!standard.empty() && !own.empty()) standard += "\n";
  return standard + own;
}

}  // namespace khora2cpp::emit
