// What a generated `int main` says about `[permissions]` of the manifest (syntax-and-types.md section 10.4).
#pragma once

#include <initializer_list>
#include <string_view>

namespace khora {

enum class Permission { fs_read, fs_write, env, network, process };

/// From now on only what one of `globs` covers is granted; before the first call for a permission everything is. To be called before the
/// program's first fiber starts.
void grant_only(Permission permission, std::initializer_list<std::string_view> globs);

}  // namespace khora
