#include "lints/lints.hpp"

#include <algorithm>
#include <set>
#include <tuple>

#include "lints/lint.hpp"

namespace khora2cpp::lints {

void check(const types::Program& program, const source::SourceSet& sources, const Options& options,
           diagnostics::Diagnostics& diagnostics) {
  for (const types::Part& part : program.parts) {
    if (part.module->is_library || part.module->is_interface || !part.module->is_requested) continue;
    diagnostics::Diagnostics found;
    const WrittenNames written = written_names(*part.file);
    const Subject subject{program, part, written, options, found};
    unused_imports(subject);
    unused_bindings(subject);
    unused_capabilities(subject);
    statements(subject);
    misplaced_main(subject);
    undocumented_exports(subject);
    reference_cycles(subject);
    inconsistent_constructors(subject);
    held_values(subject);
    apply_pragmas(written.pragmas, sources, found);

    std::vector<diagnostics::Diagnostic>& all = found.all();
    std::stable_sort(all.begin(), all.end(), [](const auto& one, const auto& other) { return one.span.begin < other.span.begin; });
    // An entry of a context is looked at wherever the context is installed.
    std::set<std::tuple<std::uint32_t, std::uint32_t, std::string>> said;
    for (diagnostics::Diagnostic& one : all) {
      if (said.emplace(one.span.begin, one.span.end, one.code).second) diagnostics.append(std::move(one));
    }
  }
}

}  // namespace khora2cpp::lints
