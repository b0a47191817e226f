// Translated by khora2cpp: the entry point of main.kh.
#include "captured.hpp"
#include "khora/program.hpp"

int main(int argc, char** argv) {
  return khora::run_main(argc, argv, &captured::main, /*can_stop=*/false);
}
