// What std::permissions::grants leaves to C++ (std-db-trace.md): what the program's manifest grants.
#pragma once

#include "khora/native/list.hpp"
#include "khora/string.hpp"

namespace khora::permissions::grants {

core::List<String> fs_read();
core::List<String> fs_write();
core::List<String> env();
core::List<String> network();
core::List<String> process();

}  // namespace khora::permissions::grants
