// A line of source with a part of it underlined. Internal to diagnostics/.
#pragma once

#include <string>

#include "source/source.hpp"

namespace khora2cpp::diagnostics {

struct Excerpt {
  std::string line;       ///< tabs as spaces, and only a window of a very long line
  std::string underline;  ///< spaces and marks, to be put below
};

/// The line on which `span` begins. A span of several lines is marked up to the end of its first, an empty
/// one as one column.
Excerpt excerpt(const source::SourceFile& file, source::Span span, char mark);

}  // namespace khora2cpp::diagnostics
