// Translated by khora2cpp: the entry point of main.kh.
#include "khora/program.hpp"
#include "quay/main.hpp"

int main(int argc, char** argv) {
  return khora::run_main(argc, argv, &quay::main::main, /*can_stop=*/false);
}
