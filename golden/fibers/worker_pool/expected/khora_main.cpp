// Translated by khora2cpp: the entry point of main.kh.
#include "khora/program.hpp"
#include "worker_pool.hpp"

int main(int argc, char** argv) {
  return khora::run_main(argc, argv, &worker_pool::main, /*can_stop=*/true);
}
