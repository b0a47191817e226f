// Translated by khora2cpp from main.kh.
#include "raise_and_mark.hpp"

#include "khora/core/print.hpp"
#include "khora/text.hpp"

namespace raise_and_mark {

using khora::Rest;

namespace {

Tagged<Int> sound(Int depth) {  // raises TooDeep
  if (depth > 100) return khora::raise(TooDeep{depth});
  return depth / 2;
}

Tagged<Int> both(Int first, Int second) {  // raises TooDeep
  if (khora::stop_pending()) return khora::stopped;  // !
  Int sound_answer;
  if (Rest rest = sound(first).to(sound_answer)) return rest;
  if (khora::stop_pending()) return khora::stopped;  // !
  Int sound_answer_2;
  if (Rest rest = sound(second).to(sound_answer_2)) return rest;
  return sound_answer + sound_answer_2;
}

}  // namespace

Tagged<Unit> main() {  // raises TooDeep
  if (khora::stop_pending()) return khora::stopped;  // !
  Int both_answer;
  if (Rest rest = both(10, 40).to(both_answer)) return rest;
  khora::core::print(khora::text(both_answer));
  return khora::unit;
}

}  // namespace raise_and_mark
