// Comments of a Khora file as C++ comments.
#pragma once

#include <string>

#include "syntax/ast.hpp"

namespace khora2cpp::emit {

/// Comments above something, a line each, indented: `//` stays, `///` stays, what `/* */` held becomes `//` lines. Pragmas (`// @klint ..`,
/// `// @native`) speak to the translator and are left out.
std::string comments_above(const syntax::Comments* comments, std::size_t indent);

/// A comment behind a statement, with the two spaces in front of it; empty when there is none.
std::string comment_behind(const syntax::Comments* comments);

}  // namespace khora2cpp::emit
