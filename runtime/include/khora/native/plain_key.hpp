// Keys whose comparing and hashing run no code of the program, so that nothing can look at a container while it is being changed.
#pragma once

#include <type_traits>

#include "khora/char.hpp"
#include "khora/integer.hpp"
#include "khora/string.hpp"

namespace khora::core {

template <class K>
inline constexpr bool is_plain_key = std::is_same_v<K, String> || std::is_same_v<K, Char> || std::is_same_v<K, bool>;
template <class T>
inline constexpr bool is_plain_key<Integer<T>> = true;

}  // namespace khora::core
