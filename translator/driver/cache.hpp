// What was compiled before. Safe with many processes at once: everything is made in a private directory and
// then renamed.
//
//   entries/KEY     which files a program was made of, and the key of the program
//   programs/KEY/   the program
//   objects/KEY.o   one compiled module
//   failures/KEY/   reproductions of compiler failures
//   checked/KEY     what `check` found in a module
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace khora2cpp::driver {

/// The files and directories that a program was made of, with the state they had.
struct Entry {
  std::string program_key;
  std::string program_name;
  struct Input {
    std::filesystem::path path;
    std::string state;
  };
  std::vector<Input> files;        ///< state: the hash of the content
  std::vector<Input> directories;  ///< state: the hash of the names inside
};

std::string state_of_file(const std::filesystem::path& path);
std::string state_of_directory(const std::filesystem::path& path);

class Cache {
 public:
  /// Below `$XDG_CACHE_HOME/khora2cpp`, else `~/.cache/khora2cpp`, else a directory of this user below the
  /// one for temporary files.
  static Cache open();
  explicit Cache(std::filesystem::path root) : root_(std::move(root)) {}

  /// The program of an entry whose inputs are all unchanged.
  std::optional<std::filesystem::path> find_unchanged(const std::string& entry_key);
  void store_entry(const std::string& entry_key, const Entry& entry);

  std::optional<std::filesystem::path> find_program(const std::string& key, const std::string& name);
  std::optional<std::filesystem::path> find_object(const std::string& key);
  /// Moves a finished file in. Answers its place; empty when the cache cannot be written.
  std::filesystem::path store_program(const std::string& key, const std::string& name,
                                      const std::filesystem::path& file);
  std::filesystem::path store_object(const std::string& key, const std::filesystem::path& file);

  /// A directory for one build; empty when the cache cannot be written.
  std::filesystem::path make_workspace();
  std::filesystem::path failure_directory(const std::string& key) const { return root_ / "failures" / key; }

  /// Removes what was not used for longest until at most `limit` bytes are left. What was used in the last
  /// minutes stays.
  void trim(std::uint64_t limit = default_limit);

  const std::filesystem::path& root() const { return root_; }
  static constexpr std::uint64_t default_limit = std::uint64_t{2} << 30;

 private:
  std::filesystem::path root_;
};

}  // namespace khora2cpp::driver
