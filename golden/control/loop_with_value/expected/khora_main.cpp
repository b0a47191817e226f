// Translated by khora2cpp: the entry point of main.kh.
#include "khora/program.hpp"
#include "loop_with_value.hpp"

int main(int argc, char** argv) {
  return khora::run_main(argc, argv, &loop_with_value::main, /*can_stop=*/true);
}
