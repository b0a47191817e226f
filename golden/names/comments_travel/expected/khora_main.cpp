// Translated by khora2cpp: the entry point of main.kh.
#include "comments_travel.hpp"
#include "khora/program.hpp"

int main(int argc, char** argv) {
  return khora::run_main(argc, argv, &comments_travel::main, /*can_stop=*/false);
}
