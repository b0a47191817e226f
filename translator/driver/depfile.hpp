// The rule that tells Make and Ninja which files a translation has read.
#pragma once

#include <string>
#include <vector>

namespace khora2cpp::driver {

/// `target: input input ..`, with what Make would take for its own signs escaped.
std::string depfile_text(const std::string& target, const std::vector<std::string>& inputs);

}  // namespace khora2cpp::driver
