// Translated by khora2cpp: the entry point of main.kh.
#include "khora/program.hpp"
#include "rows_in_handlers.hpp"

int main(int argc, char** argv) {
  return khora::run_main(argc, argv, &rows_in_handlers::main, /*can_stop=*/true);
}
