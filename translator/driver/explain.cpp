#include <cstdio>

#include "diagnostics/registry.hpp"
#include "driver/commands.hpp"

namespace khora2cpp::driver {

int explain(const CommandLine& line) {
  if (line.code.empty()) {
    for (const diagnostics::Explanation& one : diagnostics::registry()) {
      std::printf("%-26s%s\n", std::string(one.code).c_str(), std::string(one.title).c_str());
    }
    return 0;
  }
  if (const diagnostics::Explanation* explanation = diagnostics::find_explanation(line.code)) {
    std::fputs(diagnostics::explanation_text(*explanation).c_str(), stdout);
    return 0;
  }
  std::fprintf(stderr, "khora2cpp: there is no diagnostic `%s`\n", line.code.c_str());
  return 2;
}

}  // namespace khora2cpp::driver
