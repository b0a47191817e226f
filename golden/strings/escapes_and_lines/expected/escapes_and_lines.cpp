// Translated by khora2cpp from main.kh.
#include "escapes_and_lines.hpp"

#include "khora/core/print.hpp"

namespace escapes_and_lines {

void main() {
  khora::core::print("tab\there, quote \", dollar ${n}, backslash \\\\, é");
  khora::core::print("first line\n  indented\nlast line");
}

}  // namespace escapes_and_lines
