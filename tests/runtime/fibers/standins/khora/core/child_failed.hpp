// Stand-in for the header made of std::core's child_failed.kh.
#pragma once
#include "khora/integer.hpp"
#include "khora/tagged.hpp"
namespace khora::core {
struct ChildFailed {
  Int children;
};
}  // namespace khora::core
template <>
struct khora::ErrorName<khora::core::ChildFailed> {
  static constexpr const char* value = "ChildFailed";
};
