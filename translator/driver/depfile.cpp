#include "driver/depfile.hpp"

namespace khora2cpp::driver {
namespace {

std::string escaped(const std::string& path) {
  std::string text;
  for (char c : path) {
    if (c == ' ' || c == '#') text += '\\';
    if (c == '$') text += '$';
    text += c;
  }
  return text;
}

}  // namespace

std::string depfile_text(const std::string& target, const std::vector<std::string>& inputs) {
  std::string text = escaped(target) + ":";
  for (const std::string& input : inputs) text += " \\\n  " + escaped(input);
  return text + "\n";
}

}  // namespace khora2cpp::driver
