#include "diagnostics/diagnostic.hpp"

#include <utility>

namespace khora2cpp::diagnostics {
namespace {

ReportWatch* report_watch = nullptr;

}  // namespace

void set_report_watch(ReportWatch* watch) {
  report_watch = watch;
}

void Diagnostics::append(Diagnostic&& reported) {
  if (reported.severity == Severity::error) ++errors_;
  all_.push_back(std::move(reported));
}

Diagnostic& Diagnostics::add(Diagnostic&& made, const Site& site) {
  if (report_watch != nullptr && !report_watch->allows(made.code, site)) {
    held_back_ = std::move(made);
    return held_back_;
  }
  append(std::move(made));
  return all_.back();
}

}  // namespace khora2cpp::diagnostics
