// Translated by khora2cpp: the entry point of main.kh.
#include "khora/program.hpp"
#include "recursion.hpp"

int main(int argc, char** argv) {
  return khora::run_main(argc, argv, &recursion::main, /*can_stop=*/true);
}
