// Translated by khora2cpp: the entry point of main.kh.
#include "interpolation.hpp"
#include "khora/program.hpp"

int main(int argc, char** argv) {
  return khora::run_main(argc, argv, &interpolation::main, /*can_stop=*/false);
}
