// What the manifest grants: set once, before the program starts, and read by the handlers of the library.
#include "khora/grants.hpp"

#include <string>
#include <vector>

#include "khora/native/grants.hpp"

namespace khora {
namespace {

using Globs = std::vector<std::string>;

struct Grants {
  Globs fs_read = {"**"};
  Globs fs_write = {"**"};
  Globs env = {"*"};
  Globs network = {"*"};
  Globs process = {"*"};

  Globs& of(Permission permission) {
    switch (permission) {
      case Permission::fs_read: return fs_read;
      case Permission::fs_write: return fs_write;
      case Permission::env: return env;
      case Permission::network: return network;
      case Permission::process: break;
    }
    return process;
  }
};

Grants& the_grants() {
  static Grants grants;
  return grants;
}

core::List<String> list_of(Permission permission) {
  ListBuilder<String> list;
  for (const std::string& glob : the_grants().of(permission)) list.add(String(glob));
  return list.finish();
}

}  // namespace

void grant_only(Permission permission, std::initializer_list<std::string_view> globs) {
  the_grants().of(permission) = Globs(globs.begin(), globs.end());
}

namespace permissions::grants {

core::List<String> fs_read() { return list_of(Permission::fs_read); }
core::List<String> fs_write() { return list_of(Permission::fs_write); }
core::List<String> env() { return list_of(Permission::env); }
core::List<String> network() { return list_of(Permission::network); }
core::List<String> process() { return list_of(Permission::process); }

}  // namespace permissions::grants
}  // namespace khora
