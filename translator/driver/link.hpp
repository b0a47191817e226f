// What a program is linked with besides its own objects: the words of `--link`.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "diagnostics/diagnostic.hpp"

namespace khora2cpp::driver {

struct Links {
  std::vector<std::string> words;            ///< for the linker, in the order given; paths are absolute
  std::vector<std::filesystem::path> files;  ///< that they stand for, so far as they can be told without the linker
};

/// Understands `FILE`, `-lNAME` and `-LDIR`; any other word that begins with `-` is handed to the linker as it is. Without a value a
/// file is missing (D902).
std::optional<Links> find_links(const std::vector<std::string>& words, diagnostics::Diagnostics& diagnostics);

/// The symbol of those in `imports` that the linker's complaint says is nowhere; empty when it is about something else.
std::string missing_symbol(const std::string& output, const std::vector<std::string>& imports);

/// What a linker says is wrong first, without its own name and the place: `cannot find -lhull`. Empty when it says nothing that reads so.
std::string link_complaint(std::string_view output);

}  // namespace khora2cpp::driver
