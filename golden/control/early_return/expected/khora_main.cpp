// Translated by khora2cpp: the entry point of main.kh.
#include "early_return.hpp"
#include "khora/program.hpp"

int main(int argc, char** argv) {
  return khora::run_main(argc, argv, &early_return::main, /*can_stop=*/true);
}
