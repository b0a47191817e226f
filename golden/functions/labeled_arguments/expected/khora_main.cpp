// Translated by khora2cpp: the entry point of main.kh.
#include "khora/program.hpp"
#include "labeled_arguments.hpp"

int main(int argc, char** argv) {
  return khora::run_main(argc, argv, &labeled_arguments::main, /*can_stop=*/false);
}
