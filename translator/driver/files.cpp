#include "driver/files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace khora2cpp::driver {
namespace {

/// Closes a descriptor, and removes the file when it was not kept.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }

 private:
  int fd_;
};

bool write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(fd, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

/// What was written so far and has not found its place; removed if something goes wrong.
struct Pending {
  fs::path temporary;
  fs::path final_path;
};

std::optional<WriteProblem> write_temporary(const FileToWrite& file, std::vector<Pending>& pending) {
  std::error_code error;
  const fs::path directory = file.path.parent_path();
  if (!directory.empty()) {
    fs::create_directories(directory, error);
    if (error) return WriteProblem{directory, error.message()};
  }
  if (fs::is_directory(file.path, error)) return WriteProblem{file.path, "it is a directory"};
  std::string name = file.path.string() + ".XXXXXX";
  const Descriptor fd(::mkstemp(name.data()));
  if (fd.get() < 0) return WriteProblem{file.path, system_error_text()};
  pending.push_back({name, file.path});
  const mode_t mask = ::umask(0);
  ::umask(mask);
  if (::fchmod(fd.get(), 0666 & ~mask) != 0 || !write_all(fd.get(), file.text)) {
    return WriteProblem{file.path, system_error_text()};
  }
  return std::nullopt;
}

bool has_content(const fs::path& path, const std::string& text) {
  std::error_code error;
  if (fs::file_size(path, error) != text.size() || error) return false;
  const ReadFile present = read_file(path);
  return present.problem.empty() && present.text == text;
}

}  // namespace

std::string system_error_text() {
  return std::strerror(errno);
}

ReadFile read_file(const fs::path& path, std::uint64_t limit) {
  const Descriptor fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (fd.get() < 0) return {{}, system_error_text()};
  struct stat facts {};
  if (::fstat(fd.get(), &facts) != 0) return {{}, system_error_text()};
  if (S_ISDIR(facts.st_mode)) return {{}, "it is a directory"};
  if (!S_ISREG(facts.st_mode)) return {{}, "it is not a regular file"};
  if (static_cast<std::uint64_t>(facts.st_size) > limit) {
    return {{}, "it is larger than " + std::to_string(limit >> 20) + " MiB"};
  }
  std::string text(static_cast<std::size_t>(facts.st_size), '\0');
  std::size_t have = 0;
  for (;;) {
    if (have == text.size()) text.resize(text.size() + 1);  // the file may have grown since
    const ssize_t got = ::read(fd.get(), text.data() + have, text.size() - have);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return {{}, system_error_text()};
    if (got == 0) break;
    have += static_cast<std::size_t>(got);
    if (have > limit) return {{}, "it is larger than " + std::to_string(limit >> 20) + " MiB"};
  }
  text.resize(have);
  return {std::move(text), {}};
}

std::optional<WriteProblem> write_files(const std::vector<FileToWrite>& files) {
  std::vector<Pending> pending;
  std::optional<WriteProblem> problem;
  for (const FileToWrite& file : files) {
    if (has_content(file.path, file.text)) continue;
    problem = write_temporary(file, pending);
    if (problem) break;
  }
  std::error_code error;
  if (!problem) {
    for (const Pending& file : pending) {
      fs::rename(file.temporary, file.final_path, error);
      if (error && !problem) problem = WriteProblem{file.final_path, error.message()};
    }
  }
  if (problem) {
    for (const Pending& file : pending) fs::remove(file.temporary, error);
  }
  return problem;
}

std::vector<fs::path> khora_files_below(const fs::path& directory, std::vector<fs::path>* visited,
                                        std::size_t limit) {
  std::vector<fs::path> files;
  std::error_code error;
  if (visited) visited->push_back(directory);
  fs::recursive_directory_iterator at(directory, fs::directory_options::skip_permission_denied, error);
  std::size_t seen = 0;
  for (const fs::recursive_directory_iterator end; !error && at != end; at.increment(error)) {
    if (++seen > limit) break;
    const fs::path& path = at->path();
    std::error_code ignored;
    if (at->is_directory(ignored)) {
      if (path.filename().string().front() == '.' || at->is_symlink(ignored)) {
        at.disable_recursion_pending();
      } else if (visited) {
        visited->push_back(path);
      }
    } else if (path.extension() == ".kh") {
      files.push_back(path);
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::vector<fs::path> khora_files_in(const fs::path& directory, const char* extension) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator at(directory, error), end; !error && at != end; at.increment(error)) {
    std::error_code ignored;
    if (at->path().extension() == extension && !at->is_directory(ignored)) files.push_back(at->path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string shown(const fs::path& path) {
  const fs::path normal = path.lexically_normal();
  if (normal.is_relative()) return normal.string();
  std::error_code error;
  const fs::path here = fs::current_path(error);
  if (error) return normal.string();
  const fs::path relative = normal.lexically_relative(here);
  if (relative.empty() || *relative.begin() == "..") return normal.string();
  return relative.string();
}

fs::path make_private_directory(const fs::path& parent, const std::string& prefix) {
  std::error_code error;
  fs::create_directories(parent, error);
  std::string name = (parent / (prefix + "XXXXXX")).string();
  return ::mkdtemp(name.data()) ? fs::path(name) : fs::path();
}

std::optional<WriteProblem> place_program(const fs::path& from, const fs::path& to) {
  std::error_code error;
  if (to.has_parent_path()) {
    fs::create_directories(to.parent_path(), error);
    if (error) return WriteProblem{to, error.message()};
  }
  if (fs::is_directory(to, error)) return WriteProblem{to, "it is a directory"};
  std::string temporary = to.string() + ".XXXXXX";
  const Descriptor fd(::mkstemp(temporary.data()));
  if (fd.get() < 0) return WriteProblem{to, system_error_text()};
  fs::copy_file(from, temporary, fs::copy_options::overwrite_existing, error);
  if (!error) fs::permissions(temporary, fs::status(from).permissions(), error);
  if (!error) fs::rename(temporary, to, error);
  if (!error) return std::nullopt;
  const WriteProblem problem{to, error.message()};
  fs::remove(temporary, error);
  return problem;
}

}  // namespace khora2cpp::driver
