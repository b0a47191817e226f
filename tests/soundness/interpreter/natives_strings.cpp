// `String` (std-core.md section 9). Positions are bytes.
#include <algorithm>

#include "interpreter/arithmetic.hpp"
#include "interpreter/natives.hpp"

namespace khora2cpp::interpreter {

namespace {

constexpr const char* spaces = " \t\r\n";

bool is_boundary(const std::string& text, Wide at) {
  if (at < 0 || at > static_cast<Wide>(text.size())) return false;
  return at == static_cast<Wide>(text.size()) || (static_cast<unsigned char>(text[static_cast<std::size_t>(at)]) & 0xC0) != 0x80;
}

Wide clamped(const std::string& text, Wide at) { return std::clamp(at, Wide{0}, static_cast<Wide>(text.size())); }

std::size_t width_at(const std::string& text, std::size_t at) {
  std::size_t end = at + 1;
  while (!is_boundary(text, static_cast<Wide>(end))) ++end;
  return end - at;
}

char32_t character_at(const std::string& text, std::size_t at) {
  const std::size_t width = width_at(text, at);
  auto code = static_cast<char32_t>(static_cast<unsigned char>(text[at]));
  if (width > 1) code &= 0x7Fu >> width;
  for (std::size_t next = 1; next < width; ++next) code = (code << 6) | (static_cast<unsigned char>(text[at + next]) & 0x3Fu);
  return code;
}

std::string trimmed(const std::string& text, bool start, bool end) {
  std::size_t from = 0;
  std::size_t to = text.size();
  const auto is_space = [](char c) { return std::string(spaces).find(c) != std::string::npos; };
  while (start && from < to && is_space(text[from])) ++from;
  while (end && from < to && is_space(text[to - 1])) --to;
  return text.substr(from, to - from);
}

template <class Change>
std::string changed(std::string text, Change change) {
  for (char& c : text) c = change(c);
  return text;
}

std::string padding(const std::string& text, Wide width, const std::string& fill) {
  const Wide missing = width - static_cast<Wide>(text.size());
  return fill.size() != 1 || missing < 1 ? "" : std::string(static_cast<std::size_t>(missing), fill[0]);
}

}  // namespace

void add_strings(Natives& natives) {
  const auto add = [&](const char* name, Native native) { natives[std::string("String::") + name] = native; };
  natives["Show for String::show"] = [](Interpreter&, const Instance&, Values& a) -> Value { return a[0]; };
  natives["Hash for String::hash"] = [](Interpreter&, const Instance&, Values& a) -> Value {
    std::uint32_t hash = 2166136261u;
    for (const char c : text_of(a[0])) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
    return Wide{hash};
  };
  add("byte_length", [](Interpreter&, const Instance&, Values& a) -> Value { return static_cast<Wide>(text_of(a[0]).size()); });
  add("byte", [](Interpreter&, const Instance&, Values& a) -> Value {
    const std::string& all = text_of(a[0]);
    if (number(a[1]) < 0 || number(a[1]) >= static_cast<Wide>(all.size())) {
      throw Trap{"byte " + digits(number(a[1])) + " is outside a string of " + std::to_string(all.size())};
    }
    return Wide{static_cast<unsigned char>(all[static_cast<std::size_t>(number(a[1]))])};
  });
  add("bytes", [](Interpreter&, const Instance&, Values& a) -> Value {
    auto cells = std::make_shared<ArrayData>();
    for (const char c : text_of(a[0])) cells->cells.push_back(Wide{static_cast<unsigned char>(c)});
    return cells;
  });
  add("slice", [](Interpreter&, const Instance&, Values& a) -> Value {
    const std::string& all = text_of(a[0]);
    const Wide from = clamped(all, number(a[1]));
    const Wide to = clamped(all, number(a[2]));
    if (from >= to) return text("");
    if (!is_boundary(all, from) || !is_boundary(all, to)) throw Trap{"this slice cuts a character in half, so it is not a String"};
    return text(all.substr(static_cast<std::size_t>(from), static_cast<std::size_t>(to - from)));
  });
  add("is_char_boundary", [](Interpreter&, const Instance&, Values& a) -> Value { return is_boundary(text_of(a[0]), number(a[1])); });
  add("char_at", [](Interpreter& run, const Instance&, Values& a) -> Value {
    const std::string& all = text_of(a[0]);
    if (number(a[1]) >= static_cast<Wide>(all.size()) || !is_boundary(all, number(a[1]))) return none(run);
    return some(run, character_at(all, static_cast<std::size_t>(number(a[1]))));
  });
  add("chars", [](Interpreter& run, const Instance&, Values& a) -> Value {
    const std::string& all = text_of(a[0]);
    Values found;
    for (std::size_t at = 0; at < all.size(); at += width_at(all, at)) found.push_back(character_at(all, at));
    return make_list(run, found);
  });
  add("char_length", [](Interpreter&, const Instance&, Values& a) -> Value {
    const std::string& all = text_of(a[0]);
    return static_cast<Wide>(std::count_if(all.begin(), all.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
  });
  add("index_of", [](Interpreter& run, const Instance&, Values& a) -> Value {
    const std::size_t at = text_of(a[0]).find(text_of(a[1]));
    return at == std::string::npos ? none(run) : some(run, static_cast<Wide>(at));
  });
  add("contains", [](Interpreter&, const Instance&, Values& a) -> Value { return text_of(a[0]).find(text_of(a[1])) != std::string::npos; });
  add("starts_with", [](Interpreter&, const Instance&, Values& a) -> Value { return text_of(a[0]).rfind(text_of(a[1]), 0) == 0; });
  add("ends_with", [](Interpreter&, const Instance&, Values& a) -> Value {
    const std::string& all = text_of(a[0]);
    const std::string& end = text_of(a[1]);
    return all.size() >= end.size() && all.compare(all.size() - end.size(), end.size(), end) == 0;
  });
  add("is_empty", [](Interpreter&, const Instance&, Values& a) -> Value { return text_of(a[0]).empty(); });
  add("trim", [](Interpreter&, const Instance&, Values& a) -> Value { return text(trimmed(text_of(a[0]), true, true)); });
  add("trim_start", [](Interpreter&, const Instance&, Values& a) -> Value { return text(trimmed(text_of(a[0]), true, false)); });
  add("trim_end", [](Interpreter&, const Instance&, Values& a) -> Value { return text(trimmed(text_of(a[0]), false, true)); });
  add("lower", [](Interpreter&, const Instance&, Values& a) -> Value {
    return text(changed(text_of(a[0]), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }));
  });
  add("upper", [](Interpreter&, const Instance&, Values& a) -> Value {
    return text(changed(text_of(a[0]), [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; }));
  });
  add("replace", [](Interpreter&, const Instance&, Values& a) -> Value {
    const std::string& all = text_of(a[0]);
    const std::string& from = text_of(a[1]);
    if (from.empty()) return a[0];
    std::string result;
    std::size_t at = 0;
    for (std::size_t found = all.find(from); found != std::string::npos; found = all.find(from, at)) {
      result += all.substr(at, found - at) + text_of(a[2]);
      at = found + from.size();
    }
    return text(result + all.substr(at));
  });
  add("repeat", [](Interpreter&, const Instance&, Values& a) -> Value {
    std::string result;
    for (Wide left = number(a[1]); left > 0; --left) result += text_of(a[0]);
    return text(std::move(result));
  });
  add("pad_left", [](Interpreter&, const Instance&, Values& a) -> Value {
    return text(padding(text_of(a[0]), number(a[1]), text_of(a[2])) + text_of(a[0]));
  });
  add("pad_right", [](Interpreter&, const Instance&, Values& a) -> Value {
    return text(text_of(a[0]) + padding(text_of(a[0]), number(a[1]), text_of(a[2])));
  });
  add("split", [](Interpreter& run, const Instance&, Values& a) -> Value {
    const std::string& all = text_of(a[0]);
    const std::string& separator = text_of(a[1]);
    if (separator.empty()) return make_list(run, {a[0]});
    Values pieces;
    std::size_t at = 0;
    for (std::size_t found = all.find(separator); found != std::string::npos; found = all.find(separator, at)) {
      pieces.push_back(text(all.substr(at, found - at)));
      at = found + separator.size();
    }
    pieces.push_back(text(all.substr(at)));
    return make_list(run, pieces);
  });
  add("split_once", [](Interpreter& run, const Instance&, Values& a) -> Value {
    const std::string& all = text_of(a[0]);
    const std::size_t at = all.find(text_of(a[1]));
    if (at == std::string::npos) return none(run);
    return some(run, make_record(run, "Split", {text(all.substr(0, at)), text(all.substr(at + text_of(a[1]).size()))}));
  });
  add("split_whitespace", [](Interpreter& run, const Instance&, Values& a) -> Value {
    const std::string& all = text_of(a[0]);
    Values pieces;
    for (std::size_t at = all.find_first_not_of(spaces); at != std::string::npos;) {
      const std::size_t end = std::min(all.find_first_of(spaces, at), all.size());
      pieces.push_back(text(all.substr(at, end - at)));
      at = all.find_first_not_of(spaces, end);
    }
    return make_list(run, pieces);
  });
  add("join", [](Interpreter&, const Instance&, Values& a) -> Value {
    std::string result;
    bool first = true;
    for (const Value& piece : items_of(a[0])) {
      if (!first) result += text_of(a[1]);
      first = false;
      result += text_of(piece);
    }
    return text(std::move(result));
  });
}

}  // namespace khora2cpp::interpreter
