#include "khora/trap.hpp"

#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <string>
#include <utility>

#include "backend/backend.hpp"
#include "backend/settings.hpp"
#include "khora/answer.hpp"
#include "park/steps.hpp"
#include "process/backtrace.hpp"

namespace khora {
namespace detail {
namespace {

constexpr int trap_status = 134;

std::string fiber_clause() {
  const FiberState* fiber = current_fiber_or_null();
  if (fiber == nullptr || fiber->kind() != FiberKind::spawned) return "";
  return " on fiber " + std::to_string(fiber->id());
}

}  // namespace

void claim_the_end(LastAct act) {
  static constinit std::atomic<bool> claimed{false};
  static constinit thread_local bool by_this_thread = false;
  static constinit thread_local bool is_reporting = false;
  if (is_reporting) _exit(trap_status);
  is_reporting = act == LastAct::report;
  if (std::exchange(by_this_thread, true) || !claimed.exchange(true)) return;
  reached(Step::end_is_taken);
  for (;;) pause();
}

void report_line(std::string_view line) {
  std::string text(line);
  text += '\n';
  const char* at = text.data();
  std::size_t left = text.size();
  while (left > 0) {
    const ssize_t written = write(STDERR_FILENO, at, left);
    if (written <= 0) return;
    at += written;
    left -= static_cast<std::size_t>(written);
  }
}

void fatal(std::string_view sentence) {
  claim_the_end(LastAct::report);
  std::fflush(stdout);
  report_line("khora: " + std::string(sentence));
  if (settings().backtrace) report_backtrace();
  _exit(trap_status);
}

void report_dropped_error(const ErrorBase& error) {
  report_line(std::string("khora: a `") + error.type_name() + "` was raised to C++ code that never looked at it");
}

}  // namespace detail

void trap(std::string_view what) {
  detail::claim_the_end(detail::LastAct::report);
  std::fflush(stdout);
  const std::string line = "khora: " + std::string(what) + detail::fiber_clause();
  if (detail::settings().backtrace) {
    detail::report_line(line);
    detail::report_backtrace();
  } else {
    detail::report_line(line + "\nnote: re-run with KHORA_BACKTRACE=1 to see where");
  }
  _exit(detail::trap_status);
}

}  // namespace khora
