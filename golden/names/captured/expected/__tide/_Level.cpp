// Translated by khora2cpp from _Level.kh.
#include "__tide/_Level.hpp"

namespace __tide_::_Level_ {

Int level() {
  return 1;
}

Int __LINE___() {
  return 2;
}

}  // namespace __tide_::_Level_
