// Translated by khora2cpp: the entry point of main.kh.
#include "closure_keeps_a_capability.hpp"
#include "khora/program.hpp"

int main(int argc, char** argv) {
  return khora::run_main(argc, argv, &closure_keeps_a_capability::main, /*can_stop=*/true);
}
