// Translated by khora2cpp: the entry point of main.kh.
#include "escapes_and_lines.hpp"
#include "khora/program.hpp"

int main(int argc, char** argv) {
  return khora::run_main(argc, argv, &escapes_and_lines::main, /*can_stop=*/false);
}
