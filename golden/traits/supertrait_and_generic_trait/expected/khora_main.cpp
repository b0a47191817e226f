// Translated by khora2cpp: the entry point of main.kh.
#include "khora/program.hpp"
#include "supertrait_and_generic_trait.hpp"

int main(int argc, char** argv) {
  return khora::run_main(argc, argv, &supertrait_and_generic_trait::main, /*can_stop=*/false);
}
