// Translated by khora2cpp from main.kh.
#include "list_elements.hpp"

#include "khora/core/list.hpp"
#include "khora/core/print.hpp"
#include "khora/native/list.hpp"
#include "khora/string.hpp"
#include "khora/text.hpp"

namespace list_elements {

using khora::Rest;
using khora::String;
using khora::core::List;

namespace {

/// What goes on board: some things always, some on a condition, and one for each guest.
Tagged<List<String>> packed(const List<String>& guests, bool far, const List<String>& spare) {
  khora::ListBuilder<String> builder;
  builder.add("bread");
  if (far) {
    builder.add("second sail");
  }
  for (const String& guest : guests) {
    builder.add(khora::text("coat of ", guest));
    if (khora::stop_pending()) return khora::stopped;  // loop
  }
  const List<String> list = builder.finish(spare);
  return list;
}

}  // namespace

Tagged<Unit> main() {
  List<String> packed_answer;
  if (Rest rest = packed(List<String>::of("Ida", "Jon"), true, List<String>::of("rope")).to(packed_answer)) {
    return rest;
  }
  for (const String& thing : packed_answer) {
    khora::core::print(thing);
    if (khora::stop_pending()) return khora::stopped;  // loop
  }
  List<String> packed_answer_2;
  if (Rest rest = packed(List<String>(), false, List<String>()).to(packed_answer_2)) return rest;
  khora::core::print(khora::text(List<String>::length(packed_answer_2)));
  return khora::unit;
}

}  // namespace list_elements
