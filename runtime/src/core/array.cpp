#include "khora/native/array.hpp"

#include "khora/text.hpp"
#include "khora/trap.hpp"

namespace khora::core::array_detail {

void trap_outside(Int index, Int length) { trap(text("index ", index, " is outside an array of ", length).view()); }

void trap_outside_vector(Int index, Int length) {
  trap(text("index ", index, " is outside a vector of ", length).view());
}

void trap_negative_length(Int length) { trap(text("an array cannot have ", length, " elements").view()); }

void trap_range(Int from, Int count, Int length) {
  trap(text("a range of ", count, " from ", from, " is outside an array of ", length).view());
}

bool is_utf8(const unsigned char* bytes, std::size_t count) {
  const auto continues = [&](std::size_t at) { return at < count && (bytes[at] & 0xC0) == 0x80; };
  for (std::size_t at = 0; at < count;) {
    const unsigned char lead = bytes[at];
    if (lead < 0x80) {
      at += 1;
    } else if (lead >= 0xC2 && lead <= 0xDF) {
      if (!continues(at + 1)) return false;
      at += 2;
    } else if (lead >= 0xE0 && lead <= 0xEF) {
      if (!continues(at + 1) || !continues(at + 2)) return false;
      if (lead == 0xE0 && bytes[at + 1] < 0xA0) return false;  // longer than needed
      if (lead == 0xED && bytes[at + 1] > 0x9F) return false;  // a surrogate
      at += 3;
    } else if (lead >= 0xF0 && lead <= 0xF4) {
      if (!continues(at + 1) || !continues(at + 2) || !continues(at + 3)) return false;
      if (lead == 0xF0 && bytes[at + 1] < 0x90) return false;  // longer than needed
      if (lead == 0xF4 && bytes[at + 1] > 0x8F) return false;  // above 10FFFF
      at += 4;
    } else {
      return false;
    }
  }
  return true;
}

}  // namespace khora::core::array_detail
