// Translated by khora2cpp: the entry point of main.kh.
#include "crew_of_readers.hpp"
#include "khora/program.hpp"

int main(int argc, char** argv) {
  return khora::run_main(argc, argv, &crew_of_readers::main, /*can_stop=*/true);
}
