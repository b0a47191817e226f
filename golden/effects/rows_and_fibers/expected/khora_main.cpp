// Translated by khora2cpp: the entry point of main.kh.
#include "khora/program.hpp"
#include "rows_and_fibers.hpp"

int main(int argc, char** argv) {
  return khora::run_main(argc, argv, &rows_and_fibers::main, /*can_stop=*/true);
}
