// Translated by khora2cpp: the entry point of main.kh.
#include "khora/program.hpp"
#include "line_map.hpp"

int main(int argc, char** argv) {
  return khora::run_main(argc, argv, &line_map::main, /*can_stop=*/false);
}
