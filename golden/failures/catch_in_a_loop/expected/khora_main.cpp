// Translated by khora2cpp: the entry point of main.kh.
#include "catch_in_a_loop.hpp"
#include "khora/program.hpp"

int main(int argc, char** argv) {
  return khora::run_main(argc, argv, &catch_in_a_loop::main, /*can_stop=*/true);
}
