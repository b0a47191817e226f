// Translated by khora2cpp: the entry point of main.kh.
#include "khora/program.hpp"
#include "nursery_of_children.hpp"

int main(int argc, char** argv) {
  return khora::run_main(argc, argv, &nursery_of_children::main, /*can_stop=*/true);
}
