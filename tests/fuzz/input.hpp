// What the fuzzers make of their bytes.
#pragma once

#include <cstdint>
#include <string>

#include "source/source.hpp"

namespace khora2cpp::fuzz {

/// The bytes as a text that a stage may be handed: what is not UTF-8 is left out.
inline std::string text_of(const std::uint8_t* data, std::size_t size) {
  std::string text(reinterpret_cast<const char*>(data), size);
  for (std::size_t bad = source::first_invalid_utf8(text); bad != std::string::npos; bad = source::first_invalid_utf8(text)) text.erase(bad, 1);
  return text;
}

}  // namespace khora2cpp::fuzz
