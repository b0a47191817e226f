// Where the parser spends its time: parse_profile FILE.kh...
//
// Prints lines a second for a cold parse of all files, then the decisions of the grammar that cost most.
// Every decision should look one or two tokens ahead (`longest`); a larger number there is a rule to be
// written differently. Build with -DKHORA2CPP_BUILD_TOOLS=ON.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <fstream>
#include <sstream>

#include "syntax/concrete.hpp"

#include "atn/DecisionInfo.h"
#include "atn/DecisionState.h"
#include "atn/ParseInfo.h"
#include "syntax/brackets.hpp"
#include "syntax/context.hpp"
#include "syntax/lex.hpp"
#include "syntax/parse.hpp"

namespace {

using namespace khora2cpp;
using Clock = std::chrono::steady_clock;

double milliseconds(Clock::time_point begin, Clock::time_point end) {
  return std::chrono::duration<double, std::milli>(end - begin).count();
}

std::string read(const char* path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

void print_decisions(const std::string& path, const std::string& text) {
  source::SourceSet sources;
  diagnostics::Diagnostics diagnostics;
  const source::FileId id = sources.add(path, text);
  syntax::TokenList list = syntax::lex(sources.file(id), id, diagnostics);
  syntax::balance_brackets(list, text, id, diagnostics);
  if (!syntax::place_tokens(list, text, id, diagnostics)) return;
  syntax::PlacedTokens tokens(list.tokens, 0, list.tokens.size(), static_cast<std::uint32_t>(text.size()));
  grammar::KhoraParser parser(&tokens);
  parser.removeErrorListeners();
  parser.setProfile(true);
  parser.getInterpreter<antlr4::atn::ParserATNSimulator>()->setPredictionMode(
      antlr4::atn::PredictionMode::SLL);
  parser.unit();

  const auto all = parser.getParseInfo().getDecisionInfo();
  std::vector<const antlr4::atn::DecisionInfo*> decisions;
  for (const auto& one : all) decisions.push_back(&one);
  std::sort(decisions.begin(), decisions.end(),
            [](const auto* a, const auto* b) { return a->timeInPrediction > b->timeInPrediction; });
  std::printf("%-18s %9s %9s %9s %9s %9s\n", "rule", "decision", "times", "ms", "looked at", "longest");
  for (std::size_t index = 0; index < std::min<std::size_t>(decisions.size(), 15); ++index) {
    const auto& one = *decisions[index];
    const auto rule = parser.getATN().getDecisionState(one.decision)->ruleIndex;
    std::printf("%-18s %9zu %9lld %9.2f %9lld %9lld\n", parser.getRuleNames()[rule].c_str(), one.decision,
                one.invocations, static_cast<double>(one.timeInPrediction) / 1e6, one.SLL_TotalLook,
                one.SLL_MaxLook);
  }
}

}  // namespace

int main(int count, char** arguments) {
  std::string all;
  double spent = 0;
  std::size_t lines = 0;
  for (int index = 1; index < count; ++index) {
    const std::string text = read(arguments[index]);
    source::SourceSet sources;
    diagnostics::Diagnostics diagnostics;
    const source::FileId id = sources.add(arguments[index], text);
    syntax::ParseStatistics statistics;
    const auto begin = Clock::now();
    syntax::parse(sources, id, diagnostics, &statistics);
    spent += milliseconds(begin, Clock::now());
    lines += sources.file(id).line_count();
    if (statistics.fell_back_to_ll) std::printf("%s: needed the full-context fall-back\n", arguments[index]);
    all += text + "\n";
  }
  if (count < 2) {
    std::fputs("usage: parse_profile FILE.kh...\n", stderr);
    return 2;
  }
  std::printf("%zu lines, %.1f ms, %.0f lines/s\n\n", lines, spent,
              static_cast<double>(lines) / (spent / 1e3));
  print_decisions("all", all);
  return 0;
}
