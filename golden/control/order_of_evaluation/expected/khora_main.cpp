// Translated by khora2cpp: the entry point of main.kh.
#include "khora/program.hpp"
#include "order_of_evaluation.hpp"

int main(int argc, char** argv) {
  return khora::run_main(argc, argv, &order_of_evaluation::main, /*can_stop=*/false);
}
