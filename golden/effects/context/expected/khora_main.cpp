// Translated by khora2cpp: the entry point of main.kh.
#include "context_of_a_yard.hpp"
#include "khora/program.hpp"

int main(int argc, char** argv) {
  return khora::run_main(argc, argv, &context_of_a_yard::main, /*can_stop=*/true);
}
