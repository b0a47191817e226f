// Translated by khora2cpp: the entry point of main.kh.
#include "khora/program.hpp"
#include "raise_and_mark.hpp"

int main(int argc, char** argv) {
  return khora::run_main(argc, argv, &raise_and_mark::main, /*can_stop=*/true);
}
