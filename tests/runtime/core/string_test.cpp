#include "khora/string.hpp"

#include <catch2/catch.hpp>
#include <cstring>
#include <string>
#include <vector>

#include "khora/core/option.hpp"
#include "khora/core/split.hpp"
#include "khora/memory.hpp"
#include "khora/native/array.hpp"
#include "khora/native/list.hpp"
#include "khora/text.hpp"
#include "text_of.hpp"
#include "trapping.hpp"

using namespace khora;

namespace {

std::vector<std::string> all_of(const core::List<String>& pieces) {
  std::vector<std::string> all;
  for (const String& piece : pieces) all.emplace_back(piece.view());
  return all;
}

using Strings = std::vector<std::string>;

std::int64_t shown(const core::Option<Int>& number) {
  return number.is<core::Option<Int>::Some>() ? number.as<core::Option<Int>::Some>().value.raw() : -99;
}

std::int64_t shown(const core::Option<Char>& character) {
  return character.is<core::Option<Char>::Some>() ? Char::code(character.as<core::Option<Char>::Some>().value).raw() : -99;
}

}  // namespace

TEST_CASE("a literal is not allocated, copies share their text") {
  const std::int64_t before = detail::live_objects();
  const String literal = "oat";
  const String copy = literal;
  CHECK(copy == "oat");
  CHECK(detail::live_objects() == before);
  {
    const String joined = literal + " and rye";
    const String again = joined;
    CHECK(again.data() == joined.data());
    CHECK(detail::live_objects() == before + 1);
  }
  CHECK(detail::live_objects() == before);
}

TEST_CASE("a literal may contain NULs") {
  const String text = "a\0b";
  CHECK(text.size() == 3);
  CHECK(String::byte(text, 1) == 0);
  CHECK(text != "a");
}

TEST_CASE("appending to a string that nobody else has reuses its room") {
  String text;
  int moved = 0;
  for (int n = 0; n < 100000; ++n) {
    const char* before = text.data();
    text = std::move(text) + "x";
    if (text.data() != before) ++moved;
  }
  CHECK(text.size() == 100000);
  CHECK(moved < 40);
}

TEST_CASE("appending does not change a string that somebody else has") {
  String first = String("ab") + "cd";
  const String kept = first;
  String second = std::move(first) + "ef";
  CHECK(kept == "abcd");
  CHECK(second == "abcdef");
  String self = String("ab") + "cd";
  self = std::move(self) + String(self);
  CHECK(self == "abcdabcd");
}

TEST_CASE("comparison is by bytes") {
  CHECK(String("a") < "b");
  CHECK(String("a") < "ab");
  CHECK(String("") < "a");
  CHECK(String("z") < "é");
  CHECK(String("b") > "aa");
  CHECK(String("ab") >= "ab");
  CHECK(String::compare("a\0b", "a\0c") < 0);
}

TEST_CASE("bytes of a string") {
  const String text = "naïve";
  CHECK(String::byte_length(text) == 6);
  CHECK(String::byte(text, 2) == 195);
  CHECK(trap_of([&] { static_cast<void>(String::byte(text, 6)); }) == "byte 6 is outside a string of 6");
  CHECK(trap_of([&] { static_cast<void>(String::byte(text, -1)); }) == "byte -1 is outside a string of 6");
  const core::Array<U8> bytes = String::bytes(text);
  CHECK(core::Array<U8>::length(bytes) == 6);
  CHECK(String::from_bytes(bytes) == text);
  core::Array<U8>::set(bytes, 2, 65);
  CHECK(trap_of([&] { static_cast<void>(String::from_bytes(bytes)); }) ==
        "these bytes are not UTF-8, so they are not a String");
  String::copy_into("hello", 1, bytes, 0, 3);
  CHECK(core::Array<U8>::get(bytes, 2) == 108);
  String::copy_into("hello", 5, bytes, 6, 0);
  CHECK(trap_of([&] { String::copy_into("hello", 3, bytes, 0, 3); }) ==
        "a range of 3 from 3 is outside an array of 5");
  CHECK(trap_of([&] { String::copy_into("hello", 0, bytes, 0, -1); }) ==
        "a range of -1 from 0 is outside an array of 5");
}

