// Translated by khora2cpp: the entry point of main.kh.
#include "khora/program.hpp"
#include "recursive_variant.hpp"

int main(int argc, char** argv) {
  return khora::run_main(argc, argv, &recursive_variant::main, /*can_stop=*/true);
}
