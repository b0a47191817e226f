// `// @klint allow NAME` silences a lint on the next line (L6); unknown-allow and useless-allow are about the pragmas themselves.
#include <algorithm>
#include <sstream>

#include "diagnostics/registry.hpp"
#include "lints/lint.hpp"
#include "modules/near_miss.hpp"

namespace khora2cpp::lints {
namespace {

struct Pragma {
  Span span;
  std::string lint;  ///< empty when the pragma is malformed
  std::uint32_t silenced_line = 0;
  bool used = false;
};

std::vector<std::string> lint_names() {
  std::vector<std::string> names;
  for (const diagnostics::Lint& lint : diagnostics::lints()) names.emplace_back(lint.name);
  return names;
}

std::vector<Pragma> pragmas_of(const syntax::Comments& comments, const source::SourceSet& sources) {
  std::vector<Pragma> pragmas;
  for (const syntax::Comment& comment : comments) {
    std::istringstream words(comment.text);
    std::string mark, verb, name, rest;
    words >> mark >> verb >> name >> rest;
    pragmas.push_back({comment.span, verb == "allow" && rest.empty() ? name : "", sources.position(comment.span).line + 1, false});
  }
  // Several pragmas above each other speak of the line below the last one.
  for (std::size_t at = pragmas.size(); at-- > 1;) {
    const bool adjacent = sources.position(pragmas[at].span).line == pragmas[at - 1].silenced_line;
    if (adjacent) pragmas[at - 1].silenced_line = pragmas[at].silenced_line;
  }
  return pragmas;
}

}  // namespace

void apply_pragmas(const syntax::Comments& comments, const source::SourceSet& sources, diagnostics::Diagnostics& found) {
  std::vector<Pragma> pragmas = pragmas_of(comments, sources);
  std::erase_if(found.all(), [&](const diagnostics::Diagnostic& one) {
    const std::uint32_t line = sources.position(one.span).line;
    bool silenced = false;
    for (Pragma& pragma : pragmas) {
      if (pragma.silenced_line != line || pragma.lint != one.code) continue;
      silenced = pragma.used = true;
    }
    return silenced;
  });
  const std::vector<std::string> known = lint_names();
  for (const Pragma& pragma : pragmas) {
    if (pragma.lint.empty()) {
      found.warning("unknown-allow", pragma.span, "this pragma is not understood, and silences nothing").suggest("write `// @klint allow name-of-the-lint`");
    } else if (std::find(known.begin(), known.end(), pragma.lint) == known.end()) {
      const std::string meant = modules::near_miss(pragma.lint, known);
      std::string list;
      for (const std::string& name : known) list += (list.empty() ? "`" : ", `") + name + "`";
      found.warning("unknown-allow", pragma.span, "there is no lint `" + pragma.lint + "`")
          .suggest(meant.empty() ? "the lints are " + list : "did you mean `" + meant + "`?");
    } else if (!pragma.used) {
      found.warning("useless-allow", pragma.span, "`" + pragma.lint + "` finds nothing on the next line").suggest("remove the pragma");
    }
  }
}

}  // namespace khora2cpp::lints
