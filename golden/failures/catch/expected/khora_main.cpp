// Translated by khora2cpp: the entry point of main.kh.
#include "catching.hpp"
#include "khora/program.hpp"

int main(int argc, char** argv) {
  return khora::run_main(argc, argv, &catching::main, /*can_stop=*/true);
}
