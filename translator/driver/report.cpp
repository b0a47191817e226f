#include "driver/report.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <vector>

#include "diagnostics/registry.hpp"
#include "diagnostics/render.hpp"

namespace khora2cpp::driver {
namespace {

/// The level of a code: for a lint what the manifest says, else its own default; anything else is left as it
/// is.
std::optional<LintLevel> level_of(std::string_view code, const std::map<std::string, LintLevel>& chosen) {
  if (const auto at = chosen.find(std::string(code)); at != chosen.end()) return at->second;
  for (const diagnostics::Lint& lint : diagnostics::lints()) {
    if (lint.name == code && lint.level == diagnostics::LintLevel::allow) return LintLevel::allow;
  }
  return std::nullopt;
}

bool use_colour() {
  const char* const no_colour = std::getenv("NO_COLOR");
  return ::isatty(2) == 1 && !(no_colour && *no_colour != '\0');
}

}  // namespace

bool apply_lints(diagnostics::Diagnostics& diagnostics, const std::map<std::string, LintLevel>& lints) {
  std::vector<diagnostics::Diagnostic>& all = diagnostics.all();
  std::erase_if(all,
                [&](const auto& diagnostic) { return level_of(diagnostic.code, lints) == LintLevel::allow; });
  for (diagnostics::Diagnostic& diagnostic : all) {
    if (level_of(diagnostic.code, lints) == LintLevel::deny)
      diagnostic.severity = diagnostics::Severity::error;
  }
  return std::any_of(all.begin(), all.end(), [](const auto& diagnostic) {
    return diagnostic.severity == diagnostics::Severity::error;
  });
}

void Reporter::report(const diagnostics::Diagnostics& diagnostics, const source::SourceSet& sources) {
  const bool colour = !json_ && use_colour();
  for (const diagnostics::Diagnostic& diagnostic : diagnostics.all()) {
    const std::string text = json_ ? diagnostics::render_json(diagnostic, sources)
                                   : diagnostics::render_text(diagnostic, sources, colour);
    if (seen_.insert(text).second) std::fputs(text.c_str(), json_ ? stdout : stderr);
  }
}

}  // namespace khora2cpp::driver
