// Translated by khora2cpp from port.kh.
//
// Has an item of the name of a module below it, and a case of the name of its type.
#include "port.hpp"

#include "khora/tagged.hpp"

namespace port {

Int queue(const Ferry& ferry) {
  switch (ferry.which()) {
    case Ferry::Case::Ferry_: return ferry.as<Ferry::Ferry_>().value;
    case Ferry::Case::Port: return 0;
  }
  khora::unreachable();
}

}  // namespace port
