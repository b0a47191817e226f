#include "diagnostics/registry.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cctype>
#include <set>

namespace khora2cpp::diagnostics {
namespace {

bool is_code(std::string_view text) {
  return text.size() == 4 && text[0] == 'D' &&
         std::all_of(text.begin() + 1, text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

TEST_CASE("every code of the specification is explained once") {
  struct Range {
    int first;
    int last;
  };
  std::set<std::string> expected;
  for (const Range range : {Range{101, 108},
                            {201, 234},
                            {301, 325},
                            {401, 427},
                            {501, 516},
                            {601, 616},
                            {701, 709},
                            {801, 808},
                            {901, 908}}) {
    for (int code = range.first; code <= range.last; ++code) expected.insert("D" + std::to_string(code));
  }
  std::set<std::string> found;
  for (const Explanation& one : registry()) {
    INFO(one.code);
    CHECK(found.insert(std::string(one.code)).second);
    CHECK(!one.title.empty());
    CHECK(one.text.size() > 20);
    if (!is_code(one.code)) expected.insert(std::string(one.code));
  }
  CHECK(found == expected);
  CHECK(lints().size() == 12);
}

TEST_CASE("an explanation is found by its code") {
  REQUIRE(find_explanation("D301") != nullptr);
  CHECK(find_explanation("d301") == find_explanation("D301"));
  CHECK(find_explanation("unused-import") != nullptr);
  CHECK(find_explanation("D999") == nullptr);
  CHECK(find_explanation("") == nullptr);
}

TEST_CASE("an explanation is laid out for a terminal") {
  const std::string text = explanation_text(*find_explanation("D208"));
  CHECK(text.starts_with("D208: a glob import\n\n"));
  CHECK(text.find("This is refused:\n\n    // tides.kh\n    module harbor::tides;\n") != std::string::npos);
  CHECK(text.find("This is accepted:\n\n    // tides.kh\n") != std::string::npos);
  CHECK(text.ends_with("\n"));
}

}  // namespace
}  // namespace khora2cpp::diagnostics
