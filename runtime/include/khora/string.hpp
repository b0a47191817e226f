// `String`: immutable UTF-8 text (std-core.md 9). All lengths and offsets are in bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "khora/char.hpp"
#include "khora/count.hpp"
#include "khora/integer.hpp"
#include "khora/ptr.hpp"
#include "khora/tagged.hpp"
#include "khora/walk.hpp"

namespace khora {

namespace detail {

/// `memcpy` for pieces of text, most of which are shorter than a call is worth.
inline void copy_text(char* to, const char* from, std::size_t size) {
  const auto copy_ends = [=](auto part) {
    auto last = part;
    std::memcpy(&part, from, sizeof part);
    std::memcpy(&last, from + size - sizeof last, sizeof last);
    std::memcpy(to, &part, sizeof part);
    std::memcpy(to + size - sizeof last, &last, sizeof last);
  };
  if (size > 16) {
    std::memcpy(to, from, size);
  } else if (size >= 8) {
    copy_ends(std::uint64_t{});
  } else if (size >= 4) {
    copy_ends(std::uint32_t{});
  } else if (size >= 2) {
    copy_ends(std::uint16_t{});
  } else if (size == 1) {
    *to = *from;
  }
}

}  // namespace detail

/// A literal is never copied, counted or allocated; all other text is in a counted block. Copying a `String` copies no text.
class String {
 public:
  constexpr String() noexcept = default;
  /// For string literals only: the text is not copied, and must live for ever. It may contain NULs.
  template <std::size_t N>
  constexpr String(const char (&literal)[N]) noexcept : data_(literal), bits_((N - 1) << 1) {}
  /// Copies `text`, which must be UTF-8.
  explicit String(std::string_view text);

  String(const String& other) noexcept : data_(other.data_), bits_(other.bits_) { retain(); }
  String(String&& other) noexcept : data_(other.data_), bits_(other.bits_) { other.forget(); }
  String& operator=(const String& other) noexcept {
    other.retain();
    release();
    data_ = other.data_;
    bits_ = other.bits_;
    return *this;
  }
  String& operator=(String&& other) noexcept {
    if (this != &other) {
      release();
      data_ = other.data_;
      bits_ = other.bits_;
      other.forget();
    }
    return *this;
  }
  ~String() { release(); }

  std::string_view view() const { return {data_, size()}; }
  const char* data() const { return data_; }
  std::size_t size() const { return bits_ >> 1; }

  friend String operator+(const String& a, const String& b) { return joined(a, b); }
  /// Appends in place when nobody else has the text, so that a loop of `s = std::move(s) + x` is linear.
  friend String operator+(String&& a, const String& b) {
    a.append(b.view());
    return static_cast<String&&>(a);
  }
  friend bool operator==(const String& a, const String& b) { return same(a, b); }
  friend bool operator!=(const String& a, const String& b) { return !same(a, b); }
  // By bytes, which for UTF-8 is by code points.
  friend bool operator<(const String& a, const String& b) { return compare(a, b) < 0; }
  friend bool operator<=(const String& a, const String& b) { return compare(a, b) <= 0; }
  friend bool operator>(const String& a, const String& b) { return compare(a, b) > 0; }
  friend bool operator>=(const String& a, const String& b) { return compare(a, b) >= 0; }

  /// Negative, zero or positive, as `a` is before, equal to or after `b`.
  static int compare(const String& a, const String& b);

  void visit_references(detail::Visitor& visitor) const;

  /// Adds `more` behind this text, in place when nobody else has it. Programs never see a string change.
  void append(std::string_view more) {
    if (counted() && block()->header.count.unique() && more.size() <= block()->capacity - size()) {
      detail::copy_text(block()->text() + size(), more.data(), more.size());
      bits_ += more.size() << 1;
    } else {
      append_growing(more);
    }
  }

  // ---- bytes (9.2) ------------------------------------------------------------------------------------------------------------

  static Int byte_length(const String& self) { return static_cast<std::int64_t>(self.size()); }
  static U8 byte(const String& self, Int index) {
    const auto at = static_cast<std::size_t>(index.raw());
    if (at >= self.size()) trap_no_byte(index, self);
    return static_cast<std::uint8_t>(self.data_[at]);
  }
  static String from_bytes(const core::Array<U8>& bytes);
  static core::Array<U8> bytes(const String& self);
  static void copy_into(const String& self, Int from, const core::Array<U8>& target, Int at, Int count);
  template <class B, class F>
  static Tagged<B> with_data(const String& self, const F& body) {
    if (stop_at_entry()) return stopped;
    return call(body, Ptr(const_cast<char*>(self.data_)), byte_length(self));
  }
  template <class B, class F>
  static Tagged<B> with_c_string(const String& self, const F& body) {
    if (stop_at_entry()) return stopped;
    const String terminated = joined(self, "\0");
    return call(body, Ptr(const_cast<char*>(terminated.data_)));
  }

