// Reading and writing files. Every problem is answered as data: the driver turns it into a diagnostic.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace khora2cpp::driver {

namespace fs = std::filesystem;

/// The text of a regular file, or why it could not be read.
struct ReadFile {
  std::string text;
  std::string problem;  ///< empty when it was read
};

/// Reads a regular file of at most `limit` bytes. Devices, pipes and directories are refused, so that reading
/// never waits.
ReadFile read_file(const fs::path& path, std::uint64_t limit = std::uint64_t{1} << 32);

struct FileToWrite {
  fs::path path;
  std::string text;
};
struct WriteProblem {
  fs::path path;
  std::string reason;
};

/// Writes all files or none: each first goes to a temporary file beside its place, and is renamed when all of
/// them are complete. A file that has the wanted content already keeps its timestamp. Makes missing
/// directories.
std::optional<WriteProblem> write_files(const std::vector<FileToWrite>& files);

/// Every `.kh` file below `directory`, sorted by path. Hidden directories and what lies behind symbolic links
/// to directories is left out. `visited` takes each directory that was looked into. Stops at `limit` entries.
std::vector<fs::path> khora_files_below(const fs::path& directory, std::vector<fs::path>* visited = nullptr,
                                        std::size_t limit = 20000);

/// The `.kh` files of one directory, sorted.
std::vector<fs::path> khora_files_in(const fs::path& directory, const char* extension = ".kh");

/// `path` as a person would write it: relative to the working directory when it lies below it.
std::string shown(const fs::path& path);

/// A directory of its own below `parent` (which is made if missing); empty when that is impossible.
fs::path make_private_directory(const fs::path& parent, const std::string& prefix);

/// Copies a program into place in one step, executable.
std::optional<WriteProblem> place_program(const fs::path& from, const fs::path& to);

/// The text of the last system error.
std::string system_error_text();

}  // namespace khora2cpp::driver
