// Names that emitted code must not use, whatever a Khora program calls its things (emission.md 12).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace khora2cpp::emit {

/// Kept by the language for itself, also with something appended: `__x`, `_X`.
bool is_reserved(std::string_view name);

/// Cannot be an identifier anywhere in emitted code: a word of C++ or a macro of a C header.
bool is_captured(std::string_view name);

/// Declared at global scope by a C header, by the runtime or by every program, so that no top-level namespace can have this name.
bool is_captured_globally(std::string_view name);

/// A C function that compilers know, whether or not a header declares it: it cannot be declared in any other way than they think.
bool is_c_builtin(std::string_view name);

/// A header of C or POSIX: `time.h`.
bool is_c_header(std::string_view path);

/// A type or template that emitted code writes without `khora::`.
bool is_runtime_short_name(std::string_view name);
/// All of these.
std::vector<std::string_view> runtime_short_names();

/// A function or template of namespace `khora` that argument-dependent lookup finds for values of the runtime's types.
bool is_runtime_function(std::string_view name);

/// The runtime's header that declares a name of namespace `khora` (`Int`, `text`); empty when no header is known for it.
std::string_view runtime_header(std::string_view name);

}  // namespace khora2cpp::emit
