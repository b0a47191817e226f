// Translated by khora2cpp: the entry point of main.kh.
#include "function_values.hpp"
#include "khora/program.hpp"

int main(int argc, char** argv) {
  return khora::run_main(argc, argv, &function_values::main, /*can_stop=*/true);
}
