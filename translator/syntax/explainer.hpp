// The search for a known mistake. Internal to syntax/.
#pragma once

#include <string>
#include <string_view>

#include "syntax/explain.hpp"

namespace khora2cpp::syntax {

class Explainer {
 public:
  Explainer(const SyntaxFault& fault, const FaultyItem& item, diagnostics::Diagnostics& diagnostics);

  void run();

 private:
  using Found = diagnostics::Diagnostic*;  ///< what was reported; null when this was not the mistake

  // explain_items.cpp
  Found item_start();
  Found after_pub();
  Found import_form();
  Found declaration_form();
  Found declaration_in_block();

  // explain_exprs.cpp
  Found type_arguments();
  Found foreign_operator();
  Found number_form();
  Found other_languages();
  Found construct_form();
  Found with_form();
  Found list_form();
  Found brace_ends_head();
  Found missing_operand();
  Found pattern_as_parameter();
  Found fields_with_equals();
  std::string missing_after() const;

  // explain.cpp
  Found keyword_as_name();
  Found missing_semicolon();
  Found unexpected();
  void add_opening(diagnostics::Diagnostic& diagnostic) const;

  std::uint32_t kind(std::size_t index) const {
    return index >= item_.from && index < item_.to ? item_.tokens[index].kind : 0;
  }
  std::string word(std::size_t index) const;
  source::Span span(std::size_t index) const;
  source::Span span(std::size_t first, std::size_t last) const {
    return source::join(span(first), span(last));
  }
  /// The place right behind a token.
  source::Span behind(std::size_t index) const;
  bool adjacent(std::size_t index) const;  ///< to the token before
  /// Whether the innermost rule that is more than a part of an expression, a type or a path is this one.
  bool in(std::size_t rule) const;
  const SyntaxFault::Open* enclosing(std::size_t rule) const;
  bool expects(std::uint32_t kind) const;
  bool expects_expression() const;
  Found report(diagnostics::Code code, source::Span at, std::string message, std::string hint = {},
               diagnostics::Site site = diagnostics::Site::here());

  const SyntaxFault& fault_;
  const FaultyItem& item_;
  diagnostics::Diagnostics& diagnostics_;
  std::size_t at_;       ///< the token that fits nowhere; the one behind it when that is an inserted end
  std::size_t before_;   ///< the token before it
  bool at_end_ = false;  ///< the declaration ends here
};

}  // namespace khora2cpp::syntax
