// Translated by khora2cpp: the entry point of main.kh.
#include "for_over_a_list.hpp"
#include "khora/program.hpp"

int main(int argc, char** argv) {
  return khora::run_main(argc, argv, &for_over_a_list::main, /*can_stop=*/true);
}
