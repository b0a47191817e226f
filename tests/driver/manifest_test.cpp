#include "driver/manifest.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "driver/files.hpp"

using namespace khora2cpp;
using namespace khora2cpp::driver;

namespace {

class Read {
 public:
  explicit Read(const std::string& text) {
    const fs::path folder = make_private_directory(fs::temp_directory_path(), "khora2cpp-test-");
    REQUIRE_FALSE(write_files({{folder / "khora.toml", text}}));
    manifest = read_manifest(folder / "khora.toml", sources, diagnostics);
    fs::remove_all(folder);
  }
  /// `CODE@LINE` of everything reported.
  std::vector<std::string> reported() const {
    std::vector<std::string> lines;
    for (const auto& diagnostic : diagnostics.all()) {
      const auto line = diagnostic.span.known() ? sources.position(diagnostic.span).line : 0;
      lines.push_back(std::string(diagnostic.code) + "@" + std::to_string(line));
    }
    return lines;
  }

  source::SourceSet sources;
  diagnostics::Diagnostics diagnostics;
  std::optional<Manifest> manifest;
};

const std::string good =
    "[package]\nname = \"quay\"\nversion = \"1.2.3\"\n[toolchain]\nversion = \"latest\"\n";
using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("a manifest says what a package is called") {
  const Read read(good + "[lints]\nunused-import = \"deny\"\nunreachable-code = { level = \"allow\" }\n");
  CHECK(read.reported() == Lines{});
  REQUIRE(read.manifest);
  CHECK(read.manifest->name == "quay");
  CHECK(read.manifest->lints.at("unused-import") == LintLevel::deny);
  CHECK(read.manifest->lints.at("unreachable-code") == LintLevel::allow);
}

TEST_CASE("unknown keys are warnings") {
  const Read read("[package]\nname = \"quay\"\nversion = \"1.2.3\"\nedition = \"1\"\ncolour = 3\n" +
                  good.substr(good.find("[tool")) +
                  "[lints]\nno-such-lint = \"deny\"\n[build]\ntarget = \"x\"\n");
  CHECK(read.manifest);
  CHECK_FALSE(read.diagnostics.has_errors());
  Lines reported = read.reported();
  std::sort(reported.begin(), reported.end());
  CHECK(reported == Lines{"D705@11", "D705@4", "D705@5", "D705@9"});
}

TEST_CASE("required keys are required") {
  CHECK(Read("[package]\nversion = \"1.0.0\"\n[toolchain]\nversion = \"latest\"\n").reported() ==
        Lines{"D704@1"});
  CHECK(Read("[package]\nname = \"a b\"\nversion = \"1.0.0\"\n[toolchain]\nversion = \"latest\"\n")
            .reported() == Lines{"D704@2"});
  CHECK(Read("[package]\nname = \"a\"\nversion = \"1.0\"\n[toolchain]\nversion = \"latest\"\n").reported() ==
        Lines{"D704@3"});
  CHECK(Read("").reported() == Lines{"D704@1"});
  CHECK_FALSE(Read("").manifest);
}

TEST_CASE("what is not TOML is reported at its place") {
  CHECK(Read("[package]\nname == 3\n").reported() == Lines{"D704@2"});
}

TEST_CASE("a dependency has one place, which exists") {
  CHECK(Read(good + "[dependencies]\nsea = { path = \"../nowhere\" }\n").reported() == Lines{"D706@7"});
  CHECK(Read(good + "[dependencies]\nsea = { path = \"..\", version = \"1\" }\n").reported() ==
        Lines{"D706@7"});
  CHECK(
      Read(good + "[dependencies]\nsea = { git = \"https://example.org/sea\", rev = \"1\" }\n").reported() ==
      Lines{"D901@7"});
}
