// Any text gives a tree, and messages whose places lie in it.
#include "syntax/parse.hpp"

#include <cstdlib>

#include "diagnostics/render.hpp"
#include "input.hpp"
#include "syntax/dump.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace khora2cpp;
  source::SourceSet sources;
  const source::FileId id = sources.add("input.kh", fuzz::text_of(data, size));
  diagnostics::Diagnostics diagnostics;
  const auto file = syntax::parse(sources, id, diagnostics);
  syntax::dump(*file);
  for (const diagnostics::Diagnostic& one : diagnostics.all()) {
    if (one.message.empty() || one.span.begin > one.span.end || one.span.end > sources.file(id).text().size()) std::abort();
    diagnostics::render_text(one, sources, true);
    diagnostics::render_json(one, sources);
  }
  return 0;
}
