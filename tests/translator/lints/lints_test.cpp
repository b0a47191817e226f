// Small programs with what is reported about them, `LINE:COLUMN code: message`: those about lints in `lints.cases`, those about the rarer
// reports of all stages in `diagnostics/reports.cases`.
#include "lints/lints.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string_view>

#include "diagnostics/examples.hpp"

namespace khora2cpp::test {
namespace {

std::string found_in(const std::string& program, bool with_undocumented) {
  std::vector<Source> files = program_of(program);
  const bool added = program.find("module ") == std::string::npos;
  const diagnostics::Diagnostics reported = report_on(files);
  std::string text;
  for (const diagnostics::Diagnostic& one : reported.all()) {
    if (!with_undocumented && one.code == std::string_view("undocumented-export")) continue;  // of nearly every program
    const source::Position at = sources().position(one.span);
    if (files.size() > 1) text += sources().file(one.span.file).path() + ":";
    text += std::to_string(at.line - (added ? 1 : 0)) + ":" + std::to_string(at.column) + " " + one.code + ": " + one.message + "\n";
  }
  return text;
}

void check_cases(const std::string& file, std::size_t least) {
  const std::vector<Case> cases = read_cases(KHORA2CPP_SOURCE_DIR "/tests/translator/" + file);
  REQUIRE(cases.size() >= least);
  for (const Case& one : cases) {
    INFO(one.name);
    CHECK(found_in(one.program, one.name.starts_with("undocumented-export")) == one.expected);
  }
}

TEST_CASE("lints find what they are for, and nothing else") { check_cases("lints/lints.cases", 20); }

TEST_CASE("an unused binding that a text names in braces was meant for a hole") {
  const diagnostics::Diagnostics reported = report_on(program_of("fn f() -> String { let minutes = 3; \"in {minutes}\" }\nfn g() -> String { f() }\n"));
  const auto unused = std::find_if(reported.all().begin(), reported.all().end(), [](const diagnostics::Diagnostic& one) {
    return one.code == std::string_view("unused-binding");
  });
  REQUIRE(unused != reported.all().end());
  CHECK(unused->hint == "a hole in a text is written `${minutes}`");
}

TEST_CASE("rarer reports of all stages") { check_cases("diagnostics/reports.cases", 15); }

}  // namespace
}  // namespace khora2cpp::test
