// Storage, joining and comparing; `StringWriter`.
#include "khora/string.hpp"

#include <algorithm>
#include <cstring>
#include <new>

#include "khora/memory.hpp"
#include "khora/native/array.hpp"
#include "khora/text.hpp"
#include "khora/trap.hpp"

namespace khora {

namespace {
constexpr detail::Kind string_kind{"String", false, nullptr};
}

String::String(std::string_view text) {
  if (text.empty()) return;
  Block* block = new_block(text.size());
  std::memcpy(block->text(), text.data(), text.size());
  data_ = block->text();
  bits_ = text.size() << 1 | 1;
}

String::Block* String::new_block(std::size_t capacity) {
  return new (detail::allocate(sizeof(Block) + capacity)) Block{detail::Header(), capacity};
}

String String::with_room(std::size_t capacity) { return String(Adopt(), new_block(capacity)->text(), 0); }

void String::free_block() {
  Block* dead = block();
  detail::deallocate(dead, sizeof(Block) + dead->capacity);
}

void String::append_growing(std::string_view more) {
  if (more.empty()) return;
  const std::size_t size = this->size();
  const std::size_t whole = size + more.size();
  if (counted() && block()->header.count.unique()) {
    Block* mine = block();
    if (whole > mine->capacity) {
      const bool own = more.data() >= data_ && more.data() <= data_ + size;  // a string appended to itself
      const std::size_t offset = own ? static_cast<std::size_t>(more.data() - data_) : 0;
      const std::size_t capacity = std::max(whole, 2 * mine->capacity);
      mine = static_cast<Block*>(
          detail::reallocate(mine, sizeof(Block) + mine->capacity, sizeof(Block) + capacity));
      mine->capacity = capacity;
      data_ = mine->text();
      if (own) more = {data_ + offset, more.size()};
    }
    std::memcpy(mine->text() + size, more.data(), more.size());
  } else {
    // The first append to something that others may have, or to a literal: room for more of them.
    Block* mine = new_block(size == 0 ? whole : std::max<std::size_t>(2 * size, whole));
    std::memcpy(mine->text(), data_, size);
    std::memcpy(mine->text() + size, more.data(), more.size());
    release();
    data_ = mine->text();
  }
  bits_ = whole << 1 | 1;
}

String String::joined(const String& a, const String& b) {
  if (a.size() == 0) return b;
  if (b.size() == 0) return a;
  StringWriter writer(a.size() + b.size());
  writer.write(a.view());
  writer.write(b.view());
  return std::move(writer).finish();
}

bool String::same(const String& a, const String& b) {
  return a.size() == b.size() && (a.data_ == b.data_ || std::memcmp(a.data_, b.data_, a.size()) == 0);
}

int String::compare(const String& a, const String& b) {
  const int order = std::memcmp(a.data_, b.data_, std::min(a.size(), b.size()));
  if (order != 0) return order;
  return a.size() < b.size() ? -1 : a.size() > b.size() ? 1 : 0;
}

void String::visit_references(detail::Visitor& visitor) const {
  if (counted()) visitor.reference(block()->header, string_kind);
}

void String::trap_no_byte(Int index, const String& self) {
  trap(text("byte ", index, " is outside a string of ", byte_length(self)).view());
}

String String::from_bytes(const core::Array<U8>& bytes) {
  if (!core::Array<U8>::is_utf8(bytes)) trap("these bytes are not UTF-8, so they are not a String");
  return String(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

core::Array<U8> String::bytes(const String& self) {
  core::Array<U8> bytes = core::Array<U8>::new_(byte_length(self), 0);
  if (self.size() > 0) std::memcpy(static_cast<void*>(bytes.data()), self.data_, self.size());
  return bytes;
}

void String::copy_into(const String& self, Int from, const core::Array<U8>& target, Int at, Int count) {
  core::Array<U8>::check_range(from, count, self.size());
  core::Array<U8>::check_range(at, count, target.size());
  if (count > 0) {
    std::memcpy(static_cast<void*>(target.data() + at.raw()), self.data_ + from.raw(),
                static_cast<std::size_t>(count.raw()));
  }
}

StringWriter::StringWriter(std::size_t size) : block_(size == 0 ? nullptr : String::new_block(size)), size_(size) {}

String StringWriter::finish() && {
  if (block_ == nullptr) return String();
  return String(String::Adopt(), block_->text(), size_);
}

}  // namespace khora
