#include "driver/sources.hpp"

#include <algorithm>

#include "driver/files.hpp"
#include "syntax/parse.hpp"

namespace khora2cpp::driver {
namespace {

/// `path` in a spelling that two mentions of one file share.
fs::path key_of(const fs::path& path) {
  std::error_code error;
  const fs::path absolute = fs::absolute(path, error);
  return error ? path.lexically_normal() : absolute.lexically_normal();
}

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

/// Leaves blanks and comments behind; block comments nest.
std::string_view after_blanks(std::string_view text) {
  for (;;) {
    const std::size_t start = std::min(text.find_first_not_of(" \t\r\n"), text.size());
    text.remove_prefix(start);
    if (text.substr(0, 2) == "//") {
      text.remove_prefix(std::min(text.find('\n'), text.size()));
    } else if (text.substr(0, 2) == "/*") {
      int depth = 0;
      std::size_t at = 0;
      do {
        const std::string_view two = text.substr(at, 2);
        if (two.size() < 2) return {};
        depth += two == "/*" ? 1 : two == "*/" ? -1 : 0;
        at += two == "/*" || two == "*/" ? 2 : 1;
      } while (depth > 0);
      text.remove_prefix(at);
    } else {
      return text;
    }
  }
}

std::string_view take_name(std::string_view& text) {
  std::size_t length = 0;
  while (length < text.size() && is_name_character(text[length])) ++length;
  const std::string_view name = text.substr(0, length);
  text.remove_prefix(length);
  return name;
}

}  // namespace

std::string module_line(std::string_view text) {
  if (text.substr(0, 3) == "\xEF\xBB\xBF") text.remove_prefix(3);
  text = after_blanks(text);
  if (take_name(text) != "module") return {};
  std::string path;
  for (;;) {
    text = after_blanks(text);
    const std::string_view name = take_name(text);
    if (name.empty()) return {};
    path += name;
    text = after_blanks(text);
    if (text.substr(0, 2) != "::") break;
    path += "::";
    text.remove_prefix(2);
  }
  return text.substr(0, 1) == ";" ? path : std::string();
}

const std::string* Sources::text_of(const fs::path& path, std::string& problem) {
  const fs::path key = key_of(path);
  if (const auto known = texts_.find(key); known != texts_.end()) return &known->second;
  ReadFile file = read_file(path, largest_source);
  if (!file.problem.empty()) {
    problem = std::move(file.problem);
    return nullptr;
  }
  files_.push_back(path);
  return &texts_.emplace(key, std::move(file.text)).first->second;
}

const syntax::File* Sources::parse(const fs::path& path) {
  const fs::path key = key_of(path);
  if (const auto known = parsed_.find(key); known != parsed_.end()) return known->second;
  const syntax::File*& tree = parsed_[key];
  const std::string name = shown(path);
  if (path.extension() != ".kh" && path.extension() != ".khi") {
    std::error_code error;
    const char* const what =
        fs::exists(path, error) ? "` is not a `.kh` file" : "` cannot be read: No such file or directory";
    diagnostics_.error("D902", {}, "`" + name + what);
    return nullptr;
  }
  std::string problem;
  const std::string* const text = text_of(path, problem);
  if (!text) {
    diagnostics_.error("D902", {}, "`" + name + "` cannot be read: " + problem);
    return nullptr;
  }
  if (const std::size_t bad = source::first_invalid_utf8(*text); bad != std::string::npos) {
    const auto line = 1 + std::count(text->begin(), text->begin() + static_cast<std::ptrdiff_t>(bad), '\n');
    diagnostics_
        .error("D902", {},
               "`" + name + "` is not UTF-8: the byte at offset " + std::to_string(bad) + ", on line " +
                   std::to_string(line) + ", is part of no character")
        .suggest("save the file with the encoding UTF-8");
    return nullptr;
  }
  const source::FileId id = set_.add(name, *text);
  trees_.push_back(syntax::parse(set_, id, diagnostics_));
  tree = trees_.back().get();
  paths_[tree] = path;
  return tree;
}

std::string Sources::module_of(const fs::path& path) {
  std::string problem;
  const std::string* const text = text_of(path, problem);
  return text ? module_line(*text) : std::string();
}

void Sources::looked_into(const fs::path& directory) {
  if (std::find(directories_.begin(), directories_.end(), directory) == directories_.end())
    directories_.push_back(directory);
}

}  // namespace khora2cpp::driver
