// Declarations and definitions of functions and constants.
#pragma once

#include <string>

#include "emit/signatures.hpp"

namespace khora2cpp::emit {

class Functions {
 public:
  Functions(const Translation& translation, Place place, Uses& uses) : translation_(translation), place_(place), uses_(uses) {}

  /// A free function, with the comments above it when `documented`.
  std::string declaration(const types::Function& function, bool documented) const;
  /// The definition of a function with a body: a free one, or a member outside its class. Comments of a member stand in its class.
  std::string definition(const types::Function& function, bool documented) const;

  /// `inline constexpr Int LIMIT = 900;`, for constants that are C++ ones; `prefix` as needed where it stands.
  std::string constant(const types::Constant& constant, const std::string& prefix) const;

 private:
  const Translation& translation_;
  Place place_;
  Uses& uses_;
};

}  // namespace khora2cpp::emit
