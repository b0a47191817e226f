// `todo()`: stands for what is still to be written (std-core.md 18).
#pragma once

#include "khora/trap.hpp"

namespace khora::core {

template <class A>
[[noreturn]] A todo() {
  trap("this is not written yet");
}

}  // namespace khora::core
