// Translated by khora2cpp: the entry point of main.kh.
#include "associated_type.hpp"
#include "khora/program.hpp"

int main(int argc, char** argv) {
  return khora::run_main(argc, argv, &associated_type::main, /*can_stop=*/false);
}
