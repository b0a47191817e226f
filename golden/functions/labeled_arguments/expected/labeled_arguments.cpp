// Translated by khora2cpp from main.kh.
#include "labeled_arguments.hpp"

#include <tuple>

#include "khora/core/print.hpp"
#include "khora/integer.hpp"
#include "khora/text.hpp"
#include "khora/variant.hpp"

namespace labeled_arguments {

using khora::Int;

struct ReadingCases {
  struct Level {
    Int gauge;
    Int at;

    static constexpr auto fields = std::tuple{&Level::gauge, &Level::at};
  };
};

struct Reading : ReadingCases, khora::Variant<ReadingCases::Level> {
  using Variant::Variant;
  enum class Case { Level };
  Case which() const { return static_cast<Case>(index()); }
};

namespace {

Int scaled(const Reading& reading, Int by, Int offset) {
  return reading.as<Reading::Level>().gauge * reading.as<Reading::Level>().at * by + offset;
}

}  // namespace

void main() {
  const Reading reading = Reading::Level{7, 12};
  khora::core::print(khora::text(scaled(reading, 3, 1)));
  khora::core::print(khora::text(scaled(reading, 10, 0)));
}

}  // namespace labeled_arguments
