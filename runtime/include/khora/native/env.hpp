// What std::env leaves to C++ (std-io.md).
#pragma once

#include "khora/core_fwd.hpp"
#include "khora/native/list.hpp"
#include "khora/string.hpp"

namespace khora::env {

core::Option<String> read_variable(const String& name);
core::List<String> read_arguments();

}  // namespace khora::env