  // ---- cutting (9.3) ----------------------------------------------------------------------------------------------------------

  static String slice(const String& self, Int from, Int to);
  static bool is_char_boundary(const String& self, Int at);
  static Int next_boundary(const String& self, Int at);
  static Int previous_boundary(const String& self, Int at);

  // ---- characters (9.4) -------------------------------------------------------------------------------------------------------

  static core::Option<Char> char_at(const String& self, Int at);
  static core::List<Char> chars(const String& self);
  static Int char_length(const String& self);
  static Int chars_between(const String& self, Int start, Int end);

  // ---- searching (9.5) --------------------------------------------------------------------------------------------------------

  static Int find(const String& self, const String& needle, Int from);
  static core::Option<Int> index_of(const String& self, const String& needle);
  static bool contains(const String& self, const String& needle);
  static bool starts_with(const String& self, const String& prefix);
  static bool ends_with(const String& self, const String& suffix);
  static bool matches_at(const String& self, const String& needle, Int at);
  static bool is_empty(const String& self) { return self.size() == 0; }

  // ---- transforming (9.6) -----------------------------------------------------------------------------------------------------

  static String trim(const String& self);
  static String trim_start(const String& self);
  static String trim_end(const String& self);
  static String lower(const String& self);
  static String upper(const String& self);
  static String replace(const String& self, const String& from, const String& to);
  static String repeat(const String& self, Int count);
  static String pad_left(const String& self, Int width, const String& fill);
  static String pad_right(const String& self, Int width, const String& fill);
  static String escape_html(const String& self);

  // ---- splitting and joining (9.7) --------------------------------------------------------------------------------------------

  static core::List<String> split(const String& self, const String& separator);
  static core::Option<core::Split> split_once(const String& self, const String& separator);
  static core::List<String> split_whitespace(const String& self);
  static String join(const core::List<String>& pieces, const String& separator);
  static constexpr bool is_space(U8 byte) { return byte == 32 || byte == 9 || byte == 13 || byte == 10; }

 private:
  friend class StringWriter;

  /// The counted form: this, then the text.
  struct Block {
    detail::Header header;
    std::size_t capacity;
    char* text() { return reinterpret_cast<char*>(this + 1); }
  };
  struct Adopt {};
  constexpr String(Adopt, const char* data, std::size_t size) : data_(data), bits_(size << 1 | 1) {}

  static Block* new_block(std::size_t capacity);
  /// An empty text, to which as many bytes can be appended without another block.
  static String with_room(std::size_t capacity);
  bool counted() const { return (bits_ & 1) != 0; }
  Block* block() const {
    // Computed as a number: g++ takes the address before a literal for a mistake, though only counted text has a block.
    return reinterpret_cast<Block*>(reinterpret_cast<std::uintptr_t>(data_) - sizeof(Block));
  }
  void retain() const {
    if (counted()) block()->header.count.retain();
  }
  void release() {
    if (counted() && block()->header.count.release()) free_block();
  }
  void forget() {
    data_ = "";
    bits_ = 0;
  }
  void free_block();
  void append_growing(std::string_view more);

  static String joined(const String& a, const String& b);
  static bool same(const String& a, const String& b);
  [[noreturn]] static void trap_no_byte(Int index, const String& self);

  const char* data_ = "";
  /// Twice the length, plus one when the text is in a block.
  std::size_t bits_ = 0;
};

/// Text of a known length that is being written, byte by byte, before anybody can see it.
class StringWriter {
 public:
  /// The caller writes exactly `size` bytes of UTF-8 to `data()`, then takes the result.
  explicit StringWriter(std::size_t size);
  char* data() { return block_ == nullptr ? nullptr : block_->text(); }
  void write(std::string_view piece) {
    if (piece.empty()) return;
    detail::copy_text(block_->text() + written_, piece.data(), piece.size());
    written_ += piece.size();
  }
  String finish() &&;
  StringWriter(const StringWriter&) = delete;
  StringWriter& operator=(const StringWriter&) = delete;

 private:
  String::Block* block_;
  std::size_t size_;
  std::size_t written_ = 0;
};

}  // namespace khora
