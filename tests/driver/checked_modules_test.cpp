#include "driver/checked_modules.hpp"

#include <catch2/catch.hpp>
#include <fstream>

#include "driver/files.hpp"
#include "driver/pipeline.hpp"

using namespace khora2cpp;
using namespace khora2cpp::driver;

namespace {

using Names = std::vector<std::string>;

/// A program of three modules, each importing the one before, and one that imports nothing.
class Checks {
 public:
  Checks() {
    write("a", "module a;\npub fn f() -> Int { helper() }\nfn helper() -> Int { 1 }\n");
    write("b", "module b;\nimport a::{f};\npub fn g() -> Int { let unused = 2; f() }\n");
    write("c", "module c;\nimport b::{g};\npub fn h() -> Int { g() }\n");
    write("d", "module d;\npub type Sack = { pub kilos: Int };\npub fn sack() -> Sack { { kilos: 3 } }\n");
  }
  ~Checks() { fs::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) { std::ofstream(folder_ / (name + ".kh")) << text; }

  /// The modules that were looked at, then what was reported as `CODE@MODULE`.
  Names check() {
    diagnostics::Diagnostics diagnostics;
    Sources sources(diagnostics);
    std::string problem;
    const std::optional<Installation> installation = read_installation(KHORA2CPP_PATHS_FILE, problem);
    REQUIRE(installation);
    Project project;
    project.roots = {folder_};
    PipelineRequest request;
    for (const char* name : {"a", "b", "c", "d"}) request.files.push_back(folder_ / (std::string(name) + ".kh"));
    request.benches = true;
    CheckedModules checked(folder_ / "checked", "test");
    request.checked = &checked;
    Pipeline(sources, diagnostics).check(request, project, &*installation);
    Names result = checked.looked_at();
    for (const diagnostics::Diagnostic& one : diagnostics.all()) {
      result.push_back(std::string(one.code) + "@" + fs::path(sources.set().file(one.span.file).path()).stem().string());
    }
    return result;
  }

 private:
  fs::path folder_ = make_private_directory(fs::temp_directory_path(), "khora2cpp-test-");
};

const std::string off = "undocumented-export";

Names without_lints_that_are_off(Names names) {
  std::erase_if(names, [](const std::string& name) { return name.starts_with(off); });
  return names;
}

}  // namespace

TEST_CASE("a check looks again at what changed and at what imports it") {
  Checks program;
  const auto check = [&] { return without_lints_that_are_off(program.check()); };
  CHECK(check() == Names{"a", "b", "c", "d", "unused-binding@b"});
  SECTION("nothing changed: warnings are remembered") { CHECK(check() == Names{"unused-binding@b"}); }
  SECTION("a body changed: nobody else sees it") {
    program.write("a", "module a;\npub fn f() -> Int { helper() + 1 }\nfn helper() -> Int { 1 }\n");
    CHECK(check() == Names{"a", "unused-binding@b"});
  }
  SECTION("a signature changed: all that import it, directly or not") {
    program.write("a", "module a;\npub fn f() -> Int { 1 }\npub fn other() {}\n");
    CHECK(check() == Names{"a", "b", "c", "unused-binding@b"});
    program.write("b", "module b;\nimport a::{f};\npub fn g() -> Int { f() }\n");
    CHECK(check() == Names{"b"});
  }
  SECTION("a mistake is found, and found again until it is mended") {
    program.write("b", "module b;\nimport a::{f};\npub fn g() -> Int { f(1) }\n");
    CHECK(check() == Names{"b", "D405@b"});
    CHECK(check() == Names{"b", "D405@b"});
    program.write("b", "module b;\nimport a::{f};\npub fn g() -> Int { f() }\n");
    CHECK(check() == Names{"b"});
    CHECK(check() == Names{});
  }
  SECTION("a signature that no longer fits its users is found in the users") {
    program.write("a", "module a;\npub fn f(n: Int) -> Int { n }\n");
    CHECK(check() == Names{"a", "b", "c", "D405@b"});
  }
  SECTION("an impl may be met anywhere") {
    program.write("d", "module d;\nimport std::core::{Show};\npub type Sack = { pub kilos: Int };\npub fn sack() -> Sack { { kilos: 3 } }\n"
                       "impl Show for Sack { fn show(self) -> String { \"sack\" } }\n");
    CHECK(check() == Names{"a", "b", "c", "d", "unused-binding@b"});
  }
}
