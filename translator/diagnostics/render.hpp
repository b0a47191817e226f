// A diagnostic for people, and for tools.
#pragma once

#include <string>

#include "diagnostics/diagnostic.hpp"
#include "source/source.hpp"

namespace khora2cpp::diagnostics {

/// Several lines, each ended by a line break:
///
///     quay.kh:12:7: error: cannot find `tide` in this scope [D301]
///       12 |   print(tide);
///          |         ^^^^
///       quay.kh:3:4: note: …
///       hint: …
///
/// `colour` adds terminal colours and changes nothing else.
std::string render_text(const Diagnostic& diagnostic, const source::SourceSet& sources, bool colour = false);

/// One JSON object on one line, ended by a line break:
///
///     {"code": string, "severity": "error" | "warning", "message": string, "hint": string or null,
///      "place": place or null, "labels": [{"place": place, "text": string}]}
///
/// where a place is {"file", "line", "column", "end_line", "end_column", "begin", "end"}: lines and columns
/// from 1, columns in Unicode scalars, `end_column` behind the last one, `begin` and `end` in bytes. Fields
/// may be added, never renamed.
std::string render_json(const Diagnostic& diagnostic, const source::SourceSet& sources);

}  // namespace khora2cpp::diagnostics
