// Translated by khora2cpp from queue.kh.
#include "port/queue.hpp"

namespace port::queue_ {

Int length(Int n) {
  return n + 10;
}

}  // namespace port::queue_
