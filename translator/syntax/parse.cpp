#include "syntax/parse.hpp"

#include <algorithm>
#include <utility>

#include "syntax/brackets.hpp"
#include "syntax/builder.hpp"
#include "syntax/concrete.hpp"
#include "syntax/context.hpp"
#include "syntax/explain.hpp"
#include "syntax/lex.hpp"
#include "syntax/recover.hpp"

namespace khora2cpp::syntax {
namespace {

/// Stops at the first error and remembers where it was.
class FirstError final : public antlr4::BailErrorStrategy {
 public:
  void recover(antlr4::Parser* parser, std::exception_ptr error) override {
    std::size_t token = current(parser);
    try {
      std::rethrow_exception(error);
    } catch (const antlr4::RecognitionException& fault) {
      // A decision of two tokens may fail at the second.
      if (fault.getOffendingToken() != nullptr)
        token = std::max(token, fault.getOffendingToken()->getTokenIndex());
    }
    give_up(parser, token);
  }
  antlr4::Token* recoverInline(antlr4::Parser* parser) override { give_up(parser, current(parser)); }

  /// At every loop and option: whether the next token fits. Without it, an error shows only behind the loop,
  /// where less is expected.
  void sync(antlr4::Parser* parser) override {
    if (!careful) return;
    const antlr4::atn::ATN& atn = parser->getATN();
    antlr4::atn::ATNState* state = atn.states[parser->getState()];
    const std::size_t next = parser->getTokenStream()->LA(1);
    const antlr4::misc::IntervalSet fitting = atn.nextTokens(state);
    if (fitting.contains(next)) return;
    if (fitting.contains(antlr4::Token::EPSILON) && parser->getExpectedTokens().contains(next)) return;
    switch (state->getStateType()) {
      case antlr4::atn::ATNState::BLOCK_START:
      case antlr4::atn::ATNState::STAR_BLOCK_START:
      case antlr4::atn::ATNState::PLUS_BLOCK_START:
      case antlr4::atn::ATNState::STAR_LOOP_ENTRY:
      case antlr4::atn::ATNState::STAR_LOOP_BACK:
      case antlr4::atn::ATNState::PLUS_LOOP_BACK: give_up(parser, current(parser));
      default: break;
    }
  }

  SyntaxFault take() { return std::move(fault_); }

  bool careful = false;  ///< an error is known to come

 private:
  static std::size_t current(antlr4::Parser* parser) {
    return static_cast<const PlacedToken*>(parser->getCurrentToken())->index();
  }

  [[noreturn]] void give_up(antlr4::Parser* parser, std::size_t token) {
    fault_ = {};
    fault_.token = token;
    if (token == current(parser)) {
      const antlr4::misc::IntervalSet expected = parser->getExpectedTokens();
      for (std::uint32_t kind = 1; kind <= parser->getVocabulary().getMaxTokenType(); ++kind) {
        if (expected.contains(static_cast<std::size_t>(kind))) fault_.expected.push_back(kind);
      }
    }
    for (auto* node = parser->getContext(); node != nullptr; node = static_cast<Node*>(node->parent)) {
      const auto* start = static_cast<const PlacedToken*>(node->start);
      fault_.open.push_back({node->getRuleIndex(), start == nullptr ? 0 : start->index()});
    }
    throw antlr4::ParseCancellationException();
  }

  SyntaxFault fault_;
};

/// One attempt at some tokens.
class Attempt {
 public:
  Attempt(const std::vector<Token>& tokens, std::uint32_t end)
      : tokens_(tokens, 0, tokens.size(), end),
        parser_(&tokens_),
        strategy_(std::make_shared<FirstError>()) {
    parser_.removeErrorListeners();
    parser_.setErrorHandler(strategy_);
  }

  enum class Goal { unit, item };

  const Node* run(Goal goal, antlr4::atn::PredictionMode mode) {
    tokens_.seek(0);
    parser_.reset();
    parser_.getInterpreter<antlr4::atn::ParserATNSimulator>()->setPredictionMode(mode);
    strategy_->careful = goal == Goal::item;
    try {
      if (goal == Goal::unit) return parser_.unit();
      return parser_.oneItem();
    } catch (const antlr4::ParseCancellationException&) {
      return nullptr;
    }
  }

  SyntaxFault fault() { return strategy_->take(); }

 private:
  PlacedTokens tokens_;
  grammar::KhoraParser parser_;
  std::shared_ptr<FirstError> strategy_;
};

class Parsing {
 public:
  Parsing(const source::SourceFile& source, source::FileId id, diagnostics::Diagnostics& diagnostics,
          ParseStatistics& statistics)
      : text_(source.text()),
        id_(id),
        diagnostics_(diagnostics),
        statistics_(statistics),
        list_(lex(source, id, diagnostics)) {}

