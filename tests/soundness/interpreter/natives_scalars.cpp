// Integers, `Float`, `Bool` and `Char` (std-core.md sections 4, 6 to 8).
#include <cstdint>
#include <cstdio>

#include "interpreter/arithmetic.hpp"
#include "interpreter/natives.hpp"
#include "interpreter/text.hpp"

namespace khora2cpp::interpreter {

using types::Builtin;

namespace {

/// The integer type whose impl a function stands in.
Builtin width(const Instance& instance) { return types::resolved(instance.function->impl->target)->decl->builtin; }

/// An integer as `Int`; a trap for a `U64` that is too large.
Wide as_int(const Instance& instance, const Value& value) {
  if (number(value) <= range_of(Builtin::int_).greatest) return number(value);
  throw Trap{std::string(name_of(width(instance))) + " " + digits(number(value)) + " does not fit Int"};
}

template <class Operation>
Wide on_bits(const Instance& instance, const Values& arguments, Operation operation) {
  return wrapped(width(instance), operation(number(arguments[0]), number(arguments[1])));
}

/// The count of a shift, which counts only as far as the width goes.
int shift_count(const Instance& instance, const Value& count) {
  const int bits = range_of(width(instance)).bits;
  return static_cast<int>(wrapped(Builtin::u64, number(count)) % bits);
}

void add_integer(Natives& natives, const std::string& type) {
  const auto add = [&](const char* name, Native native) { natives[type + "::" + name] = native; };
  add("wrapping_add", [](Interpreter&, const Instance& in, Values& a) -> Value {
    return on_bits(in, a, [](Wide x, Wide y) { return x + y; });
  });
  add("wrapping_sub", [](Interpreter&, const Instance& in, Values& a) -> Value {
    return on_bits(in, a, [](Wide x, Wide y) { return x - y; });
  });
  add("wrapping_mul", [](Interpreter&, const Instance& in, Values& a) -> Value {
    const auto low = [](Wide x) { return static_cast<std::uint64_t>(x); };
    return wrapped(width(in), static_cast<Wide>(low(number(a[0])) * low(number(a[1]))));
  });
  add("xor", [](Interpreter&, const Instance& in, Values& a) -> Value { return on_bits(in, a, [](Wide x, Wide y) { return x ^ y; }); });
  add("and", [](Interpreter&, const Instance& in, Values& a) -> Value { return on_bits(in, a, [](Wide x, Wide y) { return x & y; }); });
  add("or", [](Interpreter&, const Instance& in, Values& a) -> Value { return on_bits(in, a, [](Wide x, Wide y) { return x | y; }); });
  add("shl", [](Interpreter&, const Instance& in, Values& a) -> Value {
    const Wide one = 1;
    const Wide low = wrapped(Builtin::u64, number(a[0]));
    const auto shifted = static_cast<std::uint64_t>(low) * static_cast<std::uint64_t>(one << shift_count(in, a[1]));
    return wrapped(width(in), static_cast<Wide>(shifted));
  });
  add("shr", [](Interpreter&, const Instance& in, Values& a) -> Value { return number(a[0]) >> shift_count(in, a[1]); });
  if (type != "Int") {
    add("of", [](Interpreter&, const Instance& in, Values& a) -> Value { return fitting(width(in), number(a[0])); });
    add("wrapping", [](Interpreter&, const Instance& in, Values& a) -> Value { return wrapped(width(in), number(a[0])); });
    add("to_int", [](Interpreter&, const Instance& in, Values& a) -> Value { return as_int(in, a[0]); });
    add("wrapping_to_int", [](Interpreter&, const Instance&, Values& a) -> Value { return wrapped(Builtin::int_, number(a[0])); });
  }
  natives["Show for " + type + "::show"] = [](Interpreter&, const Instance& in, Values& a) -> Value {
    return text(digits(as_int(in, a[0])));
  };
  natives["Hash for " + type + "::hash"] = [](Interpreter&, const Instance& in, Values& a) -> Value { return as_int(in, a[0]); };
}

Value equals(Interpreter& run, const Instance&, Values& a) { return run.equal(nullptr, a[0], a[1]); }

Value compares(Interpreter& run, const Instance&, Values& a) {
  const int order = run.compare(nullptr, a[0], a[1]);
  return make_case(run.program().ordering, order < 0 ? "Less" : order > 0 ? "Greater" : "Equal");
}

bool is_ascii_letter(char32_t c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_ascii_digit(char32_t c) { return c >= '0' && c <= '9'; }
char32_t character(const Value& value) { return std::get<char32_t>(value); }

}  // namespace

void add_scalars(Natives& natives) {
  for (const char* type : {"Int", "I8", "I16", "I32", "U8", "U16", "U32", "U64"}) add_integer(natives, type);
  for (const char* type : {"Int", "I8", "I16", "I32", "U8", "U16", "U32", "U64", "Bool", "Char", "String"}) {
    natives[std::string("Eq for ") + type + "::eq"] = equals;
    natives[std::string("Ord for ") + type + "::cmp"] = compares;
  }
  natives["Int::to_string"] = [](Interpreter&, const Instance&, Values& a) -> Value { return text(digits(number(a[0]))); };
  natives["Int::to_float"] = [](Interpreter&, const Instance&, Values& a) -> Value {
    return static_cast<double>(static_cast<std::int64_t>(number(a[0])));
  };
  natives["Int::of_string"] = [](Interpreter& run, const Instance&, Values& a) -> Value {
    const std::string& all = text_of(a[0]);
    const bool negative = !all.empty() && all[0] == '-';
    const Range range = range_of(Builtin::int_);
    Wide value = 0;
    for (std::size_t at = negative ? 1 : 0; at < all.size(); ++at) {
      if (!is_ascii_digit(static_cast<unsigned char>(all[at]))) return none(run);
      value = value * 10 + (all[at] - '0');
      if (value > range.greatest + 1) return none(run);
    }
    if (all.size() == (negative ? 1u : 0u)) return none(run);
    if (negative) value = -value;
    return value <= range.greatest ? some(run, value) : none(run);
  };
  natives["Bool::to_string"] = [](Interpreter&, const Instance&, Values& a) -> Value { return text(truth(a[0]) ? "true" : "false"); };
  natives["Show for Bool::show"] = natives["Bool::to_string"];
  natives["Hash for Bool::hash"] = [](Interpreter&, const Instance&, Values& a) -> Value { return Wide{truth(a[0]) ? 1 : 0}; };
  natives["Float::to_string"] = [](Interpreter&, const Instance&, Values& a) -> Value { return text(float_text(std::get<double>(a[0]))); };
  natives["Show for Float::show"] = natives["Float::to_string"];
  natives["Float::to_fixed"] = [](Interpreter&, const Instance&, Values& a) -> Value {
    const Wide places = number(a[1]) < 0 ? 0 : number(a[1]) > 30 ? 30 : number(a[1]);
    char buffer[400];
    std::snprintf(buffer, sizeof buffer, "%.*f", static_cast<int>(places), std::get<double>(a[0]));
    return text(buffer);
  };
  natives["Float::to_int"] = [](Interpreter&, const Instance&, Values& a) -> Value {
    const double value = std::get<double>(a[0]);
    const Range range = range_of(Builtin::int_);
    if (value != value) return Wide{0};
    if (value >= 9223372036854775808.0) return range.greatest;
    if (value < -9223372036854775808.0) return range.least;
    return Wide{static_cast<std::int64_t>(value)};
  };
  natives["Char::code"] = [](Interpreter&, const Instance&, Values& a) -> Value { return Wide{character(a[0])}; };
  natives["Hash for Char::hash"] = natives["Char::code"];
  natives["Char::from_code"] = [](Interpreter&, const Instance&, Values& a) -> Value {
    const Wide code = number(a[0]);
    if (code < 0 || code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) throw Trap{digits(code) + " is not a character"};
    return static_cast<char32_t>(code);
  };
  natives["Char::to_string"] = [](Interpreter&, const Instance&, Values& a) -> Value { return text(utf8(character(a[0]))); };
  natives["Show for Char::show"] = natives["Char::to_string"];
  natives["Char::utf8_length"] = [](Interpreter&, const Instance&, Values& a) -> Value {
    return static_cast<Wide>(utf8(character(a[0])).size());
  };
  natives["Char::is_digit"] = [](Interpreter&, const Instance&, Values& a) -> Value { return is_ascii_digit(character(a[0])); };
  natives["Char::is_alpha"] = [](Interpreter&, const Instance&, Values& a) -> Value { return is_ascii_letter(character(a[0])); };
  natives["Char::is_alphanumeric"] = [](Interpreter&, const Instance&, Values& a) -> Value {
    return is_ascii_letter(character(a[0])) || is_ascii_digit(character(a[0]));
  };
  natives["Char::is_whitespace"] = [](Interpreter&, const Instance&, Values& a) -> Value {
    const char32_t c = character(a[0]);
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
  };
  natives["Char::to_upper"] = [](Interpreter&, const Instance&, Values& a) -> Value {
    const char32_t c = character(a[0]);
    return static_cast<char32_t>(c >= 'a' && c <= 'z' ? c - 32 : c);
  };
  natives["Char::to_lower"] = [](Interpreter&, const Instance&, Values& a) -> Value {
    const char32_t c = character(a[0]);
    return static_cast<char32_t>(c >= 'A' && c <= 'Z' ? c + 32 : c);
  };
}

}  // namespace khora2cpp::interpreter
