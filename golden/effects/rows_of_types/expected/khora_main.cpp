// Translated by khora2cpp: the entry point of main.kh.
#include "khora/program.hpp"
#include "rows_of_types.hpp"

int main(int argc, char** argv) {
  return khora::run_main(argc, argv, &rows_of_types::main, /*can_stop=*/true);
}
