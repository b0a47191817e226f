#include "emit/literals.hpp"

#include <catch2/catch.hpp>

using namespace khora2cpp::emit;

TEST_CASE("literals: strings keep their bytes") {
  CHECK(string_literal("a\"b\\\n") == R"("a\"b\\\n")");
  CHECK(string_literal(std::string("\0001", 2)) == R"("\0001")");
  CHECK(string_literal("h\xC3\xA9") == "\"h\xC3\xA9\"");
  // g++ warns about marks that turn the direction of text round.
  CHECK(string_literal("\xE2\x80\xAE") == R"("\342\200\256")");
}

TEST_CASE("literals: characters") {
  CHECK(character_literal(U'a') == "U'a'");
  CHECK(character_literal(U'\'') == R"(U'\'')");
  CHECK(character_literal(0) == R"(U'\x00')");
  CHECK(character_literal(0x2693) == R"(U'\u2693')");
  CHECK(character_literal(0x1F600) == R"(U'\U0001f600')");
}

TEST_CASE("literals: integers") {
  CHECK(integer_literal("007") == "7");
  CHECK(integer_literal("-5") == "-5");
  CHECK(integer_literal("9223372036854775807") == "9223372036854775807");
  CHECK(integer_literal("18446744073709551615") == "18446744073709551615u");
  CHECK(integer_literal("-9223372036854775808") == "-9223372036854775807 - 1");
}
