// `Hash` of the built-in types.
#pragma once

#include "khora/scalars.hpp"
#include "khora/string.hpp"

namespace khora::core::impl {

template <class Self>
struct Hash;

template <class T>
struct Hash<Integer<T>> {
  static constexpr Int hash(Integer<T> self) { return Integer<T>::to_int(self); }
};
template <>
struct Hash<Int> {
  static constexpr Int hash(Int self) { return self; }
};
template <>
struct Hash<bool> {
  static constexpr Int hash(bool self) { return self ? 1 : 0; }
};
template <>
struct Hash<Char> {
  static constexpr Int hash(Char self) { return Char::code(self); }
};
/// 32-bit FNV-1a over the bytes.
template <>
struct Hash<String> {
  static Int hash(const String& self) {
    std::uint32_t hash = 2166136261u;
    for (const char byte : self.view()) hash = (hash ^ static_cast<unsigned char>(byte)) * 16777619u;
    return static_cast<std::int64_t>(hash);
  }
};

}  // namespace khora::core::impl
