// Translated by khora2cpp from tool.kh.
#include "crates/tool.hpp"

namespace crates::tool {

Int weight() {
  return 7;
}

}  // namespace crates::tool
