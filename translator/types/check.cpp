// The entry point of the stage.
#include "types/check.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "types/bodies.hpp"
#include "types/constant_cycles.hpp"

namespace khora2cpp::types {

namespace {

/// `main` of the entry file: its form is fixed, since nobody calls it (M8, K14).
void check_entry(World& world) {
  if (world.options.entry == nullptr) return;
  for (Part& part : world.program.parts) {
    if (part.file != world.options.entry) continue;
    for (const Declaration& declaration : part.declarations) {
      const auto* function = std::get_if<Function*>(&declaration);
      if (function == nullptr || (*function)->name != "main") continue;
      Function& main = **function;
      world.program.main = &main;
      if (!main.capabilities->entries.empty() || !main.capabilities->tails.empty()) {
        world.diagnostics
            .error("D324", main.name_span,
                   "`main` requires `" + to_string(*main.capabilities, false) + "`, and nobody calls it who could supply that")
            .suggest("install the capability in the body: `with { label: .. } { .. }`");
      }
      if (!main.parameters.empty()) {
        world.diagnostics.error("D405", main.name_span, "`main` has no type parameters: nobody calls it who could say what they stand for");
      }
      if (!main.arguments.empty()) {
        world.diagnostics.error("D405", main.name_span, "`main` takes no parameters")
            .suggest("read arguments with `env.arguments()` of `std::env`");
      }
      const Type* result = resolved(main.result);
      const bool fits = (result->kind == Kind::tuple && result->arguments.empty()) || result->kind == Kind::never ||
                        result->kind == Kind::error || (result->kind == Kind::nominal && result->decl->builtin == Builtin::int_);
      if (!fits) {
        world.diagnostics.error("D401", main.name_span, "`main` answers `()` or an `Int`, and this one `" + to_string(result) + "`");
      }
    }
  }
}

/// How many places are shown of a name that is unknown in a file: an import mends all of them.
constexpr std::size_t most_places = 5;

/// Makes one report of two about the same unknown name.
void add_to(diagnostics::Diagnostic& first, diagnostics::Diagnostic&& again) {
  again.labels.insert(again.labels.begin(), {again.span, "and here"});
  for (diagnostics::Label& label : again.labels) {
    const auto is_there = [&](const diagnostics::Label& known) { return known.span == label.span; };
    if (label.span == first.span || std::any_of(first.labels.begin(), first.labels.end(), is_there)) continue;
    if (first.labels.size() + 1 < most_places) {
      first.labels.push_back(std::move(label));
    } else {
      first.labels.back().text = "and here, and further on";
    }
  }
  if (!first.hint.empty() || again.hint.empty()) return;
  first.code = again.code;
  first.message = std::move(again.message);
  first.hint = std::move(again.hint);
}

/// Diagnostics in the order of the files and the places in them; what was found on two ways is said once, and what is unknown in a file
/// at its first place there.
void hand_over(diagnostics::Diagnostics& found, const modules::Graph& graph, diagnostics::Diagnostics& diagnostics) {
  std::map<source::FileId, std::size_t> order;
  for (const auto& module : graph.modules) {
    for (const syntax::File* file : module->parts) order.emplace(file->id, order.size());
  }
  std::vector<diagnostics::Diagnostic>& all = found.all();
  const auto place = [&](const diagnostics::Diagnostic& one) {
    const auto file = order.find(one.span.file);
    return std::make_pair(file == order.end() ? order.size() : file->second, one.span.begin);
  };
  std::stable_sort(all.begin(), all.end(), [&](const auto& one, const auto& other) { return place(one) < place(other); });
  std::set<std::tuple<source::FileId, std::uint32_t, std::uint32_t, std::string>> said;
  std::map<std::pair<source::FileId, std::string>, std::size_t> subjects;  ///< with the place of their first report
  for (diagnostics::Diagnostic& one : all) {
    if (!said.insert({one.span.file, one.span.begin, one.span.end, std::string(one.code) + one.message}).second) continue;
    if (!one.subject.empty()) {
      const auto [first, is_new] = subjects.try_emplace({one.span.file, one.subject}, diagnostics.all().size());
      if (!is_new) {
        add_to(diagnostics.all()[first->second], std::move(one));
        continue;
      }
    }
    diagnostics.append(std::move(one));
  }
}

}  // namespace

std::unique_ptr<Program> check(const modules::Graph& graph, const Options& options, diagnostics::Diagnostics& diagnostics) {
  auto program = std::make_unique<Program>();
  diagnostics::Diagnostics found;
  World world(*program, graph, options, found);
  world.declare();
  world.is_declaring = false;
  Bodies bodies(world);
  bodies.check_all();
  check_entry(world);
  check_constant_cycles(*program, found);
  for (const TypeDecl& decl : program->type_decls) world.instantiations.use_types_of(decl);
  world.instantiations.report(found);
  hand_over(found, graph, diagnostics);
  return program;
}

}  // namespace khora2cpp::types
