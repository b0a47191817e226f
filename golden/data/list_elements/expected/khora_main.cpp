// Translated by khora2cpp: the entry point of main.kh.
#include "khora/program.hpp"
#include "list_elements.hpp"

int main(int argc, char** argv) {
  return khora::run_main(argc, argv, &list_elements::main, /*can_stop=*/true);
}
