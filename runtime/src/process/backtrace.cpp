#include "process/backtrace.hpp"

#include <cxxabi.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "khora/trap.hpp"

#if __has_include(<backtrace.h>) && defined(KHORA_HAVE_BACKTRACE)
#include <backtrace.h>
#define KHORA_DETAIL_LIBBACKTRACE 1
#endif

namespace khora::detail {

#if defined(KHORA_DETAIL_LIBBACKTRACE)
namespace {

struct Trace {
  backtrace_state* state;
  int frames = 0;
  bool inside_runtime = true;  // the frames of the report itself and of checked operations come first
};

/// Whether a function is the runtime's or the library's: it lies in `khora::`, whatever its result and parameters are.
bool is_ours(std::string_view name) {
  const std::string_view head = name.substr(0, name.find('('));
  const std::size_t place = head.find("khora::");
  if (place == std::string_view::npos) return false;
  // Not for a function of the program that has one of our types among its template arguments.
  return head.substr(0, place).find('<') == std::string_view::npos;
}

void on_error(void*, const char*, int) {}

std::string demangled(const char* symbol) {
  int status = 0;
  char* text = abi::__cxa_demangle(symbol, nullptr, nullptr, &status);
  std::string name = status == 0 && text != nullptr ? text : symbol;
  std::free(text);
  return name;
}

void on_symbol(void* data, std::uintptr_t, const char* symbol, std::uintptr_t, std::uintptr_t) {
  *static_cast<const char**>(data) = symbol;
}

int on_frame(void* data, std::uintptr_t place, const char* file, int line, const char* function) {
  auto& trace = *static_cast<Trace*>(data);
  // Without debug information the symbols still say which function it is.
  if (function == nullptr) backtrace_syminfo(trace.state, place, &on_symbol, &on_error, &function);
  const std::string name = function == nullptr ? "?" : demangled(function);
  if (trace.inside_runtime && (function == nullptr || is_ours(name))) return 0;
  trace.inside_runtime = false;
  constexpr int most_frames = 100;
  if (trace.frames >= most_frames) return 1;
  std::string text = "  " + std::to_string(trace.frames++) + ": " + name;
  if (file != nullptr) text += "\n       at " + std::string(file) + ":" + std::to_string(line);
  report_line(text);
  return name == "main" ? 1 : 0;
}

}  // namespace

void report_backtrace() {
  report_line("stack trace:");
  backtrace_state* state = backtrace_create_state(nullptr, /*threaded=*/1, &on_error, nullptr);
  Trace trace{state};
  backtrace_full(state, 0, &on_frame, &on_error, &trace);
}
#else
void report_backtrace() { report_line("stack trace: not available in this build"); }
#endif

}  // namespace khora::detail
