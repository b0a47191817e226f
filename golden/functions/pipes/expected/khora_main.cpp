// Translated by khora2cpp: the entry point of main.kh.
#include "khora/program.hpp"
#include "pipes.hpp"

int main(int argc, char** argv) {
  return khora::run_main(argc, argv, &pipes::main, /*can_stop=*/true);
}
