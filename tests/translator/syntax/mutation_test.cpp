#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <fstream>
#include <random>
#include <sstream>

#include "syntax/parse_text.hpp"

namespace khora2cpp::syntax {
namespace {

std::string seed_text() {
  std::ifstream file(KHORA2CPP_SOURCE_DIR "/tests/translator/syntax/samples/everything.kh", std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// A stretch of whole lines, so that a run is quick.
std::string stretch(const std::string& text, std::mt19937& random) {
  std::vector<std::size_t> starts{0};
  for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 1))
    starts.push_back(at + 1);
  const std::size_t first = random() % starts.size();
  const std::size_t last = std::min(starts.size() - 1, first + 1 + random() % 40);
  return text.substr(starts[first], starts[last] - starts[first]);
}

std::string mutated(std::string text, std::mt19937& random) {
  static const std::array<std::string, 48> pieces = {
      "{",     "}",      "(",      ")",      "[",    "]",        "<",     ">",      "\"",   "`",
      "'",     "${",     "\\",     "//",     "/*",   "*/",       "=>",    "->",     "|>",   "||>",
      "|",     "||",     "=",      "==",     "!",    ";",        ",",     ":",      "::",   ".",
      "..",    "if ",    "else ",  "match ", "for ", " in ",     "with ", "fn ",    "let ", "type ",
      "impl ", "catch ", "raise ", "pub ",   "\n",   "\xc3\xa9", "0x1",   "return "};
  const std::size_t changes = 1 + random() % 3;
  for (std::size_t change = 0; change < changes; ++change) {
    const std::size_t at = text.empty() ? 0 : random() % text.size();
    switch (random() % 4) {
      case 0: text.insert(at, pieces[random() % pieces.size()]); break;
      case 1: text.erase(at, 1 + random() % 6); break;
      case 2: text.insert(at, text.substr(random() % (text.size() + 1), random() % 30)); break;
      default: text.resize(at); break;
    }
  }
  // The parser is handed valid UTF-8 only.
  for (std::size_t bad = source::first_invalid_utf8(text); bad != std::string::npos;
       bad = source::first_invalid_utf8(text)) {
    text.erase(bad, 1);
  }
  return text;
}

TEST_CASE("no text makes the parser crash or hang, and every place it names exists") {
  const std::string seed = seed_text();
  REQUIRE(!seed.empty());
  std::mt19937 random(20240817);
  for (int round = 0; round < 1500; ++round) {
    const std::string text = mutated(stretch(seed, random), random);
    INFO(text);
    const auto parsed = parse_text(text);
    REQUIRE(parsed->file != nullptr);
    bool places_exist = true;
    for (const auto& one : parsed->diagnostics.all()) {
      places_exist = places_exist && one.span.begin <= one.span.end && one.span.end <= text.size() &&
                     !one.message.empty();
    }
    REQUIRE(places_exist);
    dump(*parsed->file);
  }
}

}  // namespace
}  // namespace khora2cpp::syntax
