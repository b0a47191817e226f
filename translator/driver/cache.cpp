#include "driver/cache.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "driver/files.hpp"
#include "driver/hash.hpp"

namespace khora2cpp::driver {
namespace {

/// Marks as just used; the time of the last use decides what is removed first.
void touch(const fs::path& path) {
  ::utimensat(AT_FDCWD, path.c_str(), nullptr, 0);
}

bool is_there(const fs::path& path) {
  std::error_code error;
  return fs::exists(path, error);
}

std::string entry_text(const Entry& entry) {
  std::string text = "program " + entry.program_key + " " + entry.program_name + "\n";
  for (const Entry::Input& input : entry.files)
    text += "file " + input.state + " " + input.path.string() + "\n";
  for (const Entry::Input& input : entry.directories)
    text += "directory " + input.state + " " + input.path.string() + "\n";
  return text;
}

/// Reads one line of an entry: kind, state, rest.
bool take_line(const std::string& line, std::string& kind, std::string& state, std::string& rest) {
  const std::size_t first = line.find(' ');
  const std::size_t second = first == std::string::npos ? first : line.find(' ', first + 1);
  if (second == std::string::npos) return false;
  kind = line.substr(0, first);
  state = line.substr(first + 1, second - first - 1);
  rest = line.substr(second + 1);
  return true;
}

}  // namespace

std::string state_of_file(const fs::path& path) {
  const ReadFile file = read_file(path);
  return file.problem.empty() ? hash_of(file.text) : "-";
}

std::string state_of_directory(const fs::path& path) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator at(path, error), end; !error && at != end; at.increment(error)) {
    std::error_code ignored;
    const std::string name = at->path().filename().string();
    if (at->path().extension() == ".kh" || (name.front() != '.' && at->is_directory(ignored)))
      names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  Hasher hasher;
  for (const std::string& name : names) hasher.add(name);
  return hasher.hex();
}

Cache Cache::open() {
  const char* const chosen = std::getenv("XDG_CACHE_HOME");
  if (chosen && *chosen == '/') return Cache(fs::path(chosen) / "khora2cpp");
  const char* const home = std::getenv("HOME");
  if (home && *home == '/') return Cache(fs::path(home) / ".cache" / "khora2cpp");
  std::error_code error;
  return Cache(fs::temp_directory_path(error) / ("khora2cpp-" + std::to_string(::getuid())));
}

std::optional<fs::path> Cache::find_unchanged(const std::string& entry_key) {
  const fs::path place = root_ / "entries" / entry_key;
  const ReadFile file = read_file(place);
  if (!file.problem.empty()) return std::nullopt;
  std::istringstream lines(file.text);
  std::string kind, state, rest, program_key, program_name;
  for (std::string line; std::getline(lines, line);) {
    if (!take_line(line, kind, state, rest)) return std::nullopt;
    if (kind == "program") {
      program_key = state;
      program_name = rest;
    } else if (kind == "file" ? state_of_file(rest) != state : state_of_directory(rest) != state) {
      return std::nullopt;
    }
  }
  const std::optional<fs::path> program = find_program(program_key, program_name);
  if (program) touch(place);
  return program;
}

void Cache::store_entry(const std::string& entry_key, const Entry& entry) {
  // Without an entry the next run takes longer, and nothing else.
  static_cast<void>(write_files({{root_ / "entries" / entry_key, entry_text(entry)}}));
}

std::optional<fs::path> Cache::find_program(const std::string& key, const std::string& name) {
  const fs::path program = root_ / "programs" / key / name;
  if (key.empty() || name.empty() || !is_there(program)) return std::nullopt;
  touch(program.parent_path());
  return program;
}

std::optional<fs::path> Cache::find_object(const std::string& key) {
  const fs::path object = root_ / "objects" / (key + ".o");
  if (!is_there(object)) return std::nullopt;
  touch(object);
  return object;
}

fs::path Cache::store_program(const std::string& key, const std::string& name, const fs::path& file) {
  const fs::path place = root_ / "programs" / key;
  std::error_code error;
  fs::create_directories(place, error);
  if (!error) fs::rename(file, place / name, error);
  return error ? fs::path() : place / name;
}

fs::path Cache::store_object(const std::string& key, const fs::path& file) {
  const fs::path place = root_ / "objects" / (key + ".o");
  std::error_code error;
  fs::create_directories(place.parent_path(), error);
  if (!error) fs::rename(file, place, error);
  return error ? fs::path() : place;
}

fs::path Cache::make_workspace() {
  return make_private_directory(root_ / "work", "");
}

void Cache::trim(std::uint64_t limit) {
  struct Item {
    fs::path path;
    fs::file_time_type used;
    std::uint64_t size = 0;
  };
  std::vector<Item> items;
  std::uint64_t total = 0;
  std::error_code error;
  for (const char* group : {"entries", "programs", "objects", "failures", "checked", "work"}) {
    for (fs::directory_iterator at(root_ / group, error), end; !error && at != end; at.increment(error)) {
      std::error_code ignored;
      Item item{at->path(), at->last_write_time(ignored), 0};
      if (at->is_directory(ignored)) {
        for (fs::recursive_directory_iterator inner(at->path(), ignored), last; !ignored && inner != last;
             inner.increment(ignored)) {
          std::error_code skipped;
          if (inner->is_regular_file(skipped)) item.size += inner->file_size(skipped);
        }
      } else {
        item.size = at->file_size(ignored);
      }
      total += item.size;
      items.push_back(std::move(item));
    }
    error.clear();
  }
  if (total <= limit) return;
  std::sort(items.begin(), items.end(), [](const Item& a, const Item& b) { return a.used < b.used; });
  const auto recent = fs::file_time_type::clock::now() - std::chrono::minutes(10);
  const std::uint64_t goal = limit - limit / 5;  // some room, so that not every build has to trim
  for (const Item& item : items) {
    if (total <= goal || item.used > recent) break;
    std::error_code ignored;
    fs::remove_all(item.path, ignored);
    total -= std::min(total, item.size);
  }
}

}  // namespace khora2cpp::driver
