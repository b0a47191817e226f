#include "modules/graph.hpp"

#include <catch2/catch.hpp>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "syntax/parse.hpp"

namespace {

using namespace khora2cpp;

/// A few files in memory: some are given, the others can be loaded by module path.
class Project {
 public:
  void give(const std::string& text) { given_.push_back(parse(text)); }
  void offer(const std::string& path, const std::string& text) { offered_[path].push_back(parse(text)); }

  void build() {
    const auto load = [this](const std::string& path, bool&) { return offered_[path]; };
    graph_ = modules::build(given_, load, diagnostics_, options);
  }
  std::vector<std::string> order() {
    std::vector<std::string> paths;
    for (const auto& module : graph_.modules) paths.push_back(module->path);
    return paths;
  }
  const modules::Scope& scope(const std::string& path) {
    const modules::Module* const module = graph_.find(path);
    REQUIRE(module);
    return module->scope(module->parts.front());
  }
  const modules::Graph& graph() const { return graph_; }
  /// `CODE message` of everything reported.
  std::vector<std::string> reported() const {
    std::vector<std::string> lines;
    for (const auto& diagnostic : diagnostics_.all()) {
      lines.push_back(std::string(diagnostic.code) + " " + diagnostic.message);
    }
    return lines;
  }
  const diagnostics::Diagnostic& only() const {
    REQUIRE(diagnostics_.all().size() == 1);
    return diagnostics_.all().front();
  }
  std::string text(source::Span span) const { return std::string(sources_.text(span)); }

  modules::Options options;

 private:
  const syntax::File* parse(const std::string& text) {
    const auto id = sources_.add("file" + std::to_string(sources_.size()) + ".kh", text);
    trees_.push_back(syntax::parse(sources_, id, diagnostics_));
    REQUIRE_FALSE(diagnostics_.has_errors());
    return trees_.back().get();
  }

