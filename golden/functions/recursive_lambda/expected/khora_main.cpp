// Translated by khora2cpp: the entry point of main.kh.
#include "khora/program.hpp"
#include "recursive_lambda.hpp"

int main(int argc, char** argv) {
  return khora::run_main(argc, argv, &recursive_lambda::main, /*can_stop=*/true);
}
