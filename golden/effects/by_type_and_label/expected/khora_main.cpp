// Translated by khora2cpp: the entry point of main.kh.
#include "by_type_and_label.hpp"
#include "khora/program.hpp"

int main(int argc, char** argv) {
  return khora::run_main(argc, argv, &by_type_and_label::main, /*can_stop=*/true);
}
