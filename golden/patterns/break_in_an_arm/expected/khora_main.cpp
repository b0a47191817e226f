// Translated by khora2cpp: the entry point of main.kh.
#include "break_in_an_arm.hpp"
#include "khora/program.hpp"

int main(int argc, char** argv) {
  return khora::run_main(argc, argv, &break_in_an_arm::main, /*can_stop=*/true);
}
