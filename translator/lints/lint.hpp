// What the lints share. Internal to lints/.
#pragma once

#include "types/walk.hpp"
#include "diagnostics/diagnostic.hpp"
#include "lints/lints.hpp"
#include "lints/written_names.hpp"
#include "types/program.hpp"

namespace khora2cpp::lints {

using types::Span;

/// One file under the eyes of the lints.
struct Subject {
  const types::Program& program;
  const types::Part& part;
  const WrittenNames& written;
  const Options& options;
  diagnostics::Diagnostics& diagnostics;
};

/// Calls `f(const types::Function&)` for every body that was written in the file: functions, members, constants and tests.
template <class F>
void each_body(const types::Part& part, F&& f) {
  const auto one = [&](const types::Function* function) {
    if (function != nullptr && function->body != nullptr) f(*function);
  };
  for (const types::Declaration& declaration : part.declarations) {
    std::visit(types::Overloaded{
                   [&](const types::Function* function) { one(function); },
                   [&](const types::ImplDecl* impl) {
                     if (impl->is_derived) return;
                     for (const types::Function* member : impl->functions) one(member);
                   },
                   [&](const types::TraitDecl* trait) {
                     for (const types::Function* member : trait->functions) one(member);
                   },
                   [&](const types::Constant* constant) { one(constant->initializer); },
                   [](const types::TypeDecl*) {},
               },
               declaration);
  }
  for (const types::Function* test : part.tests) one(test);
  for (const types::Function* bench : part.benches) one(bench);
}

/// Calls `f(const types::Expr&)` for `expr` and everything in it.
template <class F>
void each_expr(const types::Expr& expr, F&& f) {
  f(expr);
  types::each_child(expr, [&](const types::Expr& child) { each_expr(child, f); });
}

void unused_imports(const Subject& subject);
void unused_bindings(const Subject& subject);
void unused_capabilities(const Subject& subject);
void statements(const Subject& subject);
void misplaced_main(const Subject& subject);
void undocumented_exports(const Subject& subject);
void reference_cycles(const Subject& subject);
void inconsistent_constructors(const Subject& subject);
void held_values(const Subject& subject);

/// Takes what `// @klint allow` silences out of `found`, and adds what is wrong with the pragmas themselves.
void apply_pragmas(const syntax::Comments& pragmas, const source::SourceSet& sources, diagnostics::Diagnostics& found);

}  // namespace khora2cpp::lints
