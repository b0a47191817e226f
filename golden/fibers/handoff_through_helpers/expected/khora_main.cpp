// Translated by khora2cpp: the entry point of main.kh.
#include "khora/program.hpp"
#include "main.hpp"

int main(int argc, char** argv) {
  return khora::run_main(argc, argv, &main_::main, /*can_stop=*/true);
}
