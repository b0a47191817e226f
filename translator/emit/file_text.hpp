// Puts a C++ file together: chunks of text in their order, the namespaces around them, includes and using-declarations above.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "emit/type_text.hpp"

namespace khora2cpp::emit {

/// Where a chunk stands. All but `global` are inside the namespace of the module.
enum class Where { global, module, impl, detail, unnamed, tests };

struct Chunk {
  Where where = Where::module;
  std::string text;  ///< whole lines
  Uses uses;
  /// Follows its neighbour of the same kind without an empty line (declarations of a line).
  bool compact = false;
  const types::TypeDecl* defines = nullptr;
};

class FileText {
 public:
  FileText(const Names& names, const modules::Module* module) : names_(names), module_(module) {}

  void add(Chunk chunk) {
    if (!chunk.text.empty()) chunks_.push_back(std::move(chunk));
  }
  const std::vector<Chunk>& chunks() const { return chunks_; }
  std::vector<Chunk>& chunks() { return chunks_; }
  Uses all_uses() const;

  /// The chunks with their namespaces, `usings` at the top of the first one.
  std::string body(const std::set<std::string>& usings) const;

 private:
  std::vector<std::string> namespaces_around(Where where) const;

  const Names& names_;
  const modules::Module* module_;
  std::vector<Chunk> chunks_;
};

/// `#include` lines, the C++ library's first; without those in `known`.
std::string include_lines(const std::set<std::string>& headers, const std::set<std::string>& known);

}  // namespace khora2cpp::emit
