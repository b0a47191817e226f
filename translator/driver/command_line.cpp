#include "driver/command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <iostream>

#include "driver/version.hpp"
#include "modules/near_miss.hpp"

namespace khora2cpp::driver {
namespace {

constexpr std::array<std::string_view, 8> commands = {"translate", "check", "run", "build",
                                                      "test",      "bench", "doc", "explain"};
constexpr int misuse = 2;

template <class Range, class Value>
bool contains(const Range& range, const Value& value) {
  return std::find(range.begin(), range.end(), value) != range.end();
}

/// `khora2cpp FILE -o DIR` is short for `khora2cpp translate FILE -o DIR`. False when the first argument is
/// neither a command nor a file, which has been reported then.
bool insert_translate(std::vector<std::string>& arguments) {
  static constexpr std::array<std::string_view, 3> own = {"-h", "--help", "--version"};
  if (arguments.empty() || contains(commands, arguments.front()) || contains(own, arguments.front()))
    return true;
  const std::string& first = arguments.front();
  const bool is_word = first.find_first_of("./") == std::string::npos && !first.starts_with('-');
  if (is_word && !contains(arguments, "-o") && !contains(arguments, "--output")) {
    const std::string meant = modules::near_miss(first, {commands.begin(), commands.end()});
    std::cerr << "khora2cpp: there is no command `" << first << "`";
    if (!meant.empty()) std::cerr << "; did you mean `" << meant << "`?";
    std::cerr << "\nRun with --help for more information.\n";
    return false;
  }
  arguments.insert(arguments.begin(), "translate");
  return true;
}

/// `--link -lm` is one option and its value, though both begin with a hyphen.
void join_links(std::vector<std::string>& arguments) {
  for (std::size_t i = 0; i + 1 < arguments.size(); ++i) {
    if (arguments[i] != "--link") continue;
    arguments[i] += "=" + arguments[i + 1];
    arguments.erase(arguments.begin() + static_cast<std::ptrdiff_t>(i) + 1);
  }
}

void add_links(CLI::App& command, CommandLine& line) {
  command
      .add_option("--link", line.links, "Link this too: a library or object file, -lNAME, or -LDIR to look in")
      ->type_name("FILE|-lNAME|-LDIR")
      ->take_all()
      ->expected(1)
      ->allow_extra_args(false);
}

void add_input(CLI::App& command, CommandLine& line, const char* description) {
  command.add_option("input", line.inputs, description)->required()->expected(1)->type_name("FILE|DIR");
}

}  // namespace

std::optional<CommandLine> parse_command_line(int argc, const char* const* argv, int& status) {
  CommandLine line;
  std::vector<std::string> arguments(argv + std::min(argc, 1), argv + argc);
  if (!arguments.empty() && arguments.front() == "run") {
    const auto separator = std::find(arguments.begin(), arguments.end(), "--");
    if (separator != arguments.end()) {
      line.arguments.assign(separator + 1, arguments.end());
      arguments.erase(separator, arguments.end());
    }
  }
  if (!insert_translate(arguments)) {
    status = misuse;
    return std::nullopt;
  }

  join_links(arguments);
  CLI::App app("Translates Khora to readable C++20, and compiles, runs, tests and measures it.", "khora2cpp");
  app.set_version_flag("--version", std::string("khora2cpp ") + version);
  app.require_subcommand(1);

  auto& translate =
      *app.add_subcommand("translate", "Write the C++ of Khora files (also: khora2cpp FILE -o DIR)");
  translate.add_option("files", line.inputs, "Khora files")->required()->type_name("FILE");
  translate.add_option("-o,--output", line.output, "Where the C++ goes")->required()->type_name("DIR");
  translate.add_flag("--line-map", line.line_map, "Attribute every statement to its Khora line");
  translate.add_option("--depfile", line.depfile, "Write the files that were read, as a Makefile rule")
      ->type_name("F");
  translate
      .add_option("--depfile-target", line.depfile_target,
                  "The target of that rule (else the first file written)")
      ->type_name("PATH");
  translate.add_option("--use", line.uses, "A folder with interfaces (.khi) of other packages")
      ->type_name("DIR")
      ->take_all()
      ->expected(1)
      ->allow_extra_args(false);
  translate.add_option("--entry", line.entry, "The module with `main`: also write the file with `int main`")
      ->type_name("MODULE");
  CLI::Option* const tests =
      translate.add_flag("--tests", line.tests,
                         "Also write the `test` blocks, and the file with an `int main` that runs them");
  translate
      .add_flag("--benches", line.benches,
                "Also write the `bench` blocks, and the file with an `int main` that measures them")
      ->excludes(tests);
  translate.add_flag("--library", line.library)->group("");
  translate.add_option("--source-output", line.source_output)->group("");

  auto& check = *app.add_subcommand("check", "Report what is wrong with a program, and write nothing");
  add_input(check, line, "A file, a package, or a directory with main.kh");
  std::string format = "text";
  check.add_option("--message-format", format, "How diagnostics are written")
      ->check(CLI::IsMember({"text", "json"}));
  check.add_option("--use", line.uses, "A folder with interfaces (.khi) of other packages")
      ->type_name("DIR")
      ->take_all()
      ->expected(1)
      ->allow_extra_args(false);

  auto& run = *app.add_subcommand(
      "run", "Translate, compile and run a program; what follows `--` is for the program");
  add_input(run, line, "A file, a package, or a directory with main.kh");
  add_links(run, line);

  auto& build = *app.add_subcommand("build", "Translate and compile a program");
  add_input(build, line, "A file, a package, or a directory with main.kh");
  build.add_option("-o,--output", line.output, "The program (else its name, in the working directory)")
      ->type_name("EXE");
  add_links(build, line);
  build.add_flag("--release", line.release, "Optimise");

  auto& test = *app.add_subcommand("test", "Run the `test` blocks of a program");
  add_input(test, line, "A file, a package, or a directory with main.kh");
  add_links(test, line);
  test.add_option("--filter", line.filter, "Only tests whose name contains this")->type_name("TEXT");

  auto& bench = *app.add_subcommand("bench", "Measure the `bench` blocks of a program, optimised");
  add_input(bench, line, "A file, a package, or a directory with main.kh");
  add_links(bench, line);
  bench.add_option("--filter", line.filter, "Only benches whose name contains this")->type_name("TEXT");

  auto& doc = *app.add_subcommand("doc", "Write what modules declare, with their comments, as Markdown");
  doc.add_option("input", line.inputs, "Files, and folders of files")->required()->type_name("FILE|DIR");
  doc.add_option("-o,--output", line.output, "Where the pages go")->required()->type_name("DIR");

  auto& explain = *app.add_subcommand("explain", "Explain a diagnostic at length");
  explain.add_option("code", line.code, "The code, such as D301; without one, all are listed")->type_name("CODE");

  try {
    std::reverse(arguments.begin(), arguments.end());
    app.parse(arguments);
  } catch (const CLI::ParseError& error) {
    status = app.exit(error) == 0 ? 0 : misuse;
    return std::nullopt;
  }
  line.json = format == "json";
  const std::array<std::pair<CLI::App*, Action>, 8> actions = {{{&translate, Action::translate},
                                                                {&check, Action::check},
                                                                {&run, Action::run},
                                                                {&build, Action::build},
                                                                {&test, Action::test},
                                                                {&bench, Action::bench},
                                                                {&doc, Action::doc},
                                                                {&explain, Action::explain}}};
  for (const auto& [command, action] : actions) {
    if (command->parsed()) line.action = action;
  }
  return line;
}

}  // namespace khora2cpp::driver
