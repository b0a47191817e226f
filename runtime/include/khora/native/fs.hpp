// What std::fs leaves to C++ (std-io.md): the calls of the real file system, and moving bytes about.
#pragma once

#include "khora/integer.hpp"
#include "khora/native/array.hpp"
#include "khora/native/list.hpp"
#include "khora/string.hpp"
#include "khora/tagged.hpp"

namespace khora::fs {

// Each of these blocks, on the blocking pool, and is no point. Those that are tagged raise IoError.
Tagged<core::Array<U8>> read_file(const String& path);
bool can_read(const String& path);
Tagged<Int> file_size(const String& path);
/// At most `size` bytes from `offset`.
Tagged<core::Array<U8>> read_part(const String& path, Int offset, Int size);
Tagged<core::List<String>> entries(const String& path);
bool directory(const String& path);
Tagged<Unit> write_file(const String& path, const core::Array<U8>& bytes);
Tagged<Unit> append_file(const String& path, const core::Array<U8>& bytes);
Tagged<Unit> remove_file(const String& path);
Tagged<Unit> rename_file(const String& from, const String& to);
Tagged<Unit> make_dir(const String& path);
Tagged<Unit> drop_dir(const String& path);

namespace detail {

/// The position of the next `\n` from `from` on, or -1.
Int next_line_end(const core::Array<U8>& bytes, Int from);
/// `start`, followed by what stands in `bytes` from `from` up to `to`.
core::Array<U8> joined(const core::Array<U8>& start, const core::Array<U8>& bytes, Int from, Int to);
/// The line without one `\r` at its end.
core::Array<U8> without_return(const core::Array<U8>& line);

}  // namespace detail
}  // namespace khora::fs
