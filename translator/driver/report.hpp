// From diagnostics as data to what the user sees.
#pragma once

#include <map>
#include <set>
#include <string>

#include "diagnostics/diagnostic.hpp"
#include "driver/manifest.hpp"
#include "source/source.hpp"

namespace khora2cpp::driver {

/// Applies the levels of `[lints]`: drops what is allowed, makes errors of what is denied. Answers whether
/// there are errors now.
bool apply_lints(diagnostics::Diagnostics& diagnostics, const std::map<std::string, LintLevel>& lints);

/// Writes diagnostics, each only once, whatever many programs it turns up in.
class Reporter {
 public:
  explicit Reporter(bool json = false) : json_(json) {}

  /// As text to standard error, in colour on a terminal, or as JSON to standard output.
  void report(const diagnostics::Diagnostics& diagnostics, const source::SourceSet& sources);

 private:
  bool json_;
  std::set<std::string> seen_;
};

}  // namespace khora2cpp::driver
