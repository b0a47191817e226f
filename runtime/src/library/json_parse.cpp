// Reading JSON (std-json-schema.md): `parse` of std/json.kh. A scanner of our own, since errors, numbers and depth are as the library
// specifies and no reader of others' gives that. Open arrays and objects are on a stack of its own, so depth costs memory only.
#include <array>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "khora/core/map.hpp"
#include "khora/core/option.hpp"
#include "khora/json.hpp"
#include "khora/native/list.hpp"

namespace khora::json {
namespace {

using Object = core::Map<String, Json>;
using Answer = core::Result<Json, JsonError>;

/// An array or object whose end has not been read.
struct Open {
  bool is_object = false;
  ListBuilder<Json> items{};
  Object members{};
  String key{};
};

/// The names of members. Those that come again and again share one text.
class Names {
 public:
  String of(std::string_view name) {
    constexpr std::size_t longest = 32;
    if (name.empty() || name.size() > longest) return String(name);
    String& kept = kept_[std::hash<std::string_view>()(name) % kept_.size()];
    if (kept.view() != name) kept = String(name);
    return kept;
  }

 private:
  std::array<String, 64> kept_;
};

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Tagged<Answer> document() {
    for (;;) {
      // A value starts here.
      Json value;
      skip_space();
      if (next_is('{') || next_is('[')) {
        if (stop_pending()) return stopped;
        if (!open(value)) {
          if (failed()) return error();
          continue;
        }
      } else if (!scalar(value)) {
        return error();
      }
      // A value has ended, and may end those around it.
      for (;;) {
        skip_space();
        if (open_.empty()) {
          if (at_ < text_.size()) return fail("the end of the document"), error();
          return Answer(Answer::Ok{std::move(value)});
        }
        Open& around = open_.back();
        if (around.is_object) {
          if (Rest rest = Object::insert(around.members, around.key, value).rest()) return rest;
        } else {
          around.items.add(std::move(value));
        }
        if (take(',')) {
          if (around.is_object && !key()) return error();
          break;
        }
        if (!take(around.is_object ? '}' : ']')) {
          return fail(around.is_object ? "a comma or a closing brace" : "a comma or a closing bracket"), error();
        }
        value = around.is_object ? Json(Json::Object{std::move(around.members)}) : Json(Json::Array{around.items.finish()});
        open_.pop_back();
      }
    }
  }

 private:
  // ---- the document -------------------------------------------------------------------------------------------------------------

  /// Reads the start of an array or object. True when it is empty, and so a whole value.
  bool open(Json& value) {
    const bool is_object = take('{');
    if (!is_object) take('[');
    skip_space();
    if (take(is_object ? '}' : ']')) {
      value = is_object ? Json(Json::Object{Object::new_()}) : Json(Json::Array{});
      return true;
    }
    open_.emplace_back();
    open_.back().is_object = is_object;
    if (is_object) {
      open_.back().members = Object::new_();
      key();
    }
    return false;
  }

  bool key() {
    skip_space();
    if (!next_is('"')) return fail("a string");
    const std::optional<String> name = string([this](std::string_view text) { return names_.of(text); });
    if (!name) return false;
    skip_space();
    if (!take(':')) return fail("a colon");
    open_.back().key = *name;
    return true;
  }

  bool scalar(Json& value) {
    if (at_ == text_.size()) return fail("a value");
    switch (text_[at_]) {
      case '"': {
        const std::optional<String> text = string([](std::string_view read) { return String(read); });
        if (text) value = Json::Text{*text};
        return text.has_value();
      }
      case 'n':
        value = Json::Null{};
        return keyword("null");
      case 't':
        value = Json::Bool{true};
        return keyword("true");
      case 'f':
        value = Json::Bool{false};
        return keyword("false");
      default:
        if (text_[at_] == '-' || next_is_digit()) return number(value);
        return fail("a value");
    }
  }

  bool keyword(std::string_view word) {
    if (!text_.substr(at_).starts_with(word)) return fail(word);
    at_ += word.size();
    return true;
  }

  bool number(Json& value) {
    const std::size_t start = at_;
    take('-');
    if (!next_is_digit()) return fail("a digit");
    const std::size_t first = at_;
    skip_digits();
    if (text_[first] == '0' && at_ > first + 1) {
      at_ = first;
      return fail("a digit other than `0`, since only `0` itself may start with one");
    }
    if (take('.')) {
      if (!next_is_digit()) return fail("a digit after the decimal point");
      skip_digits();
    }
    if (take('e') || take('E')) {
      if (!take('+')) take('-');
      if (!next_is_digit()) return fail("a digit in the exponent");
      skip_digits();
    }
    value = Json::Number{String(text_.substr(start, at_ - start))};
    return true;
  }

