// Any text is read to its end, and every token lies in it, behind the one before.
#include "syntax/lex.hpp"

#include <cstdlib>

#include "input.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace khora2cpp;
  source::SourceSet sources;
  const source::FileId id = sources.add("input.kh", fuzz::text_of(data, size));
  diagnostics::Diagnostics diagnostics;
  const syntax::TokenList list = syntax::lex(sources.file(id), id, diagnostics);
  std::uint32_t end = 0;
  for (const syntax::Token& token : list.tokens) {
    if (token.begin < end || token.end < token.begin || token.end > sources.file(id).text().size()) std::abort();
    end = token.end;
  }
  return 0;
}
