// The rules of the language as programs: what is accepted, and the exact words with which the rest is refused.
#include <catch2/catch.hpp>

#include "checker.hpp"

using khora2cpp::test::Case;
using khora2cpp::test::check_text;
using khora2cpp::test::read_cases;

namespace {

void run(const std::string& file) {
  for (const Case& one : read_cases(std::string(KHORA2CPP_SOURCE_DIR) + "/tests/translator/types/cases/" + file)) {
    INFO(file << ": " << one.name);
    CHECK(check_text(one.program) == one.expected);
  }
}

}  // namespace

TEST_CASE("lexing", "[types]") { run("lexing.cases"); }
TEST_CASE("grammar", "[types]") { run("grammar.cases"); }
TEST_CASE("modules", "[types]") { run("modules.cases"); }
TEST_CASE("names: N1-N21, T53-T55", "[types]") { run("names.cases"); }
TEST_CASE("types and inference: T1-T52, E6-E23, G31-G33", "[types]") { run("types.cases"); }
TEST_CASE("failures: F1-F20, T44", "[types]") { run("failures.cases"); }
TEST_CASE("capabilities: K1-K26", "[types]") { run("capabilities.cases"); }
TEST_CASE("traits: R1-R24", "[types]") { run("traits.cases"); }
TEST_CASE("patterns: P1-P11", "[types]") { run("patterns.cases"); }
TEST_CASE("programs: M8-M16, X1-X8", "[types]") { run("programs.cases"); }
TEST_CASE("sharing: concurrency 15", "[types]") { run("sharing.cases"); }
TEST_CASE("one mistake is one error: specification 12", "[types]") { run("one_mistake.cases"); }
TEST_CASE("what the checker knows of the library", "[types]") { run("library.cases"); }
