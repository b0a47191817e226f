// Translated by khora2cpp from main.kh.
#include "main.hpp"

#include "khora/core/print.hpp"
#include "khora/core/show.hpp"
#include "khora/integer.hpp"
#include "khora/text.hpp"
#include "painting.hpp"
#include "sheds.hpp"

namespace main_ {

using khora::Int;

void main() {
  const sheds::Shed shed = sheds::small();
  const Int paint_answer = painting::impl::Paint<sheds::Shed>::paint(shed, 3);
  khora::core::print(
      khora::text(paint_answer, " litres, ", khora::core::impl::Show<sheds::Shed>::show(shed)));
}

}  // namespace main_
