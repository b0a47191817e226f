// Translated by khora2cpp from main.kh.
#include "main.hpp"

#include <tuple>

#include "khora/core/print.hpp"
#include "khora/integer.hpp"
#include "khora/string.hpp"
#include "khora/text.hpp"
#include "khora/variant.hpp"

namespace main_ {

using khora::Int;
using khora::Rest;
using khora::String;

struct Flood;

}  // namespace main_

template <>
struct khora::ErrorName<main_::Flood> {
  static constexpr const char* value = "Flood";
};

namespace main_ {

struct Flood {
  Int level;

  static constexpr auto fields = std::tuple{&Flood::level};
};

struct GateCases {
  struct Open {
    Int value;

    static constexpr auto fields = std::tuple{&Open::value};
  };
  struct Shut {};
  struct Broken {
    Int value;

    static constexpr auto fields = std::tuple{&Broken::value};
  };
};

struct Gate : GateCases, khora::Variant<GateCases::Open, GateCases::Shut, GateCases::Broken> {
  using Variant::Variant;
  enum class Case { Open, Shut, Broken };
  Case which() const { return static_cast<Case>(index()); }
};

namespace {

Tagged<bool> is_dry(Int level) {  // raises Flood
  if (level > 9) return khora::raise(Flood{level});
  return level < 4;
}

Tagged<String> passage(const Gate& gate) {  // raises Flood
  bool open = true;
  if (gate.is<Gate::Open>()) {
    if (khora::stop_pending()) return khora::stopped;  // !
    bool is_dry_answer = false;
    if (Rest rest = is_dry(gate.as<Gate::Open>().value).to(is_dry_answer)) return rest;
    if (is_dry_answer) {
      open = false;
      return "walk";
    }
  }
  if (open && gate.is<Gate::Broken>()) {
    if (khora::stop_pending()) return khora::stopped;  // !
    bool is_dry_answer_2 = false;
    if (Rest rest = is_dry(gate.as<Gate::Broken>().value).to(is_dry_answer_2)) return rest;
    if (is_dry_answer_2) {
      open = false;
      return "climb";
    }
  }
  if (open && gate.is<Gate::Open>()) {
    open = false;
    return "swim";
  }
  if (open) return "wait";
  khora::unreachable();
}

Tagged<String> told(const Gate& gate) {
  if (khora::stop_pending()) return khora::stopped;  // !
  auto passage_outcome = passage(gate);
  if (passage_outcome.answered()) return passage_outcome.answer();
  if (const auto flood = passage_outcome.caught<Flood>()) return khora::text("flooded at ", flood->level);
  return passage_outcome.rest();
}

}  // namespace

Tagged<Unit> main() {
  String told_answer;
  if (Rest rest = told(Gate::Open{2}).to(told_answer)) return rest;
  khora::core::print(told_answer);
  String told_answer_2;
  if (Rest rest = told(Gate::Open{5}).to(told_answer_2)) return rest;
  khora::core::print(told_answer_2);
  String told_answer_3;
  if (Rest rest = told(Gate::Broken{3}).to(told_answer_3)) return rest;
  khora::core::print(told_answer_3);
  String told_answer_4;
  if (Rest rest = told(Gate::Broken{7}).to(told_answer_4)) return rest;
  khora::core::print(told_answer_4);
  String told_answer_5;
  if (Rest rest = told(Gate::Shut{}).to(told_answer_5)) return rest;
  khora::core::print(told_answer_5);
  String told_answer_6;
  if (Rest rest = told(Gate::Broken{12}).to(told_answer_6)) return rest;
  khora::core::print(told_answer_6);
  return khora::unit;
}

}  // namespace main_
