// Text to syntax tree. Input: one file of a source set. Output: its tree, and diagnostics D101..D234 for what could not be read.
//
// The only stage that includes ANTLR headers (in its .cpp files).
#pragma once

#include <memory>

#include "diagnostics/diagnostic.hpp"
#include "source/source.hpp"
#include "syntax/ast.hpp"

namespace khora2cpp::syntax {

/// How a file was parsed; tests require that a valid file never needs the full-context fall-back.
struct ParseStatistics {
  bool fell_back_to_ll = false;
  std::size_t tokens = 0;
};

/// Parses a file. Always answers a tree; when errors were reported it holds what could be understood (`BadExpr` etc. elsewhere).
std::unique_ptr<File> parse(const source::SourceSet& sources, source::FileId id, diagnostics::Diagnostics& diagnostics,
                            ParseStatistics* statistics = nullptr);

}  // namespace khora2cpp::syntax
