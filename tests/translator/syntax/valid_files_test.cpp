#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "syntax/parse_text.hpp"

namespace khora2cpp::syntax {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> khora_files() {
  std::vector<fs::path> result;
  const fs::path root = KHORA2CPP_SOURCE_DIR;
  for (const char* folder : {"tests/translator/syntax/samples", "runtime/std", "examples"}) {
    if (!fs::exists(root / folder)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      if (entry.path().extension() == ".kh") result.push_back(entry.path());
    }
  }
  std::sort(result.begin(), result.end());
  return result;
}

std::string read(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST_CASE("valid files parse, and never need the full-context fall-back") {
  const auto files = khora_files();
  REQUIRE(!files.empty());
  for (const fs::path& path : files) {
    INFO(path);
    const auto parsed = parse_text(read(path));
    CHECK(parsed->errors() == "");
    CHECK_FALSE(parsed->statistics.fell_back_to_ll);
  }
}

TEST_CASE("the same text gives the same tree") {
  for (const fs::path& path : khora_files()) {
    const std::string text = read(path);
    CHECK(dump(*parse_text(text)->file) == dump(*parse_text(text)->file));
  }
}

}  // namespace
}  // namespace khora2cpp::syntax
