// How Khora values are printed when a check fails.
#pragma once

#include <catch2/catch.hpp>
#include <string>

#include "khora/integer.hpp"
#include "khora/string.hpp"

namespace Catch {
template <class T>
struct StringMaker<khora::Integer<T>> {
  static std::string convert(khora::Integer<T> value) { return std::to_string(value.raw()); }
};
template <>
struct StringMaker<khora::String> {
  static std::string convert(const khora::String& value) { return '"' + std::string(value.view()) + '"'; }
};
}  // namespace Catch
