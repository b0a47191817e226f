// Translated by khora2cpp: the entry point of main.kh.
#include "khora/program.hpp"
#include "some_cases.hpp"

int main(int argc, char** argv) {
  return khora::run_main(argc, argv, &some_cases::main, /*can_stop=*/true);
}
