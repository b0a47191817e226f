// Translated by khora2cpp: the entry point of main.kh.
#include "khora/program.hpp"
#include "overflow.hpp"

int main(int argc, char** argv) {
  return khora::run_main(argc, argv, &overflow::main, /*can_stop=*/false);
}
