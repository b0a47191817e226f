// Translated by khora2cpp: the entry point of main.kh.
#include "const_parameters.hpp"
#include "khora/program.hpp"

int main(int argc, char** argv) {
  return khora::run_main(argc, argv, &const_parameters::main, /*can_stop=*/false);
}
