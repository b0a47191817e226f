// C++ signatures of Khora functions: free ones, static members, members of impls.
#pragma once

#include <memory>
#include <string>

#include "analysis/template_shape.hpp"
#include "emit/doc.hpp"
#include "emit/emit.hpp"
#include "emit/locals.hpp"
#include "emit/type_text.hpp"
#include "lower/lower.hpp"

namespace khora2cpp::emit {

/// The whole translation, for printing declarations.
struct Translation {
  const Input& input;
  const lower::Program& lowered;
  bool line_map = false;
  Blocks blocks = Blocks::none;
};

/// `template <Show A, class F>` with a line break behind it, `requires` clauses included; empty for no template.
std::string template_head(const TypeText& types, const types::Function& function, const analysis::TemplateShape& shape, std::size_t indent,
                          bool is_definition = false);
/// `template <class A, std::int64_t N>` for parameters of a type, trait or impl; empty when none has a C++ form.
std::string plain_template_head(const TypeText& types, const std::vector<types::TypeParam*>& parameters, std::size_t indent);
/// `class A`, `template <class> class F`, `std::int64_t N`.
std::string template_parameter(const TypeText& types, const types::TypeParam& parameter, bool constrained);
bool is_template_parameters(const std::vector<types::TypeParam*>& parameters);

/// Which form a signature is written in.
struct SignatureForm {
  std::string prefix;       ///< `static `, `inline `; of a declaration
  std::string qualifier;    ///< `Tank::`; of a definition outside its class
  bool is_definition = false;
};

/// The signature with its return type and parameters, laid out for `indent`, without what follows. `outside` prints what stands before the
/// name, `inside` what stands in the scope that the name opens.
std::string signature(const Translation& translation, const types::Function& function, const Locals* locals, const TypeText& outside,
                      const TypeText& inside, const SignatureForm& form, std::size_t indent, std::size_t tail);

/// `raises Leak + Fault`, for the comment behind a signature; empty when nothing is raised by name.
std::string raises_note(const types::Function& function);

/// A line that ends a signature, with a comment behind it, or above it where the line would get too long.
std::string with_note(const std::string& text, const std::string& note, std::size_t indent);

/// Names for the variables of a function; null when it has no tree.
std::unique_ptr<Locals> name_locals(const Input& input, const lower::Function* function);

lower::Convention convention(const Translation& translation, const types::Function& function);

}  // namespace khora2cpp::emit
