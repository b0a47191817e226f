// Writing JSON (std-json-schema.md): `encode` of std/json.kh. Arrays and objects that are being written are on a stack of its own, so
// depth costs memory only.
#include <algorithm>
#include <string>
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
using Member = std::pair<const String*, const Json*>;

void write_text(std::string& to, std::string_view text) {
  static constexpr char digits[] = "0123456789abcdef";
  to += '"';
  std::size_t start = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte >= 0x20 && byte != '"' && byte != '\\') continue;
    to.append(text, start, at - start);
    start = at + 1;
    to += '\\';
    switch (byte) {
      case '\n': to += 'n'; break;
      case '\r': to += 'r'; break;
      case '\t': to += 't'; break;
      case '\b': to += 'b'; break;
      case '\f': to += 'f'; break;
      case '"':
      case '\\': to += static_cast<char>(byte); break;
      default:
        to += "u00";
        to += digits[byte >> 4];
        to += digits[byte & 0xF];
    }
  }
  to.append(text, start);
  to += '"';
}

/// The members of an object by ascending name. They are alive as long as the object is not changed.
std::vector<Member> sorted(const core::Map<String, Json>& object) {
  std::vector<Member> members;
  members.reserve(static_cast<std::size_t>(object->count.raw()));
  for (std::size_t at = 0; at < object->buckets.size(); ++at) {
    for (const Chain* chain = &object->buckets.data()[at]; chain->is<Chain::Node>(); chain = &chain->as<Chain::Node>().rest) {
      members.emplace_back(&chain->as<Chain::Node>().key, &chain->as<Chain::Node>().value);
    }
  }
  std::sort(members.begin(), members.end(), [](const Member& a, const Member& b) { return *a.first < *b.first; });
  return members;
}

/// An array or object that is partly written.
struct Open {
  bool is_object;
  Items::Iterator item{}, end{};
  std::vector<Member> members{};
  std::size_t next = 0;
  bool is_first = true;

  bool is_done() const { return is_object ? next == members.size() : item == end; }
};

}  // namespace

String encode(const Json& value) {
  std::string text;
  std::vector<Open> open;
  const Json* current = &value;
  for (;;) {
    switch (current->which()) {
      case Json::Case::Null: text += "null"; break;
      case Json::Case::Bool: text += current->as<Json::Bool>().value ? "true" : "false"; break;
      case Json::Case::Number: text += current->as<Json::Number>().literal.view(); break;
      case Json::Case::Text: write_text(text, current->as<Json::Text>().value.view()); break;
      case Json::Case::Array_: {
        const Items& items = current->as<Json::Array>().items;
        text += '[';
        open.push_back({.is_object = false, .item = items.begin(), .end = items.end()});
        break;
      }
      case Json::Case::Object:
        text += '{';
        open.push_back({.is_object = true, .members = sorted(current->as<Json::Object>().fields_)});
        break;
    }
    while (!open.empty() && open.back().is_done()) {
      text += open.back().is_object ? '}' : ']';
      open.pop_back();
    }
    if (open.empty()) return String(std::string_view(text));
    Open& around = open.back();
    if (!std::exchange(around.is_first, false)) text += ',';
    if (around.is_object) {
      const Member& member = around.members[around.next++];
      write_text(text, member.first->view());
      text += ':';
      current = member.second;
    } else {
      current = &*around.item;
      ++around.item;
    }
  }
}

}  // namespace khora::json
