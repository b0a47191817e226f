// The C++ compiler: `$CXX`, else the one khora2cpp was built with.
#pragma once

#include <optional>
#include <string>

#include "diagnostics/diagnostic.hpp"
#include "driver/installation.hpp"
#include "driver/process.hpp"

namespace khora2cpp::driver {

struct Toolchain {
  Arguments command;     ///< the compiler and the options that came with it
  std::string identity;  ///< changes when the compiler does
  bool is_default = false;
};

/// Without a value, the reason is in `diagnostics` (D904). Starts nothing.
std::optional<Toolchain> find_toolchain(const Installation& installation,
                                        diagnostics::Diagnostics& diagnostics);

/// Whether the compiler compiles a program that does nothing. Tells a broken compiler from a mistake of ours.
bool can_compile(const Toolchain& toolchain);

}  // namespace khora2cpp::driver
