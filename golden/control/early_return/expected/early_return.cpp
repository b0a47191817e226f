// Translated by khora2cpp from main.kh.
#include "early_return.hpp"

#include "khora/core/list.hpp"
#include "khora/core/print.hpp"
#include "khora/integer.hpp"
#include "khora/string.hpp"
#include "khora/text.hpp"

namespace early_return {

using khora::Int;
using khora::Rest;
using khora::String;
using khora::core::List;

namespace {

Tagged<Int> position(const List<String>& words, const String& wanted) {
  Int at = 0;
  for (const String& word : words) {
    if (word == wanted) return at;
    at = at + 1;
    if (khora::stop_pending()) return khora::stopped;  // loop
  }
  return -1;
}

}  // namespace

Tagged<Unit> main() {
  const List<String> words = List<String>::of("tar", "rope", "sail");
  Int position_answer;
  if (Rest rest = position(words, "sail").to(position_answer)) return rest;
  Int position_answer_2;
  if (Rest rest = position(words, "oar").to(position_answer_2)) return rest;
  khora::core::print(khora::text(position_answer, " ", position_answer_2));
  return khora::unit;
}

}  // namespace early_return
