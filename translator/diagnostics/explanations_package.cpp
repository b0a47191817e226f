#include "diagnostics/explanations.hpp"

namespace khora2cpp::diagnostics {
namespace {

constexpr Explanation package_explained[] = {
    {"D701", "a type that does not cross to C",
     "The fixed-width integers, Int, Float, Bool, Ptr and `()` cross the border to C.",
     "extern fn put(text: List<Int>) -> Int;", "extern fn put(text: Ptr) -> Int;"},
    {"D702", "a foreign function that C could not see",
     "A foreign function is not generic and raises nothing, and one that C calls requires no "
     "capabilities: C knows none of these.",
     "extern fn put<A>(a: A) -> Int;", "extern fn put(a: Ptr) -> Int;"},
    {"D703", "a package that may not declare foreign functions",
     "Foreign functions can do anything, so the manifest of the program lists the packages that "
     "may declare them: `[permissions] extern = [\"name\"]`.",
     "extern fn put(a: Ptr) -> Int;", ""},
    {"D704", "a manifest without a required key",
     "`khora.toml` needs `[package] name` and `version`, and `[toolchain] version`.", "", ""},
    {"D705", "a manifest key that means nothing (warning)", "The key is unknown, or nothing reads it.", "",
     ""},
    {"D706", "a dependency that cannot be had",
     "Each dependency has exactly one of `path` and `git`. A dependency by `version` has nowhere "
     "to come from, and one by `git` must be published.",
     "", ""},
    {"D707", "no program to run",
     "A library has no program, and a package without src/main.kh has no default one. Name one of "
     "its programs.",
     "", ""},
    {"D708", "a workspace that does not give what is inherited",
     "A key with `workspace = true` is not in the workspace's manifest, or its policy forbids the "
     "grant.",
     "", ""},
    {"D709", "a foreign function that nothing links",
     "An `extern fn` without a body is a C function from elsewhere. `run`, `build` and `test` take the file "
     "or the library that has it as `--link`; in CMake it is linked by target_link_libraries.",
     "", ""},
};

}  // namespace

std::span<const Explanation> package_explanations() {
  return package_explained;
}

}  // namespace khora2cpp::diagnostics
