// Every kind of diagnostic is what its explanation says, in the exact words that `rendered/` holds. After a change of wording:
// KHORA2CPP_UPDATE_RENDERED=1 build/default/tests/translator/translator_tests "[rendered]"
#include "examples.hpp"

#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <map>

#include "diagnostics/explanations.hpp"

namespace khora2cpp::test {
namespace {

using diagnostics::Explanation;

const std::string tests = KHORA2CPP_SOURCE_DIR "/tests/";
const std::string rendered_of_translator = tests + "translator/diagnostics/rendered/";
const std::string rendered_of_command_line = tests + "driver/rendered.txt";

/// The parts of the registry by the name of the file that holds their texts.
const std::map<std::string, std::span<const Explanation>>& tables() {
  static const std::map<std::string, std::span<const Explanation>> all = {
      {"lexing", diagnostics::lexing_explanations()},     {"parsing", diagnostics::parsing_explanations()},
      {"names", diagnostics::name_explanations()},        {"types", diagnostics::type_explanations()},
      {"failures", diagnostics::failure_explanations()},  {"traits", diagnostics::trait_explanations()},
      {"package", diagnostics::package_explanations()},   {"concurrency", diagnostics::concurrency_explanations()},
      {"driver", diagnostics::driver_explanations()},     {"lints", diagnostics::lint_explanations()}};
  return all;
}

TEST_CASE("every diagnostic is rendered in the words agreed upon", "[rendered]") {
  const bool update = std::getenv("KHORA2CPP_UPDATE_RENDERED") != nullptr;
  for (const auto& [table, explanations] : tables()) {
    const std::string path = rendered_of_translator + table + ".txt";
    std::map<std::string, std::string> expected;
    for (const Rendered& one : read_rendered(path)) CHECK(expected.emplace(one.code, one.text).second);
    std::string found;
    for (const Explanation& one : explanations) {
      const std::string code(one.code);
      if (needs_command_line(one.invalid)) continue;
      const std::string text = rendered(reported_about(code, one.invalid));
      found += "=== " + code + "\n" + text;
      INFO(code);
      if (!update) CHECK(text == expected[code]);
      expected.erase(code);
    }
    if (update && !found.empty()) std::ofstream(path) << found;
    INFO(path);
    if (!update) CHECK(expected.empty());
  }
}

TEST_CASE("every diagnostic has a test of its rendered text") {
  std::map<std::string, std::string> texts;
  for (const auto& [table, explanations] : tables()) {
    for (const Rendered& one : read_rendered(rendered_of_translator + table + ".txt")) texts[one.code] += one.text;
  }
  for (const Rendered& one : read_rendered(rendered_of_command_line)) texts[one.code] += one.text;
  std::string missing;
  for (const Explanation& one : diagnostics::registry()) {
    const std::string code(one.code);
    if (texts[code].find("[" + code + "]\n") == std::string::npos) missing += code + " ";
  }
  CHECK(missing == "");
}

TEST_CASE("an invalid example gives its own diagnostic and no other, a valid one none") {
  for (const Explanation& one : diagnostics::registry()) {
    INFO(one.code);
    CHECK(!one.invalid.empty());
    CHECK(!one.valid.empty());
    if (one.invalid.empty() || one.valid.empty() || needs_command_line(one.invalid)) continue;
    const diagnostics::Diagnostics invalid = reported_about(one.code, one.invalid);
    INFO(rendered(invalid));
    REQUIRE(invalid.all().size() == 1);
    CHECK(invalid.all().front().code == one.code);
    CHECK(rendered(reported_about(one.code, one.valid)) == "");
  }
}

}  // namespace
}  // namespace khora2cpp::test
