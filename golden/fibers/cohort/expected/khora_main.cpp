// Translated by khora2cpp: the entry point of main.kh.
#include "cohort_of_pumps.hpp"
#include "khora/program.hpp"

int main(int argc, char** argv) {
  return khora::run_main(argc, argv, &cohort_of_pumps::main, /*can_stop=*/true);
}
