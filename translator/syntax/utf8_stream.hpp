// The characters of a file as ANTLR reads them, indexed by byte, so that token positions are byte offsets.
// Internal to syntax/.
#pragma once

#include <string>
#include <string_view>

#include "antlr4-runtime.h"

namespace khora2cpp::syntax {

/// `text` must be valid UTF-8 and outlive the stream.
class Utf8Stream final : public antlr4::CharStream {
 public:
  explicit Utf8Stream(std::string_view text) : text_(text) {}

  void consume() override { at_ += length_at(at_); }
  /// Only the next character, which is all that the lexer's simulator looks at.
  std::size_t LA(ssize_t offset) override {
    if (offset != 1 || at_ >= text_.size()) return antlr4::IntStream::EOF;
    const auto lead = static_cast<unsigned char>(text_[at_]);
    return lead < 0x80 ? lead : decode();
  }
  ssize_t mark() override { return -1; }
  void release(ssize_t) override {}
  std::size_t index() override { return at_; }
  void seek(std::size_t index) override { at_ = index; }
  std::size_t size() override { return text_.size(); }
  std::string getSourceName() const override { return {}; }
  std::string getText(const antlr4::misc::Interval&) override { return {}; }
  std::string toString() const override { return {}; }

 private:
  std::size_t length_at(std::size_t at) const {
    const auto lead = static_cast<unsigned char>(text_[at]);
    return lead < 0x80 ? 1 : lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  }
  std::size_t decode() const {
    const std::size_t length = length_at(at_);
    std::size_t value = static_cast<unsigned char>(text_[at_]) & (0xffu >> (length + 1));
    for (std::size_t next = 1; next < length; ++next) {
      value = (value << 6) | (static_cast<unsigned char>(text_[at_ + next]) & 0x3fu);
    }
    return value;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace khora2cpp::syntax
