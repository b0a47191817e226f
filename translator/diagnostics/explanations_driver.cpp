#include "diagnostics/explanations.hpp"

namespace khora2cpp::diagnostics {
namespace {

constexpr Explanation driver_explained[] = {
    {"D901", "a construct that is not translated yet",
     "The program is right, and this version of khora2cpp cannot translate this construct.", "", ""},
    {"D902", "a file that cannot be read",
     "It does not exist, may not be read, is not UTF-8, or does not end in .kh.", "", ""},
    {"D903", "output that cannot be written",
     "The folder does not exist or may not be written to, or the disk is full. Output is written "
     "in one step, so nothing was changed.",
     "", ""},
    {"D904", "no C++ compiler",
     "The compiler is `$CXX`, or else the one that khora2cpp was built with. It was not found, or "
     "could not be run.",
     "", ""},
    {"D905", "the C++ compiler refused what was emitted",
     "That is our fault, never yours. The message names the Khora line and where the files to "
     "reproduce it are; please report it with them.",
     "", ""},
    {"D906", "two files for one module",
     "Two files declare the same module, or a file declares a module under `std`, which belongs to "
     "the library.",
     "", ""},
};

}  // namespace

std::span<const Explanation> driver_explanations() {
  return driver_explained;
}

}  // namespace khora2cpp::diagnostics