  source::SourceSet sources_;
  std::vector<std::unique_ptr<syntax::File>> trees_;
  std::vector<const syntax::File*> given_;
  std::map<std::string, std::vector<const syntax::File*>> offered_;
  diagnostics::Diagnostics diagnostics_;
  modules::Graph graph_;
};

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("a module comes after the modules it imports, ready ones in the order of their paths") {
  Project project;
  project.give("module app; import app::zebra::{z}; import app::ant::{a}; fn main() { z(); a(); }");
  project.offer("app::zebra", "module app::zebra; pub fn z() { }");
  project.offer("app::ant", "module app::ant; pub fn a() { }");
  project.offer("std::core", "module std::core; pub fn print(text: String) { }");
  project.build();
  CHECK(project.reported() == Lines{});
  CHECK(project.order() == Lines{"std::core", "app::ant", "app::zebra", "app"});
}

TEST_CASE("std::core comes after what it imports itself and before everything else") {
  Project project;
  project.give("module app; fn main() { }");
  project.offer("std::core", "module std::core; import std::zeal::{z}; pub fn f() { z(); }");
  project.offer("std::zeal", "module std::zeal; pub fn z() { }");
  project.build();
  CHECK(project.order() == Lines{"std::zeal", "std::core", "app"});
}

TEST_CASE("an import brings the public declaration under the name it is given") {
  Project project;
  project.give("module app; import tides::{Tide, level as tide_level}; fn main() { }");
  project.offer("tides", "module tides; pub type Tide = { }; pub fn level() -> Int { 1 }");
  project.build();
  CHECK(project.reported() == Lines{});
  const auto& scope = project.scope("app");
  CHECK(scope.types.count("Tide") == 1);
  CHECK(scope.values.count("tide_level") == 1);
  CHECK(scope.values.count("level") == 0);
  CHECK(scope.values.at("tide_level").item.module->path == "tides");
  CHECK(scope.values.at("main").import == nullptr);
  CHECK_FALSE(project.graph().find("tides")->is_requested);
}

TEST_CASE("built-in types are declared by the library and imported like others") {
  Project project;
  project.give("module app; import std::core::{Int as Whole, String}; fn main() { }");
  project.offer("std::core", "module std::core; pub type Int; pub type String;");
  project.build();
  CHECK(project.reported() == Lines{});
  CHECK(project.scope("app").types.count("Whole") == 1);
  CHECK(project.scope("app").types.count("String") == 1);
}

TEST_CASE("a private declaration cannot be imported") {
  Project project;
  project.give("module app; import vault::{secret}; fn main() { secret(); }");
  project.offer("vault", "module vault; fn secret() { }");
  project.build();
  CHECK(project.reported() == Lines{"D305 `secret` is private to module `vault`"});
  CHECK(project.text(project.only().span) == "secret");
  CHECK(project.only().labels.size() == 1);
  // The name is known to be wrong, so that its uses are not reported again.
  CHECK_FALSE(project.scope("app").values.at("secret").item);
}

TEST_CASE("a name that a module lacks is refused, with the one that was probably meant") {
  Project project;
  project.give("module app; import tides::{lebel}; fn main() { }");
  project.offer("tides", "module tides; pub fn level() -> Int { 1 } fn label() { }");
  project.build();
  CHECK(project.reported() == Lines{"D305 module `tides` has no `lebel`"});
  CHECK(project.only().hint == "did you mean `level`?");
}

TEST_CASE("a context stays in its file") {
  Project project;
  project.give("module app; import tides::{Night}; fn main() { }");
  project.offer("tides", "module tides; pub context Night { }");
  project.build();
  CHECK(project.only().code == std::string("D305"));
}

TEST_CASE("a module that does not exist is refused") {
  SECTION("with a near miss") {
    Project project;
    project.give("module app; import tide::{level}; import tides::{x}; fn main() { }");
    project.offer("tides", "module tides; pub fn x() { }");
    project.build();
    CHECK(project.reported() == Lines{"D304 cannot find module `tide`"});
    CHECK(project.only().hint == "did you mean `tides`?");
  }
  SECTION("with the right form when the path ends with an item") {
    Project project;
    project.give("module app; import tides::Tide::{High}; fn main() { }");
    project.offer("tides", "module tides; pub type Tide = | High | Low;");
    project.build();
    CHECK(project.only().hint == "`Tide` is declared in module `tides`: write `import tides::{Tide};`");
  }
  SECTION("with the remark of the caller") {
    Project project;
    project.options.missing_module_hint = [](const std::string& path) { return path + " is an entry file"; };
    project.give("module app; import app::main::{x}; fn main() { }");
    project.build();
    CHECK(project.only().hint == "app::main is an entry file");
  }
}

TEST_CASE("one name imported from two modules names both") {
  Project project;
  project.give("module app; import a::{x}; import b::{x}; import a::{x}; fn main() { }");
  project.offer("a", "module a; pub fn x() { }");
  project.offer("b", "module b; pub fn x() { }");
  project.build();
  CHECK(project.reported() == Lines{"D306 `x` is imported from `b` and from `a`"});
}

TEST_CASE("a name is declared once in a module") {
  SECTION("two functions") {
    Project project;
    project.give("module app; fn scale(n: Int) -> Int { n } fn scale(n: Float) -> Float { n } fn main() { }");
    project.build();
    CHECK(project.reported() == Lines{"D307 `scale` is declared twice in this module"});
  }
  SECTION("a declaration and an import") {
    Project project;
    project.give("module app; import a::{x}; fn x() { } fn main() { }");
    project.offer("a", "module a; pub fn x() { }");
    project.build();
    CHECK(project.reported() == Lines{"D307 `x` is imported here and declared in this module as well"});
  }
  SECTION("types and functions are apart") {
    Project project;
    project.give("module app; type x = { }; fn x() { } fn main() { }");
    project.build();
    CHECK(project.reported() == Lines{});
  }
}

TEST_CASE("modules that import each other are named in order, once") {
  Project project;
  project.give("module a; import b::{y}; pub fn x() { y(); }");
  project.give("module b; import c::{z}; pub fn y() { z(); }");
  project.give("module c; import a::{x}; pub fn z() { x(); }");
  project.build();
  CHECK(project.reported() ==
        Lines{"D325 modules import each other: `a` imports `b` imports `c` imports `a`"});
  CHECK(project.order().size() == 3);
}

TEST_CASE("a module does not import itself") {
  Project project;
  project.give("module a; import a::{x}; pub fn x() { }");
  project.build();
  CHECK(project.reported() == Lines{"D325 module `a` imports itself"});
}

TEST_CASE("one file is one module, except in the library") {
  SECTION("two files of one name") {
    Project project;
    project.give("module a; fn x() { }");
    project.give("module a; fn y() { }");
    project.build();
    CHECK(project.reported() == Lines{"D906 two files say `module a;`"});
  }
  SECTION("a user's module under std") {
    Project project;
    project.give("module std::mine; fn x() { }");
    project.build();
    CHECK(project.only().code == std::string("D906"));
  }
  SECTION("parts of a library module see each other") {
    Project project;
    project.options.library = true;
    project.give("module std::core; pub fn x() { }");
    project.give("module std::core; pub fn y() { x(); }");
    project.build();
    CHECK(project.reported() == Lines{});
    CHECK(project.order() == Lines{"std::core"});
    CHECK(project.graph().modules.front()->parts.size() == 2);
    CHECK(project.scope("std::core").values.count("y") == 1);
  }
}
