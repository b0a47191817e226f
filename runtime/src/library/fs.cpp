// The real file system (std-io.md): the functions that std/fs.kh declares without a body. Each system call runs on the blocking
// pool; what it needs is copied before, because the pool's threads are not fibers.
#include "khora/fs.hpp"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "khora/detail/blocking.hpp"
#include "khora/native/array.hpp"
#include "khora/native/list.hpp"

namespace khora::fs {
namespace {

using Bytes = std::vector<unsigned char>;

/// What a call ended with: 0, or an `errno`. Anything that has no errno of its own is EIO.
struct Done {
  int error = 0;
};

struct Read {
  int error = 0;
  Bytes bytes;
};

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

bool has_nul(const String& path) { return path.view().find('\0') != std::string_view::npos; }

/// Reading tells "there is nothing" from the rest; everything else is `Failed`.
Rest failure(const String& path, int error) {
  if (error == ENOENT || error == ENOTDIR) return raise(IoError(IoError::NotFound{path}));
  return raise(IoError(IoError::Failed{path}));
}

Rest failed(const String& path) { return raise(IoError(IoError::Failed{path})); }

core::Array<U8> to_array(const unsigned char* bytes, std::size_t count) {
  static_assert(sizeof(U8) == 1);
  core::Array<U8> array = core::Array<U8>::new_(Int(static_cast<std::int64_t>(count)), U8());
  if (count > 0) std::memcpy(static_cast<void*>(array.data()), bytes, count);
  return array;
}

Bytes to_bytes(const core::Array<U8>& array) {
  Bytes bytes(array.size());
  if (!bytes.empty()) std::memcpy(bytes.data(), static_cast<const void*>(array.data()), bytes.size());
  return bytes;
}

/// Opens a file for reading; null, with `errno`, when that fails. A pipe with a name is opened whether or not anybody writes to it: waiting
/// for a writer would never end, and what is opened turns out not to be seekable.
File opened(const std::string& path) {
  const int descriptor = open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) return nullptr;
  File file(fdopen(descriptor, "rb"));
  if (!file) close(descriptor);
  return file;
}

/// The size by seeking to the end, or -1. A directory can be opened but is no file.
long measured(std::FILE* file) {
  struct stat about;
  if (fstat(fileno(file), &about) == 0 && S_ISDIR(about.st_mode)) return -1;
  if (std::fseek(file, 0, SEEK_END) != 0) return -1;
  return std::ftell(file);
}

Read read_range(const std::string& path, std::int64_t offset, std::int64_t most) {
  const File file = opened(path);
  if (!file) return {errno, {}};
  const long size = measured(file.get());
  if (size < 0 || offset < 0) return {EIO, {}};
  if (offset >= size || most <= 0) return {};
  Read read;
  read.bytes.resize(static_cast<std::size_t>(std::min<std::int64_t>(size - offset, most)));
  if (std::fseek(file.get(), static_cast<long>(offset), SEEK_SET) != 0) return {EIO, {}};
  if (std::fread(read.bytes.data(), 1, read.bytes.size(), file.get()) != read.bytes.size()) return {EIO, {}};
  return read;
}

Done write_with(const std::string& path, const char* mode, const Bytes& bytes) {
  std::FILE* file = std::fopen(path.c_str(), mode);
  if (file == nullptr) return {errno};
  const bool whole = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  const bool closed = std::fclose(file) == 0;
  return {whole && closed ? 0 : EIO};
}

Tagged<Unit> store(const String& path, const char* mode, const core::Array<U8>& bytes) {
  if (has_nul(path)) return failed(path);
  const Done done = khora::detail::blocking(
      [name = std::string(path.view()), mode, data = to_bytes(bytes)] { return write_with(name, mode, data); });
  if (done.error != 0) return failure(path, done.error);
  return unit;
}

/// A call on one path whose every failure is `Failed`.
template <class F>
Tagged<Unit> change(const String& path, F call_it) {
  if (has_nul(path)) return failed(path);
  const Done done = khora::detail::blocking(
      [name = std::string(path.view()), call_it] { return Done{call_it(name.c_str()) == 0 ? 0 : EIO}; });
  if (done.error != 0) return failed(path);
  return unit;
}

}  // namespace

Tagged<core::Array<U8>> read_file(const String& path) {
  return read_part(path, 0, std::numeric_limits<std::int64_t>::max());
}

Tagged<core::Array<U8>> read_part(const String& path, Int offset, Int size) {
  if (has_nul(path)) return failed(path);
  const Read read = khora::detail::blocking(
      [name = std::string(path.view()), from = offset.raw(), most = size.raw()] { return read_range(name, from, most); });
  if (read.error != 0) return failure(path, read.error);
  return to_array(read.bytes.data(), read.bytes.size());
}

