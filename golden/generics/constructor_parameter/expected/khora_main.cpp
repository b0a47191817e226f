// Translated by khora2cpp: the entry point of main.kh.
#include "constructor_parameter.hpp"
#include "khora/program.hpp"

int main(int argc, char** argv) {
  return khora::run_main(argc, argv, &constructor_parameter::main, /*can_stop=*/true);
}
