// Translated by khora2cpp from tool.kh.
#include "yards/tool.hpp"

namespace yards::tool {

Int weight() {
  return 8;
}

}  // namespace yards::tool
