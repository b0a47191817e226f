#include "khora/foreign.hpp"

#include <exception>
#include <string>

#include "khora/trap.hpp"

namespace khora::detail {

void trap_foreign_exception(const char* name) noexcept {
  std::string what = "a C++ exception left the foreign function `" + std::string(name) + "`";
  try {
    throw;
  } catch (const std::exception& exception) {
    what += ": " + std::string(exception.what());
  } catch (...) {
    what += ", one of an unknown type";
  }
  trap(what);
}

void stopped_below_c(const char* name) {
  if (current_fiber().level() == StopLevel::aborted) return;
  trap("`" + std::string(name) + "`, which C called, was stopped and has no answer");
}

}  // namespace khora::detail
