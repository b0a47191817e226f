// Functions that cross C (syntax-and-types.md 11): imports, exports, and the C header with the latter.
#pragma once

#include <optional>
#include <string>

#include "emit/emit.hpp"
#include "emit/signatures.hpp"

namespace khora2cpp::emit {

/// An `extern fn` without a body: C has it.
bool is_import(const types::Function& function);
/// A `pub extern fn` with a body: C may call it.
bool is_export(const types::Function& function);

/// The C++ on either side of the border. Both sides of a function have a name of their own: `tides::height` is what Khora and C++ call,
/// `height` of language linkage C is the symbol. A symbol that C++ cannot declare as it is (`strlen` of another type, a word of C++, the
/// name of a namespace) is reached through a function of the module that carries the symbol as its label.
class Foreign {
 public:
  Foreign(const Translation& translation, const TypeText& types) : translation_(translation), types_(types) {}

  /// The declaration of the C side; where it stands says `Names::c_side`.
  std::string c_declaration(const types::Function& function) const;
  /// The statement in the C++ side of an import: calls the C side.
  std::string call_of_import(const types::Function& function) const;
  /// The definition of the C side of an export: calls the C++ side.
  std::string c_definition(const types::Function& function) const;

 private:
  std::string c_signature(const types::Function& function, bool is_declaration) const;

  const Translation& translation_;
  const TypeText& types_;
};

/// `tides.h`, with the functions that a part exports; nothing when there is none.
std::optional<OutputFile> c_header(const Translation& translation, const types::Part& part);

/// The macro that guards it: another one for each file, and no name that C or C++ reserves.
std::string include_guard(const std::string& stem);

}  // namespace khora2cpp::emit
