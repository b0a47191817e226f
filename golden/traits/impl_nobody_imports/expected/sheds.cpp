// Translated by khora2cpp from sheds.kh.
#include "sheds.hpp"

namespace sheds {

Shed small() {
  return Shed{4};
}

}  // namespace sheds