  std::unique_ptr<File> run() {
    auto file = std::make_unique<File>();
    file->id = id_;
    statistics_.tokens = list_.tokens.size();
    unbalanced_ = balance_brackets(list_, text_, id_, diagnostics_);
    const std::optional<ItemStarts> starts = place_tokens(list_, text_, id_, diagnostics_);
    if (!starts) return file;

    Builder builder(text_, id_, list_, diagnostics_, *file);
    const auto end = static_cast<std::uint32_t>(text_.size());
    Attempt attempt(list_.tokens, end);
    const Node* unit = attempt.run(Attempt::Goal::unit, antlr4::atn::PredictionMode::SLL);
    if (unit == nullptr) {
      unit = attempt.run(Attempt::Goal::unit, antlr4::atn::PredictionMode::LL);
      statistics_.fell_back_to_ll = unit != nullptr;
    }
    if (unit != nullptr) {
      Children children(unit);
      while (const Node* item = children.take_rule(Rule::RuleItem)) builder.add_item(item);
    } else {
      each_item(*starts, builder);
    }
    builder.finish();
    return file;
  }

 private:
  /// After an error: reads the declarations one by one.
  void each_item(const ItemStarts& starts, Builder& builder) {
    for (std::size_t index = 0; index < starts.size(); ++index) {
      const auto from = list_.tokens.begin() + static_cast<std::ptrdiff_t>(starts[index]);
      const auto to = index + 1 < starts.size() ? list_.tokens.begin() + static_cast<std::ptrdiff_t>(starts[index + 1])
                                                : list_.tokens.end();
      const std::uint32_t end = std::prev(to)->end;
      std::vector<Token> tokens(from, to);
      Attempt attempt(tokens, end);
      if (const Node* item = attempt.run(Attempt::Goal::item, antlr4::atn::PredictionMode::LL)) {
        builder.add_item(Children(item).node());
      } else {
        builder.skip_until(end);
        faulty_item(std::move(tokens), end, attempt.fault());
      }
    }
  }

  /// Reports every fault of a declaration that can be told apart: after each, the part around it is left out and the rest read again.
  void faulty_item(std::vector<Token> tokens, std::uint32_t end, SyntaxFault fault) {
    const std::uint32_t begin = tokens.front().begin;
    for (int count = 0; count < most_faults; ++count) {
      const std::uint32_t at = fault.token < tokens.size() ? tokens[fault.token].begin : end;
      if (any_between(unbalanced_, begin, at)) return;
      std::optional<Cut> cut = part_around(fault, tokens, at, text_);
      // Behind a faulty literal nothing more is said about the part that holds it.
      if (!any_between(list_.garbled, cut ? tokens[cut->from].begin : begin, at)) {
        cut = part_around(fault, tokens, explained(fault, tokens, at), text_);
      }
      if (!cut) return;
      tokens.erase(tokens.begin() + static_cast<std::ptrdiff_t>(cut->from), tokens.begin() + static_cast<std::ptrdiff_t>(cut->to));
      Attempt attempt(tokens, end);
      if (const Node* item = attempt.run(Attempt::Goal::item, antlr4::atn::PredictionMode::LL)) {
        // What is left says what it has to say about itself, and is kept nowhere: parts of it are missing.
        File unused;
        Builder(text_, id_, list_, diagnostics_, unused).add_item(Children(item).node());
        return;
      }
      fault = attempt.fault();
    }
  }

  /// Says what is wrong, and answers where.
  std::uint32_t explained(const SyntaxFault& fault, const std::vector<Token>& tokens, std::uint32_t at) {
    const std::size_t before = diagnostics_.all().size();
    explain(fault, {tokens, 0, tokens.size(), text_, id_}, diagnostics_);
    return diagnostics_.all().size() > before ? std::min(at, diagnostics_.all().back().span.begin) : at;
  }

  static bool any_between(const std::vector<std::uint32_t>& places, std::uint32_t first, std::uint32_t last) {
    return std::any_of(places.begin(), places.end(), [&](std::uint32_t place) { return place >= first && place <= last; });
  }

  static constexpr int most_faults = 32;  ///< in one declaration

  std::string_view text_;
  source::FileId id_;
  diagnostics::Diagnostics& diagnostics_;
  ParseStatistics& statistics_;
  TokenList list_;
  std::vector<std::uint32_t> unbalanced_;
};

}  // namespace

std::unique_ptr<File> parse(const source::SourceSet& sources, source::FileId id,
                            diagnostics::Diagnostics& diagnostics, ParseStatistics* statistics) {
  ParseStatistics unused;
  const auto before = static_cast<std::ptrdiff_t>(diagnostics.all().size());
  auto file = Parsing(sources.file(id), id, diagnostics, statistics == nullptr ? unused : *statistics).run();
  std::stable_sort(diagnostics.all().begin() + before, diagnostics.all().end(),
                   [](const auto& one, const auto& other) { return one.span.begin < other.span.begin; });
  return file;
}

}  // namespace khora2cpp::syntax
