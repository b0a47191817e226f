// Translated by khora2cpp: the entry point of main.kh.
#include "khora/program.hpp"
#include "record_update.hpp"

int main(int argc, char** argv) {
  return khora::run_main(argc, argv, &record_update::main, /*can_stop=*/false);
}
