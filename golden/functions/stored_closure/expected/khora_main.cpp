// Translated by khora2cpp: the entry point of main.kh.
#include "khora/program.hpp"
#include "stored_closure.hpp"

int main(int argc, char** argv) {
  return khora::run_main(argc, argv, &stored_closure::main, /*can_stop=*/true);
}
