#include "khora/integer.hpp"

#include <charconv>
#include <limits>
#include <string_view>

#include "khora/core/option.hpp"
#include "khora/string.hpp"
#include "khora/text.hpp"
#include "khora/trap.hpp"

namespace khora {

namespace detail {
namespace {

// In the order of the enumerators.
constexpr std::string_view kind_names[] = {"Int", "I8", "I16", "I32", "U8", "U16", "U32", "U64"};
constexpr std::string_view operation_names[] = {"addition", "subtraction", "multiplication",
                                                "division", "remainder",   "negation"};

std::string_view name(IntegerKind kind) { return kind_names[static_cast<int>(kind)]; }
std::string_view name(Operation operation) { return operation_names[static_cast<int>(operation)]; }

}  // namespace

void trap_overflow(IntegerKind kind, Operation operation) {
  trap(text(name(kind), " ", name(operation), " overflowed").view());
}

void trap_by_zero(IntegerKind kind, Operation operation) {
  trap(text(name(kind), " ", name(operation), " by zero").view());
}

void trap_unfit(IntegerKind kind, std::int64_t value) {
  trap(text(Int(value), " does not fit ", name(kind)).view());
}

void trap_too_large_for_int(std::uint64_t value) {
  char digits[20];
  const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
  trap(text("U64 ", std::string_view(digits, static_cast<std::size_t>(end - digits)), " does not fit Int").view());
}

}  // namespace detail

template <>
String Int::to_string(Int self) {
  return text(self);
}

template <>
core::Option<Int> Int::of_string(const String& text) {
  using Option = core::Option<Int>;
  // The grammar of `from_chars` for base 10 is the one wanted: an optional `-`, then digits. All of the text must be used.
  std::int64_t value = 0;
  const std::string_view view = text.view();
  const auto [end, error] = std::from_chars(view.data(), view.data() + view.size(), value);
  if (error != std::errc() || end != view.data() + view.size()) return Option::None{};
  return Option::Some{value};
}

}  // namespace khora
