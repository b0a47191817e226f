// The environment of the process (std-io.md): the functions that std/env.kh declares without a body.
#include "khora/env.hpp"

#include <cstdlib>
#include <string>

#include "khora/native/array.hpp"
#include "khora/native/list.hpp"
#include "khora/program.hpp"
#include "khora/trap.hpp"

namespace khora::env {
namespace {

/// A text from outside; one that is not UTF-8 cannot be a `String`.
String text_of(const char* bytes, const char* what) {
  const std::string_view view = bytes;
  if (!core::array_detail::is_utf8(reinterpret_cast<const unsigned char*>(view.data()), view.size())) {
    trap(std::string(what) + " is not UTF-8");
  }
  return String(view);
}

}  // namespace

core::Option<String> read_variable(const String& name) {
  const std::string variable(name.view());
  const char* value = std::getenv(variable.c_str());
  if (value == nullptr) return core::Option<String>::None{};
  return core::Option<String>::Some{text_of(value, ("the environment variable " + variable).c_str())};
}

core::List<String> read_arguments() {
  const detail::Arguments arguments = detail::program_arguments();
  ListBuilder<String> list;
  for (int i = 0; i < arguments.count; ++i) list.add(text_of(arguments.values[i], "an argument of the program"));
  return list.finish();
}

}  // namespace khora::env
