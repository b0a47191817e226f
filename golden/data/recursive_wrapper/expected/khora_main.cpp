// Translated by khora2cpp: the entry point of main.kh.
#include "khora/program.hpp"
#include "recursive_wrapper.hpp"

int main(int argc, char** argv) {
  return khora::run_main(argc, argv, &recursive_wrapper::main, /*can_stop=*/true);
}
