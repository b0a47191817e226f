#include "diagnostics/explanations.hpp"

namespace khora2cpp::diagnostics {
namespace {

constexpr Explanation driver_explained[] = {
    {"D901", "a construct that is not translated yet",
     "The program is right, and this version of khora2cpp cannot translate this construct.",
     "# khora.toml\n"
     "[package]\n"
     R"(name = "quay")" "\n"
     R"(version = "1.0.0")" "\n"
     "\n"
     "[toolchain]\n"
     R"(version = "latest")" "\n"
     "\n"
     "[dependencies]\n"
     R"(sea = { git = "https://example.com/sea.git", rev = "a1b2c3" })" "\n"
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
    {"D902", "a file that cannot be read",
     "It does not exist, may not be read, is not UTF-8, is larger than 16 MiB, or does not end in .kh.",
     "// main.kh\n"
     "module main;\n"
     "import std::core::{print};\n"
     R"(pub fn main() { print("hello"); })" "\n"
     "\n"
     "$ khora2cpp check mian.kh",
     "// main.kh\n"
     "module main;\n"
     "import std::core::{print};\n"
     R"(pub fn main() { print("hello"); })" "\n"
     "\n"
     "$ khora2cpp check main.kh"},
    {"D903", "output that cannot be written",
     "The folder does not exist or may not be written to, or the disk is full. Output is written in one "
     "step, so nothing was changed.",
     "// main.kh\n"
     "module main;\n"
     "import std::core::{print};\n"
     R"(pub fn main() { print("hello"); })" "\n"
     "\n"
     "$ khora2cpp translate main.kh -o main.kh/out",
     "// main.kh\n"
     "module main;\n"
     "import std::core::{print};\n"
     R"(pub fn main() { print("hello"); })" "\n"
     "\n"
     "$ khora2cpp translate main.kh -o out"},
    {"D904", "no C++ compiler",
     "The compiler is `$CXX`, or else the one that khora2cpp was built with. It was not found, or could "
     "not be run.",
     "// main.kh\n"
     "module main;\n"
     "import std::core::{print};\n"
     R"(pub fn main() { print("hello"); })" "\n"
     "\n"
     "$ CXX=no-such-compiler khora2cpp build main.kh -o hello",
     "// main.kh\n"
     "module main;\n"
     "import std::core::{print};\n"
     R"(pub fn main() { print("hello"); })" "\n"
     "\n"
     "$ khora2cpp build main.kh -o hello"},
    {"D905", "the C++ compiler refused what was emitted",
     "That is our fault, never yours. The message names the Khora line and where the files to reproduce it "
     "are; please report it with them.",
     "// main.kh\n"
     "module main;\n"
     "import std::core::{print};\n"
     R"(pub fn main() { print("hello"); })" "\n"
     "\n"
     "$ CXX=./gives-up khora2cpp build main.kh -o hello",
     "// main.kh\n"
     "module main;\n"
     "import std::core::{print};\n"
     R"(pub fn main() { print("hello"); })" "\n"
     "\n"
     "$ khora2cpp build main.kh -o hello"},
    {"D906", "two files for one module",
     "Two files declare the same module, or a file declares a module under `std`, which belongs to the "
     "library.",
     "// a.kh\n"
     "module quay;\n"
     "fn f() -> Int { 3 }\n"
     "\n"
     "// main.kh\n"
     "module quay;\n"
     "fn g() -> Int { 4 }",
     "// a.kh\n"
     "module quay;\n"
     "fn f() -> Int { 3 }\n"
     "\n"
     "// main.kh\n"
     "module quay::main;\n"
     "fn g() -> Int { 4 }"},
    {"D907", "a module that is read and not translated",
     "`translate` writes the modules of the files it is given. Another module that they import is read, so that its signatures are "
     "known, and its C++ must come from a translation of its own. Here nothing shows that there was one: neither a `--use` folder nor "
     "the output folder has the module's interface (its `.khi` file). The C++ compiler would not find its header.\n"
     "\n"
     "Name the file beside the others; with CMake, in `SOURCES`. If another target translates it, link that target, or name its folder "
     "with `--use`.",
     "// quay.kh\n"
     "module quay;\n"
     "pub fn depth() -> Int { 3 }\n"
     "\n"
     "// main.kh\n"
     "module main;\n"
     "import quay::{depth};\n"
     "pub fn main() { let _ = depth(); }\n"
     "\n"
     "$ khora2cpp translate main.kh -o cpp",
     "// quay.kh\n"
     "module quay;\n"
     "pub fn depth() -> Int { 3 }\n"
     "\n"
     "// main.kh\n"
     "module main;\n"
     "import quay::{depth};\n"
     "pub fn main() { let _ = depth(); }\n"
     "\n"
     "$ khora2cpp translate main.kh quay.kh -o cpp"},
    {"D908", "a program that cannot be linked",
     "The C++ was compiled, and the linker could not make a program of it. The message says what it missed first. That may be a library "
     "that `--link` names and that is nowhere, a library of the system that khora2cpp needs and that is not installed, or a part of "
     "khora2cpp itself, when its installation or its build is not complete.\n"
     "\n"
     "`-lNAME` is looked for where the C++ compiler looks, and in the folders that `--link -LDIR` names.",
     "// main.kh\n"
     "module main;\n"
     "import std::core::{print};\n"
     R"(pub fn main() { print("hello"); })" "\n"
     "\n"
     "$ khora2cpp build main.kh -o hello --link -lno-such-library",
     "// main.kh\n"
     "module main;\n"
     "import std::core::{print};\n"
     R"(pub fn main() { print("hello"); })" "\n"
     "\n"
     "$ khora2cpp build main.kh -o hello --link -lm"},
};

}  // namespace

std::span<const Explanation> driver_explanations() {
  return driver_explained;
}

}  // namespace khora2cpp::diagnostics
