// Translated by khora2cpp: the entry point of main.kh.
#include "bound.hpp"
#include "khora/program.hpp"

int main(int argc, char** argv) {
  return khora::run_main(argc, argv, &bound::main, /*can_stop=*/false);
}
