// `khora::text(..)`: what string interpolation becomes.
#pragma once

#include <type_traits>
#include <utility>

#include "khora/scalars.hpp"
#include "khora/string.hpp"

namespace khora {

namespace detail {

/// One part of a text: a reference to text that outlives the call, or the digits of a number.
class TextPart {
 public:
  template <std::size_t N>
  TextPart(const char (&literal)[N]) : data_(literal), size_(N - 1) {}
  TextPart(const String& string) : data_(string.data()), size_(string.size()) {}
  TextPart(std::string_view view) : data_(view.data()), size_(view.size()) {}
  TextPart(bool value) : data_(value ? "true" : "false"), size_(value ? 4 : 5) {}
  TextPart(Unit) : data_("()"), size_(2) {}
  TextPart(double value);
  TextPart(Char value);
  /// Like `Show`, traps for a `U64` above the largest `Int` (std-core.md 4).
  template <class T>
  TextPart(Integer<T> value) {
    if constexpr (std::is_same_v<T, std::int64_t>) {
      set_digits(value);
    } else {
      set_digits(Integer<T>::to_int(value));
    }
  }
  TextPart(const TextPart&) = delete;
  TextPart& operator=(const TextPart&) = delete;

  std::string_view view() const { return {data_ == nullptr ? buffer_ : data_, size_}; }

 private:
  void set_digits(Int value);

  /// Null when the text is in the buffer.
  const char* data_ = nullptr;
  std::size_t size_ = 0;
  char buffer_[32];
};

String join_parts(const TextPart* parts, std::size_t count);
/// The parts behind `text`, in its own storage when nobody else has it.
void append_parts(String& text, const TextPart* parts, std::size_t count);

}  // namespace detail

/// The parts one after the other, in one allocation. Parts are literals, `String`s and scalars in their `Show` form; whatever
/// else is interpolated has been shown before.
template <class... As>
String text(const As&... parts) {
  const detail::TextPart all[] = {detail::TextPart(parts)...};
  return detail::join_parts(all, sizeof...(As));
}

inline String text() { return String(); }

/// `text + khora::text(parts..)` without the string in between: what a loop that builds a text becomes.
template <class... As>
String append(String&& text, const As&... parts) {
  const detail::TextPart all[] = {detail::TextPart(parts)...};
  detail::append_parts(text, all, sizeof...(As));
  return std::move(text);
}

}  // namespace khora
