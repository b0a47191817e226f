// Translated by khora2cpp: the entry point of main.kh.
#include "khora/program.hpp"
#include "nested_with_guard.hpp"

int main(int argc, char** argv) {
  return khora::run_main(argc, argv, &nested_with_guard::main, /*can_stop=*/false);
}
