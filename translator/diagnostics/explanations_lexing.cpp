#include "diagnostics/explanations.hpp"

namespace khora2cpp::diagnostics {
namespace {

constexpr Explanation lexing_explained[] = {
    {"D101", "a number in a base that does not exist",
     "Numbers are written in decimal, with `_` wherever it helps the eye. There are no hexadecimal, octal "
     "or binary literals.",
     "const MASK: Int = 0xFF;", "const MASK: Int = 255;"},
    {"D102", "a character that cannot be read",
     "The character begins no token. Names are made of ASCII letters, digits and `_`; every other "
     "character belongs into a string, a character literal or a comment. Operators on bits, attributes and "
     "`?` do not exist.",
     "fn f(a: Bool, b: Bool) -> Bool { a & b }", "fn f(a: Bool, b: Bool) -> Bool { a && b }"},
    {"D103", "an unknown escape",
     "After a backslash stands one of n, r, t, 0, a backslash, a quote, an apostrophe, a backtick, a "
     "dollar, u{...}, or the end of the line, which continues the text on the next line. The backslash "
     "itself is written twice.",
     R"(const SHIP: String = "aft\deck";)", R"(const SHIP: String = "aft\\deck";)"},
    {"D104", "a malformed Unicode escape",
     "A character is given by its number as one to six hexadecimal digits in braces.",
     R"(const ANCHOR: Char = '\u2693';)", R"(const ANCHOR: Char = '\u{2693}';)"},
    {"D105", "a number that is no character",
     "Characters are Unicode scalars: 0 to 10FFFF without D800 to DFFF, which are halves of pairs in "
     "another encoding.",
     R"(const C: Char = '\u{DC00}';)", R"(const C: Char = '\u{FFFD}';)"},
    {"D106", "a string or a comment that is never closed",
     "A string between quotes ends on its line; one between backticks may go over several lines. Block "
     "comments nest, so each opening needs a closing of its own.",
     R"(const NAME: String = "Sigrid;)", R"(const NAME: String = "Sigrid";)"},
    {"D107", "a character literal that does not hold one character",
     "Between apostrophes stands exactly one character or one escape. A longer text, and the empty one, is "
     "a string.",
     "fn f() -> String { 'no' }", R"(fn f() -> String { "no" })"},
    {"D108", "a hole that is never closed",
     "`${` in a string begins a hole, which holds one expression and ends at its `}`. In a quoted string "
     "that is before the end of the line. `\\${` writes the two characters themselves.",
     R"(fn f(n: Int) -> String { "pier ${n" })", R"(fn f(n: Int) -> String { "pier ${n}" })"},
};

}  // namespace

std::span<const Explanation> lexing_explanations() {
  return lexing_explained;
}

}  // namespace khora2cpp::diagnostics
