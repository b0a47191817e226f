// Parses a text and keeps what came of it.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "diagnostics/diagnostic.hpp"
#include "source/source.hpp"
#include "syntax/ast.hpp"
#include "syntax/dump.hpp"
#include "syntax/parse.hpp"

namespace khora2cpp::syntax {

struct Parsed {
  source::SourceSet sources;
  diagnostics::Diagnostics diagnostics;
  ParseStatistics statistics;
  std::unique_ptr<File> file;

  /// `D230 2:7 message`, one a line.
  std::string errors() const {
    std::string result;
    for (const auto& one : diagnostics.all()) {
      const source::Position at = sources.position(one.span);
      result += std::string(one.code) + " " + std::to_string(at.line) + ":" + std::to_string(at.column) +
                " " + one.message + "\n";
    }
    return result;
  }
};

inline std::unique_ptr<Parsed> parse_text(std::string text) {
  auto result = std::make_unique<Parsed>();
  const source::FileId id = result->sources.add("test.kh", std::move(text));
  result->file = parse(result->sources, id, result->diagnostics, &result->statistics);
  return result;
}

/// The tree of an expression, as `dump` writes it.
inline std::string expression_tree(const std::string& text) {
  const auto parsed = parse_text("const X: Int = " + text + ";\n");
  if (parsed->diagnostics.has_errors()) return parsed->errors();
  return dump(*std::get<ConstDecl>(parsed->file->items.at(0).node).value);
}

/// The tree of the body of a function.
inline std::string body_tree(const std::string& text) {
  const auto parsed = parse_text("fn f() {\n" + text + "\n}\n");
  if (parsed->diagnostics.has_errors()) return parsed->errors();
  const std::string tree = dump(*parsed->file);
  return tree.substr(tree.find("block\n"));
}

/// The tree of a type.
inline std::string type_tree(const std::string& text) {
  const auto parsed = parse_text("const X: " + text + " = 1;\n");
  if (parsed->diagnostics.has_errors()) return parsed->errors();
  return dump(*std::get<ConstDecl>(parsed->file->items.at(0).node).type);
}

}  // namespace khora2cpp::syntax