bool can_read(const String& path) {
  if (has_nul(path)) return false;
  return khora::detail::blocking([name = std::string(path.view())] {
    const File file = opened(name);
    return file != nullptr && measured(file.get()) >= 0;
  });
}

Tagged<Int> file_size(const String& path) {
  if (has_nul(path)) return failed(path);
  struct Size {
    int error = 0;
    long bytes = 0;
  };
  const Size size = khora::detail::blocking([name = std::string(path.view())] {
    const File file = opened(name);
    if (!file) return Size{errno, 0};
    const long bytes = measured(file.get());
    return Size{bytes < 0 ? EIO : 0, bytes};
  });
  if (size.error != 0) return failure(path, size.error);
  return Int(size.bytes);
}

Tagged<core::List<String>> entries(const String& path) {
  if (has_nul(path)) return failed(path);
  struct Names {
    int error = 0;
    std::vector<std::string> names;
  };
  const Names listed = khora::detail::blocking([name = std::string(path.view())] {
    Names found;
    DIR* folder = opendir(name.c_str());
    if (folder == nullptr) return Names{errno, {}};
    errno = 0;
    while (const dirent* entry = readdir(folder)) {
      const std::string_view entry_name = entry->d_name;
      if (entry_name != "." && entry_name != "..") found.names.emplace_back(entry_name);
    }
    if (errno != 0) found.error = EIO;
    closedir(folder);
    return found;
  });
  if (listed.error != 0) return failure(path, listed.error);
  ListBuilder<String> names;
  for (const std::string& name : listed.names) {
    if (!core::array_detail::is_utf8(reinterpret_cast<const unsigned char*>(name.data()), name.size())) return failed(path);
    names.add(String(std::string_view(name)));
  }
  return names.finish();
}

bool directory(const String& path) {
  if (has_nul(path)) return false;
  return khora::detail::blocking([name = std::string(path.view())] {
    struct stat about;
    return stat(name.c_str(), &about) == 0 && S_ISDIR(about.st_mode);
  });
}

Tagged<Unit> write_file(const String& path, const core::Array<U8>& bytes) { return store(path, "wb", bytes); }

Tagged<Unit> append_file(const String& path, const core::Array<U8>& bytes) { return store(path, "ab", bytes); }

Tagged<Unit> remove_file(const String& path) {
  // Not `std::remove`, which removes empty directories, too.
  return change(path, [](const char* name) { return unlink(name); });
}

Tagged<Unit> rename_file(const String& from, const String& to) {
  if (has_nul(to)) return failed(from);
  return change(from, [target = std::string(to.view())](const char* name) { return std::rename(name, target.c_str()); });
}

Tagged<Unit> make_dir(const String& path) {
  constexpr mode_t everybody = 0777;  // less the process's own mask
  return change(path, [](const char* name) { return mkdir(name, everybody); });
}

Tagged<Unit> drop_dir(const String& path) {
  return change(path, [](const char* name) { return rmdir(name); });
}

namespace detail {

Int next_line_end(const core::Array<U8>& bytes, Int from) {
  const auto start = static_cast<std::size_t>(from.raw());
  if (start >= bytes.size()) return -1;
  const auto* data = static_cast<const unsigned char*>(static_cast<const void*>(bytes.data()));
  const void* found = std::memchr(data + start, '\n', bytes.size() - start);
  if (found == nullptr) return -1;
  return Int(static_cast<const unsigned char*>(found) - data);
}

core::Array<U8> joined(const core::Array<U8>& start, const core::Array<U8>& bytes, Int from, Int to) {
  const auto first = static_cast<std::size_t>(from.raw());
  const auto count = static_cast<std::size_t>(to.raw()) - first;
  core::Array<U8> all = core::Array<U8>::new_(Int(static_cast<std::int64_t>(start.size() + count)), U8());
  if (start.size() > 0) std::memcpy(static_cast<void*>(all.data()), static_cast<const void*>(start.data()), start.size());
  if (count > 0) {
    std::memcpy(static_cast<void*>(all.data() + start.size()), static_cast<const void*>(bytes.data() + first), count);
  }
  return all;
}

core::Array<U8> without_return(const core::Array<U8>& line) {
  const std::size_t size = line.size();
  if (size == 0 || line.data()[size - 1] != U8(static_cast<std::uint8_t>('\r'))) return line;
  return core::Array<U8>::prefix(line, Int(static_cast<std::int64_t>(size - 1)));
}

}  // namespace detail
}  // namespace khora::fs
