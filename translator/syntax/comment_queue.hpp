// Hands the comments of a file to the nodes they belong to, in the order in which they stand. Internal to
// syntax/.
#pragma once

#include <string_view>
#include <vector>

#include "syntax/ast.hpp"
#include "syntax/token.hpp"

namespace khora2cpp::syntax {

class CommentQueue {
 public:
  CommentQueue(const std::vector<RawComment>& comments, std::string_view text, source::FileId file)
      : comments_(comments), text_(text), file_(file) {}

  /// Moves the comments that begin before `end` to `sink`; `//!` comments go to the module.
  void take_until(std::uint32_t end, Comments& sink);
  /// Moves the comment that stands behind `end` on the same line, with nothing else behind it, to `sink`.
  void take_trailing(std::uint32_t end, Comments& sink);
  /// Forgets the comments before `begin`: they stand in something that could not be read.
  void skip_until(std::uint32_t begin);

  Comments take_module_docs() { return std::move(module_docs_); }

 private:
  Comment read(const RawComment& raw) const;

  const std::vector<RawComment>& comments_;
  std::string_view text_;
  source::FileId file_;
  std::size_t next_ = 0;
  Comments module_docs_;
};

}  // namespace khora2cpp::syntax
