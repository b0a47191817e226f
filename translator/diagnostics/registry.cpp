#include "diagnostics/registry.hpp"

#include <algorithm>
#include <cctype>

#include "diagnostics/explanations.hpp"

namespace khora2cpp::diagnostics {
namespace {

std::vector<Explanation> collect() {
  std::vector<Explanation> all;
  for (const auto& part :
       {lexing_explanations(), parsing_explanations(), name_explanations(), type_explanations(),
        failure_explanations(), trait_explanations(), package_explanations(), concurrency_explanations(),
        driver_explanations(), lint_explanations()}) {
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

std::string indented(std::string_view code) {
  std::string result;
  while (!code.empty()) {
    const std::size_t end = std::min(code.find('\n'), code.size());
    const std::string_view line = code.substr(0, end);
    result += line.empty() ? "\n" : "    " + std::string(line) + "\n";
    code.remove_prefix(std::min(end + 1, code.size()));
  }
  return result;
}

/// Breaks paragraphs into lines of at most `width` columns.
std::string wrapped(std::string_view text, std::size_t width) {
  std::string result;
  std::size_t column = 0;
  while (!text.empty()) {
    if (text.starts_with("\n\n")) {
      result += "\n\n";
      column = 0;
      text.remove_prefix(2);
      continue;
    }
    if (text.front() == ' ' || text.front() == '\n') {
      text.remove_prefix(1);
      continue;
    }
    const std::string_view word = text.substr(0, std::min(text.find_first_of(" \n"), text.size()));
    if (column != 0 && column + 1 + word.size() > width) {
      result += '\n';
      column = 0;
    }
    if (column != 0) {
      result += ' ';
      ++column;
    }
    result += word;
    column += word.size();
    text.remove_prefix(word.size());
  }
  return result;
}

}  // namespace

const std::vector<Explanation>& registry() {
  static const std::vector<Explanation> all = collect();
  return all;
}

const Explanation* find_explanation(std::string_view code) {
  std::string wanted(code);
  if (!wanted.empty() && wanted.front() == 'd' && wanted.size() == 4 &&
      std::all_of(wanted.begin() + 1, wanted.end(), [](unsigned char c) { return std::isdigit(c) != 0; })) {
    wanted.front() = 'D';
  }
  const auto& all = registry();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Explanation& one) { return one.code == wanted; });
  return found == all.end() ? nullptr : &*found;
}

const std::vector<Lint>& lints() {
  static const std::vector<Lint> all = [] {
    std::vector<Lint> result;
    for (const Explanation& one : lint_explanations()) {
      const bool off = one.code == "undocumented-export" || one.code == "useless-allow";
      result.push_back({one.code, off ? LintLevel::allow : LintLevel::warn});
    }
    return result;
  }();
  return all;
}

std::string explanation_text(const Explanation& explanation) {
  std::string result = std::string(explanation.code) + ": " + std::string(explanation.title) + "\n\n";
  result += wrapped(explanation.text, 100) + "\n";
  if (!explanation.invalid.empty()) result += "\nThis is refused:\n\n" + indented(explanation.invalid);
  const bool complete = explanation.invalid.find("module ") != std::string_view::npos;
  if (!explanation.valid.empty()) result += "\nThis is accepted:\n\n" + indented(explanation.valid);
  if (!complete) result += "\nThe `module` line and imports from `std::core` are left out.\n";
  return result;
}

}  // namespace khora2cpp::diagnostics
