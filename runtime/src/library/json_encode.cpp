// Writing JSON (std-json-schema.md): `encode` of std/json.kh. Arrays and objects that are being written are on a stack of its own, so
// depth costs memory only.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "khora/core/map.hpp"
#include "khora/json.hpp"
#include "khora/native/list.hpp"

namespace khora::json {
namespace {

using Items = core::List<Json>;
using Chain = core::Chain<String, Json>;

/// The bytes that stand in a text as they are.
constexpr std::array<bool, 256> plain = [] {
  std::array<bool, 256> table{};
  for (std::size_t byte = 0x20; byte < table.size(); ++byte) table[byte] = byte != '"' && byte != '\\';
  return table;
}();

void add(String& to, char byte) { to.append({&byte, 1}); }

void write_text(String& to, std::string_view text) {
  static constexpr char digits[] = "0123456789abcdef";
  add(to, '"');
  std::size_t start = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (plain[byte]) continue;
    to.append(text.substr(start, at - start));
    start = at + 1;
    add(to, '\\');
    switch (byte) {
      case '\n': add(to, 'n'); break;
      case '\r': add(to, 'r'); break;
      case '\t': add(to, 't'); break;
      case '\b': add(to, 'b'); break;
      case '\f': add(to, 'f'); break;
      case '"':
      case '\\': add(to, static_cast<char>(byte)); break;
      default:
        to.append("u00");
        add(to, digits[byte >> 4]);
        add(to, digits[byte & 0xF]);
    }
  }
  to.append(text.substr(start));
  add(to, '"');
}

/// A member of an object. The first bytes of its name, as a number, decide most comparisons.
struct Member {
  Member(const String& of, const Json& is) : name(&of), value(&is) {
    for (std::size_t at = 0; at < sizeof first; ++at) first = first << 8 | (at < of.size() ? static_cast<unsigned char>(of.data()[at]) : 0U);
  }
  friend bool operator<(const Member& a, const Member& b) { return a.first != b.first ? a.first < b.first : *a.name < *b.name; }

  const String* name;
  const Json* value;
  std::uint64_t first = 0;
};

/// The members of the objects that are being written, those of the innermost last. They are alive as long as no object is changed.
class Members {
 public:
  /// Adds those of an object by ascending name, and answers where they begin.
  std::size_t add(const core::Map<String, Json>& object) {
    const std::size_t begin = all_.size();
    for (std::size_t at = 0; at < object->buckets.size(); ++at) {
      for (const Chain* chain = &object->buckets.data()[at]; chain->is<Chain::Node>(); chain = &chain->as<Chain::Node>().rest) {
        all_.emplace_back(chain->as<Chain::Node>().key, chain->as<Chain::Node>().value);
      }
    }
    const auto first = all_.begin() + static_cast<std::ptrdiff_t>(begin);
    std::sort(first, all_.end());
    return begin;
  }
  void drop_from(std::size_t begin) { all_.erase(all_.begin() + static_cast<std::ptrdiff_t>(begin), all_.end()); }
  std::size_t end() const { return all_.size(); }
  const Member& operator[](std::size_t at) const { return all_[at]; }

 private:
  std::vector<Member> all_;
};

/// An array or object that is partly written.
struct Open {
  bool is_object;
  Items::Iterator item{}, end{};             // of an array
  std::size_t first_member = 0, member = 0;  // of an object
  bool is_first = true;
};

}  // namespace

String encode(const Json& value) {
  String text;
  std::vector<Open> open;
  Members members;
  const Json* current = &value;
  for (;;) {
    switch (current->which()) {
      case Json::Case::Null: text.append("null"); break;
      case Json::Case::Bool: text.append(current->as<Json::Bool>().value ? "true" : "false"); break;
      case Json::Case::Number: text.append(current->as<Json::Number>().literal.view()); break;
      case Json::Case::Text: write_text(text, current->as<Json::Text>().value.view()); break;
      case Json::Case::Array_: {
        const Items& items = current->as<Json::Array>().items;
        add(text, '[');
        open.push_back({.is_object = false, .item = items.begin(), .end = items.end()});
        break;
      }
      case Json::Case::Object: {
        const std::size_t first = members.add(current->as<Json::Object>().fields_);
        add(text, '{');
        open.push_back({.is_object = true, .first_member = first, .member = first});
        break;
      }
    }
    // The members of the innermost object are the last ones.
    while (!open.empty() && (open.back().is_object ? open.back().member == members.end() : open.back().item == open.back().end)) {
      if (open.back().is_object) members.drop_from(open.back().first_member);
      add(text, open.back().is_object ? '}' : ']');
      open.pop_back();
    }
    if (open.empty()) return text;
    Open& around = open.back();
    if (!std::exchange(around.is_first, false)) add(text, ',');
    if (around.is_object) {
      const Member& member = members[around.member++];
      write_text(text, member.name->view());
      add(text, ':');
      current = member.value;
    } else {
      current = &*around.item;
      ++around.item;
    }
  }
}

}  // namespace khora::json
