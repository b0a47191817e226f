// Translated by khora2cpp from _Level.kh.
#include "__tide/_Level.hpp"

namespace __tide___::_Level___ {

Int level() {
  return 1;
}

Int __LINE___() {
  return 2;
}

}  // namespace __tide___::_Level___
