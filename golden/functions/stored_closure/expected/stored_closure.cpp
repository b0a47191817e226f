// Translated by khora2cpp from main.kh.
#include "stored_closure.hpp"

#include <tuple>

#include "khora/core/print.hpp"
#include "khora/fn.hpp"
#include "khora/integer.hpp"
#include "khora/string.hpp"
#include "khora/text.hpp"

namespace stored_closure {

using khora::Fn;
using khora::Int;
using khora::Rest;
using khora::String;

struct Rule {
  String name;
  Fn<bool(Int)> keep;

  static constexpr auto fields = std::tuple{&Rule::name, &Rule::keep};
};

namespace {

Rule above(Int limit) {
  return Rule{.name = khora::text("above ", limit), .keep = [limit](Int n) { return n > limit; }};
}

}  // namespace

Tagged<Unit> main() {
  if (khora::stop_at_entry()) return khora::stopped;  // entry
  const Rule rule = above(9);
  bool kept = false;
  if (Rest rest = rule.keep(12).to(kept)) return rest;
  khora::core::print(khora::text(rule.name, ": ", kept));
  return khora::unit;
}

}  // namespace stored_closure
