// Translated by khora2cpp from main.kh.
#include "interpolation.hpp"

#include <tuple>

#include "khora/char.hpp"
#include "khora/core/print.hpp"
#include "khora/core/show.hpp"
#include "khora/integer.hpp"
#include "khora/string.hpp"
#include "khora/text.hpp"

namespace interpolation {

using khora::Char;
using khora::Int;
using khora::String;

struct Mark;

}  // namespace interpolation

template <>
struct khora::core::impl::Show<interpolation::Mark> {
  static String show(const interpolation::Mark& self);
};

namespace interpolation {

struct Mark {
  Int depth;

  static constexpr auto fields = std::tuple{&Mark::depth};
};

}  // namespace interpolation

khora::String khora::core::impl::Show<interpolation::Mark>::show(const interpolation::Mark& self) {
  return khora::text("mark ", self.depth);
}

namespace interpolation {

void main() {
  const Mark mark{7};
  const String name = "lead";
  const String show_answer = khora::core::impl::Show<Mark>::show(mark);
  khora::core::print(
      khora::text("by the ", name, ": ", show_answer, ", ", true, ", ", Char(U'x'), ", ", 1.5, ", ",
                  Int{2} + 2));
}

}  // namespace interpolation
