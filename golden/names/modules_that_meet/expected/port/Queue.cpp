// Translated by khora2cpp from upper.kh.
//
// Differs from another module in the case of a letter.
#include "port/Queue.hpp"

namespace port::Queue {

Int length(Int n) {
  return n + 20;
}

}  // namespace port::Queue
