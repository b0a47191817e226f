// Which C++ template a Khora function becomes. lower/ writes calls and emit/ writes declarations by the same answer.
#pragma once

#include <vector>

#include "types/program.hpp"

namespace khora2cpp::analysis {

struct TemplateShape {
  /// The function's own type and constant parameters in C++ order: first those that C++ cannot deduce from the arguments, then the rest.
  /// Parameters of the owner (an impl) are not here: they belong to the class.
  std::vector<types::TypeParam*> parameters;
  /// How many of them, from the front, every call must write.
  std::size_t explicit_count = 0;
  /// Per Khora argument: its type is a deduced template parameter of its own (`const F& f`) instead of `const khora::Fn<..>&`.
  std::vector<bool> callbacks;

  bool has_callbacks() const {
    for (bool callback : callbacks) {
      if (callback) return true;
    }
    return false;
  }
  /// The function itself is a template (one in a generic owner may not be).
  bool is_template() const { return !parameters.empty() || has_callbacks(); }
};

TemplateShape template_shape(const types::Function& function);

/// Whether C++ has the parameter. Rows of failures have no form there, and rows of capabilities only where they are passed as data.
bool has_cpp_form(const types::TypeParam* parameter);

/// Whether the text of the body must be in the header: it is a template or a member of one.
bool is_in_template(const types::Function& function);

}  // namespace khora2cpp::analysis
