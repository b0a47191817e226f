// What the fuzzers found once: each file beside this one is read, checked and answered with messages, and nothing else happens.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "syntax/parse_text.hpp"
#include "types/checker.hpp"

namespace khora2cpp::test {
namespace {

TEST_CASE("texts that once broke the translator") {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(KHORA2CPP_SOURCE_DIR "/tests/translator/found_by_fuzzing")) {
    if (entry.path().extension() != ".kh") continue;
    std::ifstream file(entry.path(), std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    INFO(entry.path());
    syntax::dump(*syntax::parse_text(text.str())->file);
    check_text(text.str());
    ++count;
  }
  CHECK(count > 0);
}

}  // namespace
}  // namespace khora2cpp::test
