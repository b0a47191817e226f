// Translated by khora2cpp from main.kh.
#include "port/main.hpp"

#include "crates/tool.hpp"
#include "khora/core/print.hpp"
#include "khora/integer.hpp"
#include "khora/text.hpp"
#include "port.hpp"
#include "port/Queue.hpp"
#include "port/queue.hpp"
#include "yards/tool.hpp"

namespace port::main {

using khora::Int;

void main() {
  const port::Ferry ferry = port::Ferry::Ferry_{3};
  const Int queue_answer = port::queue(ferry);
  const Int length_answer = port::queue_::length(1);
  const Int length_answer_2 = port::Queue::length(2);
  const Int weight_answer = crates::tool::weight();
  khora::core::print(
      khora::text(queue_answer, " ", length_answer, " ", length_answer_2, " ", weight_answer, " ",
                  yards::tool::weight()));
}

}  // namespace port::main
