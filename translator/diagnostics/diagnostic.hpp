// A diagnostic as data. Stages append to a `Diagnostics`; drawing is in render.hpp.
#pragma once

#include <string>
#include <vector>

#include "source/source.hpp"

namespace khora2cpp::diagnostics {

enum class Severity { error, warning };

/// Every kind of diagnostic has a stable code of the tables in syntax-and-types.md section 12, such as `D301`, or for a lint its
/// name, such as `unused-import`. `registry.hpp` lists them all.
using Code = const char*;

/// A further place that helps to understand the primary one.
struct Label {
  source::Span span;
  std::string text;
};

/// Where in the translator something is reported. As a default argument, `Site::here()` is the place of the call.
struct Site {
  const char* file = "";
  unsigned line = 0;

  static constexpr Site here(const char* path = __builtin_FILE(), unsigned number = __builtin_LINE()) {
    return {path, number};
  }
};

/// Sees every report before it is made, and may hold it back. For tests: what would be missed if a check were not there?
class ReportWatch {
 public:
  virtual ~ReportWatch() = default;
  /// Whether the report is made.
  virtual bool allows(Code code, const Site& site) = 0;
};

/// At most one at a time, and none outside tests. Null removes it; it is not owned.
void set_report_watch(ReportWatch* watch);

struct Diagnostic {
  Code code = "";
  Severity severity = Severity::error;
  source::Span span;           ///< the narrowest place at fault; unknown for faults outside any file
  std::string message;         ///< one sentence in the words the user wrote, without a final full stop
  std::vector<Label> labels;   ///< further places
  std::string hint;            ///< what to write instead; empty when there is nothing to say
  /// The name that is unknown in the whole file, if that is what it is about: all that a file says of one name is one mistake.
  std::string subject = {};

  Diagnostic& label(source::Span at, std::string text) {
    labels.push_back({at, std::move(text)});
    return *this;
  }
  Diagnostic& suggest(std::string text) {
    hint = std::move(text);
    return *this;
  }
};

class Diagnostics {
 public:
  Diagnostic& error(Code code, source::Span span, std::string message, Site site = Site::here()) {
    return add({code, Severity::error, span, std::move(message), {}, {}}, site);
  }
  Diagnostic& warning(Code code, source::Span span, std::string message, Site site = Site::here()) {
    return add({code, Severity::warning, span, std::move(message), {}, {}}, site);
  }
  /// Takes over what was reported elsewhere.
  void append(Diagnostic&& reported);

  bool has_errors() const { return errors_ != 0; }
  std::size_t error_count() const { return errors_; }
  /// How often a mistake was met, counting those that had been reported before and are not said once more. Whoever asks twice learns whether
  /// something in between is mistaken.
  std::size_t mistakes() const { return errors_ + met_again_; }
  void meet_again() { ++met_again_; }
  const std::vector<Diagnostic>& all() const { return all_; }
  std::vector<Diagnostic>& all() { return all_; }

 private:
  Diagnostic& add(Diagnostic&& made, const Site& site);

  std::vector<Diagnostic> all_;
  std::size_t errors_ = 0;
  std::size_t met_again_ = 0;
  Diagnostic held_back_;  ///< stands for a report that a watch did not allow
};

}  // namespace khora2cpp::diagnostics
