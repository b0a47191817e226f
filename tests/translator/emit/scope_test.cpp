#include "emit/scope.hpp"

#include <catch2/catch.hpp>

#include "emit/reserved.hpp"

using namespace khora2cpp::emit;

TEST_CASE("names: what C++ captures is repaired") {
  CHECK(uncaptured("class") == "class_");
  CHECK(uncaptured("and") == "and_");
  CHECK(uncaptured("errno") == "errno_");
  CHECK(uncaptured("linux") == "linux_");
  CHECK(uncaptured("EOF") == "EOF_");
  CHECK(uncaptured("khora") == "khora_");
  CHECK(uncaptured("__x86_64__") == "__x86_64___");
  CHECK(uncaptured("__LINE_") == "__LINE___");  // and not `__LINE__`
  CHECK(uncaptured("_T_SIZE") == "_T_SIZE___");  // and not `_T_SIZE_`, which <stddef.h> defines
  CHECK(uncaptured("__LINE___") == "__LINE____");
  CHECK(uncaptured("SYS_read") == "SYS_read_");  // of <atomic>
  CHECK(uncaptured("spot") == "spot");
  CHECK(uncaptured("index") == "index");
}

TEST_CASE("names: functions of C headers only matter at global scope") {
  for (const char* name : {"time", "index", "log", "signal", "y0", "main", "read", "_setjmp"}) {
    CHECK(is_captured_globally(name));
    CHECK_FALSE(is_captured(name));
  }
}

TEST_CASE("names: two names never meet") {
  Scope scope;
  CHECK(scope.take("new") == "new_");
  CHECK(scope.take("new_") == "new__");
  CHECK(scope.take("spot") == "spot");
  CHECK(scope.take("spot") == "spot_");
}

TEST_CASE("names: the second local of a name gets a number") {
  Scope scope;
  scope.reserve("n_2");
  CHECK(scope.take_numbered("n") == "n");
  CHECK(scope.take_numbered("n") == "n_3");
  CHECK(scope.take_numbered("int") == "int_");
  CHECK(scope.take_numbered("int") == "int_2");
}

TEST_CASE("names: a free text becomes an identifier") {
  CHECK(as_identifier("adds up") == "adds_up");
  CHECK(as_identifier("2 + 2 = 4!") == "test_2_2_4");
  CHECK(as_identifier("\xC3\xA9") == "test_");
}
