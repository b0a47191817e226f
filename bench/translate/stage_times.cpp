// What the stages up to the checker take for one program: reading and parsing, the module graph, checking.
//
//     stage_times LIBRARY FILE..
//
// LIBRARY is the folder with the library's sources, which are read as interfaces and not measured. Each FILE is a program of its own.
// Prints one line a file: lines, and microseconds a line for each stage (the least of several rounds, as what disturbs a run only adds to
// it).
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "diagnostics/diagnostic.hpp"
#include "modules/graph.hpp"
#include "source/source.hpp"
#include "syntax/parse.hpp"
#include "types/check.hpp"

namespace {

namespace fs = std::filesystem;
using namespace khora2cpp;
using Clock = std::chrono::steady_clock;

std::string content(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

double microseconds_since(Clock::time_point began) {
  return std::chrono::duration<double, std::micro>(Clock::now() - began).count();
}

struct Times {
  double parse = 0;
  double graph = 0;
  double check = 0;
};

/// One run of the stages. Everything is made anew, so that nothing is warm but the processor.
Times run(const std::vector<std::pair<std::string, std::string>>& library, const std::string& program, bool& failed) {
  source::SourceSet sources;
  diagnostics::Diagnostics diagnostics;
  std::vector<std::unique_ptr<syntax::File>> kept;
  std::map<std::string, std::vector<const syntax::File*>> modules;
  const auto parse = [&](std::string name, std::string text) {
    kept.push_back(syntax::parse(sources, sources.add(std::move(name), std::move(text)), diagnostics));
    return static_cast<const syntax::File*>(kept.back().get());
  };
  for (const auto& [name, text] : library) {
    const syntax::File* file = parse(name, text);
    if (file->module) modules[modules::to_string(*file->module)].push_back(file);
  }
  Times times;
  auto began = Clock::now();
  const syntax::File* file = parse("main.kh", program);
  times.parse = microseconds_since(began);

  began = Clock::now();
  const auto load = [&](const std::string& path, bool& is_interface) {
    is_interface = true;
    const auto found = modules.find(path);
    return found == modules.end() ? std::vector<const syntax::File*>{} : found->second;
  };
  const modules::Graph graph = modules::build({file}, load, diagnostics);
  times.graph = microseconds_since(began);

  began = Clock::now();
  types::Options options;
  options.entry = file;
  const auto checked = types::check(graph, options, diagnostics);
  times.check = microseconds_since(began);
  failed = diagnostics.has_errors();
  return times;
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 3) {
    std::fprintf(stderr, "usage: stage_times LIBRARY FILE..\n");
    return 2;
  }
  std::vector<std::pair<std::string, std::string>> library;
  for (const auto& entry : fs::recursive_directory_iterator(arguments[1])) {
    if (entry.path().extension() == ".kh") library.emplace_back(entry.path().string(), content(entry.path()));
  }
  std::sort(library.begin(), library.end());
  std::printf("| lines | parse, us/line | graph, us/line | check, us/line | check / parse |\n| --- | --- | --- | --- | --- |\n");
  for (int at = 2; at < count; ++at) {
    const std::string text = content(arguments[at]);
    const auto lines = static_cast<double>(std::count(text.begin(), text.end(), '\n'));
    const int rounds = lines < 20000 ? 9 : 3;
    Times least{1e18, 1e18, 1e18};
    for (int round = 0; round < rounds; ++round) {
      bool failed = false;
      const Times times = run(library, text, failed);
      if (failed) {
        std::fprintf(stderr, "%s does not check\n", arguments[at]);
        return 1;
      }
      least.parse = std::min(least.parse, times.parse);
      least.graph = std::min(least.graph, times.graph);
      least.check = std::min(least.check, times.check);
    }
    std::printf("| %.0f | %.2f | %.2f | %.2f | %.2f |\n", lines, least.parse / lines, least.graph / lines, least.check / lines,
                least.check / least.parse);
  }
  return 0;
}