TEST_CASE("lending a string") {
  const String text = "oat";
  const Tagged<Int> sum = String::with_data<Int>(text, [](Ptr data, Int count) {
    Int total = 0;
    for (std::int64_t at = 0; at < count.raw(); ++at) total = total + static_cast<const unsigned char*>(data.raw())[at];
    return total;
  });
  CHECK(Tagged<Int>(sum).answer() == 'o' + 'a' + 't');
  const Tagged<Int> length = String::with_c_string<Int>(
      String::slice("oats", 0, 3), [](Ptr data) -> Int { return std::strlen(static_cast<const char*>(data.raw())); });
  CHECK(Tagged<Int>(length).answer() == 3);
}

TEST_CASE("slices are clamped, and may not cut a character") {
  const String text = "naïve";
  CHECK(String::slice(text, 0, 2) == "na");
  CHECK(String::slice(text, 2, 99) == "ïve");
  CHECK(String::slice(text, -5, 1) == "n");
  CHECK(String::slice(text, 4, 2) == "");
  CHECK(trap_of([&] { static_cast<void>(String::slice(text, 3, 6)); }) ==
        "this slice cuts a character in half, so it is not a String");
  CHECK(String::is_char_boundary(text, 0));
  CHECK(String::is_char_boundary(text, 6));
  CHECK_FALSE(String::is_char_boundary(text, 3));
  CHECK_FALSE(String::is_char_boundary(text, 7));
  CHECK_FALSE(String::is_char_boundary(text, -1));
  CHECK(String::next_boundary(text, 3) == 4);
  CHECK(String::next_boundary(text, 2) == 2);
  CHECK(String::next_boundary(text, 60) == 6);
  CHECK(String::next_boundary(text, -3) == 0);
  CHECK(String::previous_boundary(text, 3) == 2);
  CHECK(String::previous_boundary(text, 60) == 6);
  CHECK(String::previous_boundary(text, -1) == 0);
}

TEST_CASE("characters of a string") {
  const String text = "aé€🐌";
  CHECK(String::char_length(text) == 4);
  CHECK(String::char_length("") == 0);
  std::vector<char32_t> chars;
  for (const Char c : String::chars(text)) chars.push_back(c.raw());
  CHECK(chars == std::vector<char32_t>{U'a', U'é', U'€', U'🐌'});
  CHECK(shown(String::char_at(text, 1)) == 0xE9);
  CHECK(shown(String::char_at(text, 2)) == -99);
  CHECK(shown(String::char_at(text, 10)) == -99);
  CHECK(shown(String::char_at(text, -1)) == -99);
  CHECK(shown(String::char_at(text, 6)) == 0x1F40C);
  CHECK(String::chars_between(text, 0, 10) == 4);
  CHECK(String::chars_between(text, 2, 4) == 2);
  CHECK(String::chars_between(text, 5, 2) == 0);
  CHECK(String::chars_between(text, -9, 99) == 4);
}

TEST_CASE("searching") {
  CHECK(String::find("abcabc", "c", 3) == 5);
  CHECK(String::find("abcabc", "x", 0) == -1);
  CHECK(String::find("abc", "", 2) == 2);
  CHECK(String::find("abc", "a", 9) == -1);
  CHECK(String::find("abc", "a", -9) == 0);
  CHECK(shown(String::index_of("abc", "")) == 0);
  CHECK(shown(String::index_of("abc", "bc")) == 1);
  CHECK(shown(String::index_of("abc", "d")) == -99);
  CHECK(String::contains("abc", ""));
  CHECK(String::starts_with("abc", "ab"));
  CHECK_FALSE(String::starts_with("ab", "abc"));
  CHECK(String::ends_with("abc", "bc"));
  CHECK_FALSE(String::ends_with("bc", "abc"));
  CHECK(String::matches_at("abc", "bc", 1));
  CHECK_FALSE(String::matches_at("abc", "bd", 1));
  CHECK(trap_of([] { static_cast<void>(String::matches_at("abc", "cd", 2)); }) == "byte 3 is outside a string of 3");
}

