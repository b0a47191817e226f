// Holds back one kind of report after the other and looks whether a case notices.
//
// Every case runs once with all reports, to learn which places of the translator report in it. Then, for each place, its cases run again in
// a process of their own in which that place reports nothing. Writes a line for each: `FILE:LINE CODE noticed` or `.. survived`.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "diagnostics/diagnostic.hpp"
#include "diagnostics/examples.hpp"
#include "diagnostics/registry.hpp"
#include "syntax/parse_text.hpp"
#include "types/checker.hpp"

namespace khora2cpp::test {
namespace {

/// A place that reports, and what it reports.
struct Place {
  std::string file;
  unsigned line = 0;
  std::string code;
  friend auto operator<=>(const Place&, const Place&) = default;
};

Place place_of(diagnostics::Code code, const diagnostics::Site& site) {
  const char* const inside = std::strstr(site.file, "translator/");
  return {inside == nullptr ? site.file : inside, site.line, code};
}

class Watch final : public diagnostics::ReportWatch {
 public:
  std::set<Place> seen;
  const Place* off = nullptr;

  bool allows(diagnostics::Code code, const diagnostics::Site& site) override {
    Place place = place_of(code, site);
    const bool allowed = off == nullptr || place != *off;
    seen.insert(std::move(place));
    return allowed;
  }
};

struct MutationCase {
  std::string name;
  std::function<std::string()> run;
};

std::string with_line_breaks(std::string text) {
  for (std::size_t at = text.find("\\n"); at != std::string::npos; at = text.find("\\n", at)) text.replace(at, 2, "\n");
  return text;
}

std::vector<MutationCase> all_cases() {
  std::vector<MutationCase> all;
  const std::filesystem::path tests = KHORA2CPP_SOURCE_DIR "/tests/translator";
  for (const diagnostics::Explanation& one : diagnostics::registry()) {
    if (needs_command_line(one.invalid)) continue;
    all.push_back({std::string(one.code), [&one] { return rendered(reported_about(one.code, one.invalid)); }});
  }
  for (const auto& entry : std::filesystem::recursive_directory_iterator(tests)) {
    if (entry.path().extension() != ".cases") continue;
    const bool lints = entry.path().stem() == "lints" || entry.path().stem() == "reports";
    for (const Case& one : read_cases(entry.path().string())) {
      all.push_back({one.name, [one, lints] { return lints ? rendered(report_on(program_of(one.program))) : check_text(one.program); }});
    }
  }
  std::string chain = "module m;\nconst X: Int = 1";
  for (int count = 0; count < 31000; ++count) chain += " + 1";
  all.push_back({"a long chain", [text = chain + ";\n"] { return syntax::parse_text(text)->errors(); }});
  std::ifstream mistakes(tests / "syntax" / "mistakes.txt");
  for (std::string line; std::getline(mistakes, line);) {
    if (line.empty() || line.front() == '#') continue;
    const std::string text = "module m;\n" + with_line_breaks(line.substr(line.find(' ', line.find(' ') + 1) + 1)) + "\n";
    all.push_back({line, [text] { return syntax::parse_text(text)->errors(); }});
  }
  return all;
}

bool noticed(const Place& place, const std::vector<const MutationCase*>& cases, const std::map<const MutationCase*, std::string>& usual) {
  const pid_t child = fork();
  if (child == 0) {
    std::freopen("/dev/null", "w", stderr);
    alarm(30);
    Watch watch;
    watch.off = &place;
    diagnostics::set_report_watch(&watch);
    for (const MutationCase* one : cases) {
      if (one->run() != usual.at(one)) _exit(1);
    }
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return !(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

int run() {
  const std::vector<MutationCase> cases = all_cases();
  std::map<Place, std::vector<const MutationCase*>> reported_in;
  std::map<const MutationCase*, std::string> usual;
  for (const MutationCase& one : cases) {
    Watch watch;
    diagnostics::set_report_watch(&watch);
    usual[&one] = one.run();
    for (const Place& place : watch.seen) reported_in[place].push_back(&one);
  }
  diagnostics::set_report_watch(nullptr);
  for (const auto& [place, its_cases] : reported_in) {
    std::printf("%s:%u %s %s\n", place.file.c_str(), place.line, place.code.c_str(), noticed(place, its_cases, usual) ? "noticed" : "survived");
    std::fflush(stdout);
  }
  return 0;
}

}  // namespace
}  // namespace khora2cpp::test

int main() { return khora2cpp::test::run(); }
