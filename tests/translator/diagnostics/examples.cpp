#include "examples.hpp"

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "diagnostics/registry.hpp"
#include "diagnostics/render.hpp"

namespace khora2cpp::test {
namespace {

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// The names in a text, and what stands between them other than spaces.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  bool in_name = false;
  for (const char c : text) {
    const bool is_name = is_name_character(c);
    if (is_name && in_name) words.back() += c;
    else if (c != ' ') words.emplace_back(1, c);
    in_name = is_name;
  }
  return words;
}

std::string completed(const std::string& text) {
  if (text.starts_with("module ") || text.find("\nmodule ") != std::string::npos) return text;
  static const std::set<std::string> declaring = {"fn", "type", "trait", "effect", "const", "context", "row"};
  std::set<std::string> used;
  std::set<std::string> known;
  std::string before;
  for (const std::string& word : words_of(text)) {
    (declaring.contains(before) ? known : used).insert(word);
    before = word;
  }
  // Names that the example imports itself.
  for (std::size_t at = text.find("import "); at != std::string::npos; at = text.find("import ", at + 1)) {
    for (const std::string& word : words_of(text.substr(at, text.find(';', at) - at))) known.insert(word);
  }
  std::string imports;
  for (const std::string& name : exported_by_core()) {
    if (used.contains(name) && !known.contains(name)) imports += (imports.empty() ? "" : ", ") + name;
  }
  return "module m;" + (imports.empty() ? "" : " import std::core::{" + imports + "};") + "\n" + text;
}

}  // namespace

bool needs_command_line(std::string_view example) {
  return example.find("# khora.toml") != std::string_view::npos || example.find("\n$ ") != std::string_view::npos;
}

std::vector<Source> program_of(std::string_view example) {
  std::vector<Source> files;
  std::istringstream lines{std::string(example)};
  for (std::string line; std::getline(lines, line);) {
    const bool begins = line.starts_with("// ") && line.ends_with(".kh") && line.find(' ', 3) == std::string::npos;
    if (begins) files.push_back({line.substr(3), ""});
    else if (files.empty()) files.push_back({"main.kh", line + "\n"});
    else files.back().text += line + "\n";
  }
  for (Source& file : files) file.text = completed(file.text);
  return files;
}

diagnostics::Diagnostics reported_about(std::string_view code, std::string_view example) {
  diagnostics::Diagnostics reported = report_on(program_of(example));
  std::erase_if(reported.all(), [&](const diagnostics::Diagnostic& one) {
    const auto& lints = diagnostics::lints();
    const auto lint = std::find_if(lints.begin(), lints.end(), [&](const diagnostics::Lint& known) { return known.name == one.code; });
    return lint != lints.end() && lint->level == diagnostics::LintLevel::allow && one.code != code;
  });
  return reported;
}

std::string rendered(const diagnostics::Diagnostics& reported) {
  std::string text;
  for (const diagnostics::Diagnostic& one : reported.all()) text += diagnostics::render_text(one, sources());
  return text;
}

std::vector<Rendered> read_rendered(const std::string& path) {
  std::vector<Rendered> all;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("=== ")) all.push_back({line.substr(4), ""});
    else if (!all.empty()) all.back().text += line + "\n";
  }
  return all;
}

}  // namespace khora2cpp::test
