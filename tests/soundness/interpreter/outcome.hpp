// The ways in which an evaluation ends without a value. They travel as C++ exceptions.
#pragma once

#include <stdexcept>

#include "interpreter/value.hpp"

namespace khora2cpp::interpreter {

struct Break {
  Value value;
};
struct Continue {};
struct Return {
  Value value;
};
/// A failure on its way outward, with its type (no type parameters are left in it).
struct Raised {
  Value value;
  types::Type* type = nullptr;
};
/// A bug of the program (E10): the line it prints, without `khora: `.
struct Trap {
  std::string line;
};

/// Something that the interpreter does not know, or that a checked program cannot contain.
struct Unsupported : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace khora2cpp::interpreter
