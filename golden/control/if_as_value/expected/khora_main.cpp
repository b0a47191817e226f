// Translated by khora2cpp: the entry point of main.kh.
#include "if_as_value.hpp"
#include "khora/program.hpp"

int main(int argc, char** argv) {
  return khora::run_main(argc, argv, &if_as_value::main, /*can_stop=*/true);
}
