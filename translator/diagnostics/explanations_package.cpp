#include "diagnostics/explanations.hpp"

namespace khora2cpp::diagnostics {
namespace {

constexpr Explanation package_explained[] = {
    {"D701", "a type that does not cross to C",
     "The fixed-width integers, Int, Float, Bool, Ptr and `()` cross the border to C.",
     "extern fn put(text: List<Int>) -> Int;", "fn put(text: List<Int>) -> Int { List::length(text) }"},
    {"D702", "a foreign function that C could not see",
     "A foreign function is not generic and raises nothing, and one that C calls requires no capabilities: "
     "C knows none of these.",
     "pub extern fn grow(n: Int) -> Int raises Jam { n }\n"
     "type Jam = | Stuck;",
     "type Jam = | Stuck;\n"
     "pub fn grow(n: Int) -> Int raises Jam { if n > 9 { raise Jam::Stuck } else { n } }"},
    {"D703", "a package that may not declare foreign functions",
     "Foreign functions can do anything, so the manifest of the program lists the packages that may "
     "declare them: `[permissions] extern = [\"name\"]`.",
     "# khora.toml\n"
     "[package]\n"
     R"(name = "quay")" "\n"
     R"(version = "1.0.0")" "\n"
     "\n"
     "[toolchain]\n"
     R"(version = "latest")" "\n"
     "\n"
     "[permissions]\n"
     "extern = []\n"
     "\n"
     "// src/main.kh\n"
     "module quay::main;\n"
     "extern fn hull_stress(depth: Float) -> I32;\n"
     "pub fn main() {}",
     "# khora.toml\n"
     "[package]\n"
     R"(name = "quay")" "\n"
     R"(version = "1.0.0")" "\n"
     "\n"
     "[toolchain]\n"
     R"(version = "latest")" "\n"
     "\n"
     "[permissions]\n"
     "extern = []\n"
     "\n"
     "// src/main.kh\n"
     "module quay::main;\n"
     "pub fn main() {}"},
    {"D704", "a manifest without a required key",
     "`khora.toml` needs `[package] name` and `version`, and `[toolchain] version`.",
     "# khora.toml\n"
     "[package]\n"
     R"(name = "quay")" "\n"
     "\n"
     "[toolchain]\n"
     R"(version = "latest")" "\n"
     "\n"
     "// src/main.kh\n"
     "module quay::main;\n"
     "pub fn main() {}",
     "# khora.toml\n"
     "[package]\n"
     R"(name = "quay")" "\n"
     R"(version = "1.0.0")" "\n"
     "\n"
     "[toolchain]\n"
     R"(version = "latest")" "\n"
     "\n"
     "// src/main.kh\n"
     "module quay::main;\n"
     "pub fn main() {}"},
    {"D705", "a manifest key that means nothing (warning)",
     "The key is unknown, or nothing reads it.",
     "# khora.toml\n"
     "[package]\n"
     R"(name = "quay")" "\n"
     R"(version = "1.0.0")" "\n"
     R"(licence = "MIT")" "\n"
     "\n"
     "[toolchain]\n"
     R"(version = "latest")" "\n"
     "\n"
     "// src/main.kh\n"
     "module quay::main;\n"
     "pub fn main() {}",
     "# khora.toml\n"
     "[package]\n"
     R"(name = "quay")" "\n"
     R"(version = "1.0.0")" "\n"
     "\n"
     "[toolchain]\n"
     R"(version = "latest")" "\n"
     "\n"
     "// src/main.kh\n"
     "module quay::main;\n"
     "pub fn main() {}"},
    {"D706", "a dependency that cannot be had",
     "Each dependency has exactly one of `path` and `git`. A dependency by `version` has nowhere to come "
     "from, and one by `git` must be published.",
     "# khora.toml\n"
     "[package]\n"
     R"(name = "quay")" "\n"
     R"(version = "1.0.0")" "\n"
     "\n"
     "[toolchain]\n"
     R"(version = "latest")" "\n"
     "\n"
     "[dependencies]\n"
     R"(sea = { path = "../sea", version = "1.0.0" })" "\n"
     "\n"
     "// src/main.kh\n"
     "module quay::main;\n"
     "pub fn main() {}",
     "# khora.toml\n"
     "[package]\n"
     R"(name = "quay")" "\n"
     R"(version = "1.0.0")" "\n"
     "\n"
     "[toolchain]\n"
     R"(version = "latest")" "\n"
     "\n"
     "// src/main.kh\n"
     "module quay::main;\n"
     "pub fn main() {}"},
    {"D707", "no program to run",
     "A library has no program, and a package without src/main.kh has no default one. Name one of its "
     "programs.",
     "# khora.toml\n"
     "[package]\n"
     R"(name = "quay")" "\n"
     R"(version = "1.0.0")" "\n"
     "\n"
     "[toolchain]\n"
     R"(version = "latest")" "\n"
     "\n"
     "// src/lib.kh\n"
     "module quay;\n"
     "pub fn berths() -> Int { 3 }\n"
     "\n"
     "$ khora2cpp run .",
     "# khora.toml\n"
     "[package]\n"
     R"(name = "quay")" "\n"
     R"(version = "1.0.0")" "\n"
     "\n"
     "[toolchain]\n"
     R"(version = "latest")" "\n"
     "\n"
     "// src/lib.kh\n"
     "module quay;\n"
     "pub fn berths() -> Int { 3 }\n"
     "\n"
     "$ khora2cpp check ."},
    {"D708", "a workspace that does not give what is inherited",
     "A key with `workspace = true` is not in the workspace's manifest, or its policy forbids the grant.",
     "# khora.toml\n"
     "[package]\n"
     R"(name = "quay")" "\n"
     "version.workspace = true\n"
     "\n"
     "[toolchain]\n"
     R"(version = "latest")" "\n"
     "\n"
     "// src/main.kh\n"
     "module quay::main;\n"
     "pub fn main() {}",
     "# khora.toml\n"
     "[package]\n"
     R"(name = "quay")" "\n"
     R"(version = "1.0.0")" "\n"
     "\n"
     "[toolchain]\n"
     R"(version = "latest")" "\n"
     "\n"
     "// src/main.kh\n"
     "module quay::main;\n"
     "pub fn main() {}"},
    {"D709", "a foreign function that nothing links",
     "An `extern fn` without a body is a C function from elsewhere. `run`, `build` and `test` take the file "
     "or the library that has it as `--link`; in CMake it is linked by target_link_libraries.",
     "// hull.kh\n"
     "module hull;\n"
     "extern fn hull_stress_of_the_quay(depth: Float) -> I32;\n"
     "pub fn main() { let _stress = hull_stress_of_the_quay(9.5); }\n"
     "\n"
     "$ khora2cpp build hull.kh",
     "// hull.kh\n"
     "module hull;\n"
     "fn hull_stress(depth: Float) -> Float { depth * 2.0 }\n"
     "pub fn main() { let _stress = hull_stress(9.5); }\n"
     "\n"
     "$ khora2cpp build hull.kh"},
};

}  // namespace

std::span<const Explanation> package_explanations() {
  return package_explained;
}

}  // namespace khora2cpp::diagnostics
