#include "emit/scope.hpp"

#include "emit/reserved.hpp"

namespace khora2cpp::emit {

namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

std::string uncaptured(std::string name) {
  // A reserved name stays one whatever follows it; three `_` keep it apart from the implementation's own names, `_T_SIZE_` and `__FILE__`.
  if (is_reserved(name)) {
    do name += '_';
    while (!name.ends_with("___"));
  }
  while (is_captured(name)) name += '_';
  return name;
}

std::string Scope::take(std::string base) {
  std::string name = uncaptured(std::move(base));
  while (contains(name)) name += '_';
  taken_.insert(name);
  return name;
}

std::string Scope::take_numbered(const std::string& base) {
  std::string name = uncaptured(base);
  for (int number = 2; contains(name); ++number) name = base + "_" + std::to_string(number);
  taken_.insert(name);
  return name;
}

std::string capitalized(std::string name) {
  if (!name.empty() && name[0] >= 'a' && name[0] <= 'z') name[0] = static_cast<char>(name[0] - 'a' + 'A');
  return name;
}

std::string as_identifier(std::string_view text) {
  std::string name;
  for (const char c : text) {
    if (is_letter(c) || is_digit(c)) {
      name += c;
    } else if (!name.empty() && name.back() != '_') {
      name += '_';
    }
  }
  while (!name.empty() && name.back() == '_') name.pop_back();
  if (name.empty() || is_digit(name[0])) name.insert(0, "test_");
  return name;
}

}  // namespace khora2cpp::emit
