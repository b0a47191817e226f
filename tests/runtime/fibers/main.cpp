#define CATCH_CONFIG_RUNNER
#include <catch2/catch.hpp>

#include "process_runner.hpp"

int main(int argc, char** argv) {
  // The tests of whole processes run this program again, as one of the programs they are about.
  if (argc > 2 && std::string(argv[1]) == "--program") return khora_test::run_program(argv[2], argc, argv);
  return Catch::Session().run(argc, argv);
}
