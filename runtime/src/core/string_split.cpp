// Splitting and joining strings (std-core.md 9.7).
#include "khora/core/option.hpp"
#include "khora/core/split.hpp"
#include "khora/native/list.hpp"
#include "khora/string.hpp"

namespace khora {

core::List<String> String::split(const String& self, const String& separator) {
  if (separator.size() == 0) return core::List<String>::of(self);
  ListBuilder<String> pieces;
  const std::string_view text = self.view();
  std::size_t done = 0;
  for (std::size_t at = text.find(separator.view()); at != text.npos; at = text.find(separator.view(), done)) {
    pieces.add(String(text.substr(done, at - done)));
    done = at + separator.size();
  }
  pieces.add(done == 0 ? self : String(text.substr(done)));
  return pieces.finish();
}

core::Option<core::Split> String::split_once(const String& self, const String& separator) {
  using Option = core::Option<core::Split>;
  const std::string_view text = self.view();
  const std::size_t at = text.find(separator.view());
  if (at == text.npos) return Option::None{};
  return Option::Some{core::Split{String(text.substr(0, at)), String(text.substr(at + separator.size()))}};
}

core::List<String> String::split_whitespace(const String& self) {
  ListBuilder<String> pieces;
  const std::string_view text = self.view();
  const auto space = [&](std::size_t at) { return is_space(static_cast<std::uint8_t>(text[at])); };
  for (std::size_t at = 0; at < text.size();) {
    while (at < text.size() && space(at)) ++at;
    std::size_t end = at;
    while (end < text.size() && !space(end)) ++end;
    if (end > at) pieces.add(String(text.substr(at, end - at)));
    at = end;
  }
  return pieces.finish();
}

String String::join(const core::List<String>& pieces, const String& separator) {
  std::size_t size = 0, count = 0;
  for (const String& piece : pieces) {
    size += piece.size();
    ++count;
  }
  if (count == 0) return String();
  if (count == 1) return *pieces.begin();
  StringWriter writer(size + (count - 1) * separator.size());
  bool first = true;
  for (const String& piece : pieces) {
    if (!first) writer.write(separator.view());
    writer.write(piece.view());
    first = false;
  }
  return std::move(writer).finish();
}

}  // namespace khora
