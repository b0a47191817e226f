// Translated by khora2cpp: the entry point of main.kh.
#include "capability.hpp"
#include "khora/program.hpp"

int main(int argc, char** argv) {
  return khora::run_main(argc, argv, &capability::main, /*can_stop=*/true);
}
