// Translated by khora2cpp: the entry point of main.kh.
#include "iterator_with_a_row.hpp"
#include "khora/program.hpp"

int main(int argc, char** argv) {
  return khora::run_main(argc, argv, &iterator_with_a_row::main, /*can_stop=*/true);
}