TEST_CASE("transforming") {
  CHECK(String::trim(" \t\r\nab c\n ") == "ab c");
  CHECK(String::trim("   ") == "");
  CHECK(String::trim_start("  a ") == "a ");
  CHECK(String::trim_end("  a ") == "  a");
  CHECK(String::lower("ABÉ") == "abÉ");
  CHECK(String::upper("abé") == "ABé");
  CHECK(String::replace("aXbXc", "X", "--") == "a--b--c");
  CHECK(String::replace("aaa", "aa", "b") == "ba");
  CHECK(String::replace("abc", "", "x") == "abc");
  CHECK(String::replace("XX", "X", "") == "");
  CHECK(String::repeat("ab", 3) == "ababab");
  CHECK(String::repeat("ab", 0) == "");
  CHECK(String::repeat("ab", -1) == "");
  CHECK(String::pad_left("7", 3, "0") == "007");
  CHECK(String::pad_right("7", 3, ".") == "7..");
  CHECK(String::pad_left("7", 3, "ab") == "7");
  CHECK(String::pad_left("1234", 3, "0") == "1234");
  CHECK(String::escape_html("<a href=\"x\">'&'</a>") == "&lt;a href=&quot;x&quot;&gt;&apos;&amp;&apos;&lt;/a&gt;");
  CHECK(String::escape_html("plain é") == "plain é");
}

TEST_CASE("splitting and joining") {
  CHECK(all_of(String::split("a,b,,c", ",")) == Strings{"a", "b", "", "c"});
  CHECK(all_of(String::split("", ",")) == Strings{""});
  CHECK(all_of(String::split("a,", ",")) == Strings{"a", ""});
  CHECK(all_of(String::split("abc", "")) == Strings{"abc"});
  CHECK(all_of(String::split("a--b-c", "--")) == Strings{"a", "b-c"});
  CHECK(all_of(String::split_whitespace("  a b\t\nc ")) == Strings{"a", "b", "c"});
  CHECK(all_of(String::split_whitespace(" ")).empty());
  using Split = core::Option<core::Split>;
  const Split split = String::split_once("key=a=b", "=");
  REQUIRE(split.is<Split::Some>());
  CHECK(split.as<Split::Some>().value.head == "key");
  CHECK(split.as<Split::Some>().value.rest == "a=b");
  CHECK(String::split_once("abc", "=").is<Split::None>());
  const Split empty = String::split_once("abc", "");
  CHECK(empty.as<Split::Some>().value.head == "");
  CHECK(empty.as<Split::Some>().value.rest == "abc");
  CHECK(String::join(core::List<String>::of("a", "b", "c"), ", ") == "a, b, c");
  CHECK(String::join(core::List<String>(), ", ") == "");
  CHECK(String::join(core::List<String>::of("a"), ", ") == "a");
}

TEST_CASE("a text of parts") {
  const String name = "oat";
  CHECK(text("served ", Int(3), ", queued ", name, " ", true, " ", Char(U'é'), " ", 0.5, unit) ==
        "served 3, queued oat true é 0.5()");
  CHECK(text() == "");
  CHECK(text("", "") == "");
}

TEST_CASE("characters") {
  CHECK(Char::code(U'a') == 97);
  CHECK(Char::from_code(0x10FFFF) == Char(U'\U0010FFFF'));
  CHECK(trap_of([] { static_cast<void>(Char::from_code(0xD800)); }) == "55296 is not a character");
  CHECK(trap_of([] { static_cast<void>(Char::from_code(0x110000)); }) == "1114112 is not a character");
  CHECK(trap_of([] { static_cast<void>(Char::from_code(-1)); }) == "-1 is not a character");
  CHECK(Char::to_string(U'🐌') == "🐌");
  CHECK(Char::utf8_length(U'\x7F') == 1);
  CHECK(Char::utf8_length(U'\x80') == 2);
  CHECK(Char::utf8_length(U'\u0800') == 3);
  CHECK(Char::utf8_length(U'\U00010000') == 4);
  CHECK(Char::is_digit(U'7'));
  CHECK_FALSE(Char::is_digit(U'٣'));
  CHECK(Char::is_alpha(U'q'));
  CHECK_FALSE(Char::is_alpha(U'é'));
  CHECK(Char::is_alphanumeric(U'7'));
  CHECK(Char::is_whitespace(U'\t'));
  CHECK_FALSE(Char::is_whitespace(U'\u00A0'));
  CHECK(Char::to_upper(U'a') == Char(U'A'));
  CHECK(Char::to_upper(U'é') == Char(U'é'));
  CHECK(Char::to_lower(U'Z') == Char(U'z'));
  CHECK(Char(U'Z') < Char(U'a'));
}