  // ---- strings ------------------------------------------------------------------------------------------------------------------

  template <class Make>
  std::optional<String> string(const Make& make) {
    ++at_;
    std::size_t start = at_;
    std::string unescaped;
    for (;;) {
      while (at_ < text_.size() && text_[at_] != '"' && text_[at_] != '\\' && static_cast<unsigned char>(text_[at_]) >= 0x20) ++at_;
      if (at_ == text_.size()) return fail("a closing quote"), std::nullopt;
      const std::string_view plain = text_.substr(start, at_ - start);
      if (text_[at_] == '"') {
        ++at_;
        if (unescaped.empty()) return make(plain);
        return make(unescaped.append(plain));
      }
      if (text_[at_] != '\\') return fail("an escape: a control character must be written `\\u00XX`"), std::nullopt;
      unescaped.append(plain);
      ++at_;
      if (!escape(unescaped)) return std::nullopt;
      start = at_;
    }
  }

  /// Reads what stands behind a backslash.
  bool escape(std::string& to) {
    if (at_ == text_.size()) return fail("an escape");
    switch (text_[at_]) {
      case '"': to += '"'; break;
      case '\\': to += '\\'; break;
      case '/': to += '/'; break;
      case 'b': to += '\b'; break;
      case 'f': to += '\f'; break;
      case 'n': to += '\n'; break;
      case 'r': to += '\r'; break;
      case 't': to += '\t'; break;
      case 'u':
        ++at_;
        return code_point(to);
      default:
        return fail("one of \" \\ / b f n r t u");
    }
    ++at_;
    return true;
  }

  /// Reads the digits behind `\u`, and a second escape where the first is half of a pair.
  bool code_point(std::string& to) {
    const std::size_t digits = at_;
    char32_t code = 0;
    if (!four_digits(code)) return false;
    if (is_low(code)) {
      at_ = digits;
      return fail("a character, not a low surrogate on its own");
    }
    if (code >= 0xD800 && code < 0xDC00) {
      static constexpr std::string_view expected = "the low half of a surrogate pair";
      if (!text_.substr(at_).starts_with("\\u")) return fail(expected);
      at_ += 2;
      const std::size_t second = at_;
      char32_t low = 0;
      if (!four_digits(low)) return false;
      if (!is_low(low)) {
        at_ = second;
        return fail(expected);
      }
      code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00);
    }
    append(to, code);
    return true;
  }

  static bool is_low(char32_t code) { return code >= 0xDC00 && code < 0xE000; }

  bool four_digits(char32_t& code) {
    const std::size_t start = at_;
    for (int i = 0; i < 4; ++i, ++at_) {
      const char c = at_ < text_.size() ? text_[at_] : '\0';
      const bool is_digit = c >= '0' && c <= '9', is_small = c >= 'a' && c <= 'f', is_capital = c >= 'A' && c <= 'F';
      if (!is_digit && !is_small && !is_capital) {
        at_ = start;
        return fail("four hex digits");
      }
      code = code * 16 + static_cast<char32_t>(is_digit ? c - '0' : (is_small ? c - 'a' : c - 'A') + 10);
    }
    return true;
  }

  static void append(std::string& to, char32_t code) {
    const auto add = [&](char32_t byte) { to += static_cast<char>(byte); };
    if (code < 0x80) {
      add(code);
    } else if (code < 0x800) {
      add(0xC0 | code >> 6), add(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
      add(0xE0 | code >> 12), add(0x80 | (code >> 6 & 0x3F)), add(0x80 | (code & 0x3F));
    } else {
      add(0xF0 | code >> 18), add(0x80 | (code >> 12 & 0x3F)), add(0x80 | (code >> 6 & 0x3F)), add(0x80 | (code & 0x3F));
    }
  }

  // ---- characters and failures --------------------------------------------------------------------------------------------------

  bool next_is(char c) const { return at_ < text_.size() && text_[at_] == c; }
  bool next_is_digit() const { return at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; }
  bool take(char c) {
    if (!next_is(c)) return false;
    ++at_;
    return true;
  }
  void skip_digits() {
    while (next_is_digit()) ++at_;
  }
  void skip_space() {
    while (next_is(' ') || next_is('\n') || next_is('\t') || next_is('\r')) ++at_;
  }

  /// Something else was expected here. False, so that it can be returned.
  bool fail(std::string_view expected) {
    expected_ = expected;
    return false;
  }
  bool failed() const { return !expected_.empty(); }
  Answer error() const {
    return Answer::Err{JsonError{static_cast<std::int64_t>(at_), String(expected_)}};
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::deque<Open> open_;
  Names names_;
  std::string_view expected_;
};

}  // namespace

Tagged<core::Result<Json, JsonError>> parse(const String& text) { return Parser(text.view()).document(); }

}  // namespace khora::json
