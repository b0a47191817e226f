// The small texts the driver reads and writes: module lines, commands, depfiles, includes, compiler messages.
#include <catch2/catch.hpp>

#include "driver/compile.hpp"
#include "driver/depfile.hpp"
#include "driver/hash.hpp"
#include "driver/link.hpp"
#include "driver/process.hpp"
#include "driver/sources.hpp"

using namespace khora2cpp::driver;
using Words = std::vector<std::string>;

TEST_CASE("a module line is found behind comments and blanks") {
  CHECK(module_line("module app;") == "app");
  CHECK(module_line("// module no;\n/* module no; /* nested */ */\n\n module app :: shapes ; fn") ==
        "app::shapes");
  CHECK(module_line("\xEF\xBB\xBFmodule app;") == "app");
  CHECK(module_line("//! docs\nmodule app::a_1;") == "app::a_1");
  CHECK(module_line("fn f() { } module app;").empty());
  CHECK(module_line("module app").empty());
  CHECK(module_line("module ;").empty());
  CHECK(module_line("modules app;").empty());
  CHECK(module_line("/* never closed module app;").empty());
  CHECK(module_line("").empty());
}

TEST_CASE("a command is split as a shell would, and written so that a shell reads it back") {
  CHECK(split_command("ccache  g++") == Words{"ccache", "g++"});
  CHECK(split_command("'my compiler' -D\"A B\" ''") == Words{"my compiler", "-DA B", ""});
  CHECK(split_command("  ").empty());
  CHECK(shell_text({"g++", "-I", "a b", "it's", ""}) == "g++ -I 'a b' 'it'\\''s' ''");
  CHECK(split_command("'a b' c") == Words{"a b", "c"});
}

TEST_CASE("a depfile escapes what Make would take for its own") {
  CHECK(depfile_text("out dir/a.stamp", {"src/a.kh", "b c$d#e.kh"}) ==
        "out\\ dir/a.stamp: \\\n  src/a.kh \\\n  b\\ c$$d\\#e.kh\n");
}

TEST_CASE("includes are read off in order") {
  CHECK(
      includes_of(
          "// x\n#include \"a/b.hpp\"\n#include <map>\n  #include \"no.hpp\"\nint a;\n#include \"c.hpp\"") ==
      Words{"a/b.hpp", "map", "c.hpp"});
  CHECK(includes_of("#include \"open\n").empty());
}

TEST_CASE("the Khora place of an error is found in a compiler's output") {
  CHECK(first_khora_place(
            "In file included from a.cpp:1:\nsrc/main.kh:12:3: warning: x\nsrc/main.kh:14:9: error: no\n") ==
        "src/main.kh:14");
  CHECK(first_khora_place("a.cpp:3:1: error: no\n").empty());
  CHECK(first_khora_place("").empty());
}

TEST_CASE("hashes tell texts and their borders apart") {
  CHECK(hash_of("a") == hash_of("a"));
  CHECK(hash_of("a") != hash_of("b"));
  CHECK(Hasher().add("ab").add("c").hex() != Hasher().add("a").add("bc").hex());
  CHECK(hash_of("a").size() == 32);
}

TEST_CASE("a process answers its status and everything it wrote") {
  const ProcessResult result = run_process({"sh", "-c", "echo out; echo err >&2; exit 3"});
  CHECK(result.started);
  CHECK(result.status == 3);
  CHECK(result.output.find("out\n") != std::string::npos);
  CHECK(result.output.find("err\n") != std::string::npos);
  CHECK(run_process({"sh", "-c", "kill -9 $$"}).status == 128 + 9);
  CHECK_FALSE(run_process({"no-such-program-anywhere"}).started);
  // Nothing waits for input.
  CHECK(run_process({"cat"}).status == 0);
}

TEST_CASE("after a failure no further process is started") {
  const auto results = run_processes({{"false"}, {"true"}, {"true"}}, 1);
  CHECK(results[0].status == 1);
  CHECK_FALSE(results[1].started);
  CHECK_FALSE(results[2].started);
}

TEST_CASE("what a linker complains about first is told without its own name and the place") {
  CHECK(link_complaint("/usr/bin/ld: cannot find -lhull: No such file or directory\ncollect2: error: ld returned 1 exit status\n") ==
        "cannot find -lhull");
  CHECK(link_complaint("/usr/bin/ld: main.o: in function `main':\nmain.cpp:3: undefined reference to `depth()'\n") ==
        "undefined reference to `depth()'");
  CHECK(link_complaint("ld.lld: error: unable to find library -lhull\n") == "unable to find library -lhull");
  CHECK(link_complaint("ld.lld: error: undefined symbol: depth()\n>>> referenced by main.cpp\n") == "undefined symbol: depth()");
  CHECK(link_complaint("mold: fatal: library not found: hull\n") == "library not found: hull");
  CHECK(link_complaint("warning: no\nld: error: no space left\n") == "no space left");
  CHECK(link_complaint("collect2: error: ld returned 1 exit status\n").empty());
  CHECK(link_complaint("").empty());
}
