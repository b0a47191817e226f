// Stand-in for the header made of std::core's child_failed.kh.
#pragma once
#include "khora/integer.hpp"
namespace khora::core {
struct ChildFailed {
  Int children;
};
}  // namespace khora::core
