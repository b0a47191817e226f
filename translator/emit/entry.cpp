#include "emit/entry.hpp"

#include "emit/file_text.hpp"
#include "emit/functions.hpp"
#include "emit/literals.hpp"

namespace khora2cpp::emit {
namespace {

/// What `int main()` does first.
std::string granting(const TypeText& types, const std::vector<Grant>& grants) {
  std::string lines;
  for (const Grant& grant : grants) {
    std::string globs;
    for (const std::string& glob : grant.globs) globs += (globs.empty() ? "" : ", ") + string_literal(glob);
    lines += "  " + types.runtime("grant_only") + "(" + types.runtime("Permission") + "::" + grant.permission + ", {" + globs + "});\n";
  }
  return lines;
}

}  // namespace

OutputFile entry_file(const Translation& translation, const std::vector<Grant>& grants) {
  const types::Function& main = *translation.input.program.main;
  Uses uses;
  const TypeText types(translation.input, {}, uses);
  const std::string name = types.name(&main, true);
  const std::string run = types.runtime("run_main");
  const bool can_stop = translation.input.facts.of(&main).stops;
  const std::string source = file_name(translation.input.sources.file(main.file->id).path());
  const std::string first = granting(types, grants);
  std::string text = "// Translated by khora2cpp: the entry point of " + source + ".\n";
  text += include_lines(uses.headers, {}) + "\n";
  text += "int main(int argc, char** argv) {\n" + first + "  return " + run + "(argc, argv, &" + name + ", /*can_stop=*/" +
          (can_stop ? "true" : "false") + ");\n}\n";
  return {"khora_main.cpp", text};
}

const std::vector<types::Function*>& blocks_of(const types::Part& part, Blocks which) {
  return which == Blocks::benches ? part.benches : part.tests;
}

OutputFile blocks_file(const Translation& translation, const std::vector<Grant>& grants) {
  const bool measures = translation.blocks == Blocks::benches;
  const Input& input = translation.input;
  std::string declarations;
  std::vector<std::string> entries;
  Uses uses;
  const TypeText types(input, {}, uses);
  const std::string test_type = types.runtime("Test");
  const std::string run = types.runtime(measures ? "run_benches" : "run_tests");
  std::string open;
  for (const types::Part& part : input.program.parts) {
    if (!part.module->is_requested || part.module->is_interface) continue;
    for (const types::Function* test : blocks_of(part, translation.blocks)) {
      const lower::Function* lowered = translation.lowered.find(test);
      if (lowered == nullptr || lowered->body == nullptr) continue;
      const std::string around = input.names.namespace_path(part.module) + "::" + input.names.test_namespace(part.module);
      if (around != open) {
        if (!open.empty()) declarations += "}  // namespace " + open + "\n\n";
        declarations += "namespace " + around + " {\n";
        open = around;
      }
      declarations += Functions(translation, {}, uses).declaration(*test, false);
      const source::Span span = test->span;
      entries.push_back("    " + test_type + "{" + string_literal(test->name) + ", " +
                        string_literal(input.files.shown(span.file)) + ", " +
                        std::to_string(input.sources.position(span).line) + ", &" + around + "::" + input.names.of(test) + "},\n");
    }
  }
  if (!open.empty()) declarations += "}  // namespace " + open + "\n\n";
  const std::string first = granting(types, grants);
  std::string text = std::string("// Translated by khora2cpp: ") + (measures ? "measures the benches" : "runs the tests") + ".\n" + include_lines(uses.headers, {}) + "\n" + declarations;
  text += "int main(int argc, char** argv) {\n" + first;
  if (entries.empty()) {
    text += "  return " + run + "(argc, argv, {});\n";
  } else {
    text += "  return " + run + "(argc, argv, {\n";
    for (const std::string& entry : entries) text += entry;
    text += "  });\n";
  }
  return {measures ? "khora_benches.cpp" : "khora_tests.cpp", text + "}\n"};
}

}  // namespace khora2cpp::emit
