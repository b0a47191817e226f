#include "syntax/explain.hpp"

#include <string>

namespace khora2cpp::syntax {

void explain(const SyntaxFault& fault, const FaultyItem& item, diagnostics::Diagnostics& diagnostics) {
  const bool at_end = fault.token >= item.to;
  const Token& token = item.tokens[at_end ? item.to - 1 : fault.token];
  const source::Span span{item.file, at_end ? token.end : token.begin, token.end};
  const std::string word(item.text.substr(token.begin, token.end - token.begin));
  diagnostics.error("D230", span, at_end ? "the declaration ends too early" : "`" + word + "` is not expected here");
}

}  // namespace khora2cpp::syntax
