#include "syntax/explain.hpp"

#include <algorithm>

#include "KhoraLexer.h"
#include "KhoraParser.h"
#include "syntax/expected.hpp"
#include "syntax/explainer.hpp"

namespace khora2cpp::syntax {

using L = grammar::KhoraLexer;
using P = grammar::KhoraParser;

Explainer::Explainer(const SyntaxFault& fault, const FaultyItem& item, diagnostics::Diagnostics& diagnostics)
    : fault_(fault), item_(item), diagnostics_(diagnostics), at_(fault.token), before_(fault.token) {
  while (kind(at_) == L::END) ++at_;
  at_end_ = at_ >= item.to;
  while (before_ > item.from && kind(--before_) == L::END) {
  }
  if (before_ == at_) before_ = item.to;  // there is none
}

void Explainer::run() {
  using Check = Found (Explainer::*)();
  static constexpr Check checks[] = {
      &Explainer::item_start,       &Explainer::after_pub,       &Explainer::import_form,
      &Explainer::declaration_form, &Explainer::brace_ends_head, &Explainer::type_arguments,
      &Explainer::foreign_operator, &Explainer::number_form,     &Explainer::list_form,
      &Explainer::pattern_as_parameter, &Explainer::fields_with_equals,
      &Explainer::other_languages,  &Explainer::construct_form,  &Explainer::with_form,
      &Explainer::declaration_in_block, &Explainer::keyword_as_name, &Explainer::missing_operand,
      &Explainer::missing_semicolon};
  for (const Check check : checks) {
    if ((this->*check)() != nullptr) return;
  }
  unexpected();
}

Explainer::Found Explainer::keyword_as_name() {
  if (at_end_ || !is_keyword(kind(at_)) || !expects(L::ID) || expects_expression()) return nullptr;
  if (kind(at_) == L::TRUE || kind(at_) == L::FALSE) return nullptr;
  if (kind(before_) == L::IMPORT || kind(before_) == L::MODULE || kind(before_) == L::COLONCOLON ||
      kind(before_) == L::DOT || kind(before_) == L::LET || kind(before_) == L::MUT ||
      kind(before_) == L::FN || kind(before_) == L::COMMA || kind(before_) == L::LPAREN ||
      kind(before_) == L::TYPE || kind(before_) == L::CONST || kind(before_) == L::TRAIT ||
      kind(before_) == L::FOR || kind(before_) == L::FIELDS_LBRACE || kind(before_) == L::CASE_BAR ||
      kind(before_) == L::LESS || kind(before_) == L::LBRACE || kind(before_) == L::PUB ||
      kind(before_) == L::EFFECT || kind(before_) == L::AS) {
    return report("D230", span(at_), "`" + word(at_) + "` is a keyword, so nothing can be called so",
                  "choose another name");
  }
  return nullptr;
}

Explainer::Found Explainer::missing_semicolon() {
  if (!expects(L::SEMI) || before_ >= item_.to ||
      !(ends_operand(kind(before_)) || kind(before_) == L::GREATER))
    return nullptr;
  const bool ends = at_end_ || kind(at_) == L::RBRACE || kind(at_) == L::SEMI ||
                    starts_expression(kind(at_)) || is_keyword(kind(at_));
  if (!ends) return nullptr;
  if (in(P::RuleSignature)) {
    return report("D230", behind(before_), "the body of this function is missing",
                  "write `{ … }`; a `;` in its place declares the signature alone");
  }
  if (!in(P::RuleStatement)) return report("D230", behind(before_), "a `;` is missing here");
  const bool let = kind(enclosing(P::RuleStatement)->token) == L::LET;
  const Found found =
      report("D230", behind(before_),
             let ? "a `;` is missing after this `let`" : "a `;` is missing after this statement");
  if (!let)
    found->suggest("only statements that end with a block, such as `if` and `for`, stand without `;`");
  return found;
}

Explainer::Found Explainer::unexpected() {
  const std::string expected = expectation(fault_.expected);
  std::string message;
  source::Span at = at_end_ ? behind(before_) : span(at_);
  if (at_end_) {
    message = expected.empty() ? "something is missing here" : "expected " + expected + " here";
  } else if (expected.empty()) {
    message = "`" + word(at_) + "` does not fit here";
  } else {
    message = "expected " + expected + ", and here is `" + word(at_) + "`";
  }
  const Found found = report("D230", at, std::move(message));
  add_opening(*found);
  return found;
}

void Explainer::add_opening(diagnostics::Diagnostic& diagnostic) const {
  for (const SyntaxFault::Open& open : fault_.open) {
    const char* what = nullptr;
    switch (open.rule) {
      case P::RuleArguments: what = "in the arguments that begin here"; break;
      case P::RuleParens: what = "in the parentheses that begin here"; break;
      case P::RuleList: what = "in the list that begins here"; break;
      case P::RuleRecord: what = "in the record that begins here"; break;
      case P::RuleArms: what = "among the arms that begin here"; break;
      case P::RuleParameters: what = "among the parameters that begin here"; break;
      case P::RuleTypeBody: what = "in the type that begins here"; break;
      case P::RuleRow: what = "in the row that begins here"; break;
      case P::RuleBlock: what = "in the block that begins here"; break;
      default: break;
    }
    if (what == nullptr) continue;
    const source::Span opening = span(open.token);
    if (open.token == at_ || opening.begin >= diagnostic.span.begin) continue;
    const std::string_view between = item_.text.substr(opening.begin, diagnostic.span.begin - opening.begin);
    if (between.find('\n') != std::string_view::npos) diagnostic.label(opening, what);
    return;
  }
}

std::string Explainer::word(std::size_t index) const {
  const Token& token = item_.tokens[index];
  if (token.kind == L::QUOTE || token.kind == L::BACKTICK)
    return token.kind == L::QUOTE ? "\"…\"" : "a string";
  return std::string(item_.text.substr(token.begin, token.end - token.begin));
}

source::Span Explainer::span(std::size_t index) const {
  if (index >= item_.tokens.size()) return behind(item_.to - 1);
  return {item_.file, item_.tokens[index].begin, item_.tokens[index].end};
}

source::Span Explainer::behind(std::size_t index) const {
  const Token& token = item_.tokens[std::min(index, item_.to - 1)];
  return {item_.file, token.end, token.end};
}

bool Explainer::adjacent(std::size_t index) const {
  return index > item_.from && index < item_.to && item_.tokens[index - 1].end == item_.tokens[index].begin;
}

bool Explainer::in(std::size_t rule) const {
  for (const SyntaxFault::Open& open : fault_.open) {
    if (open.rule == rule) return true;
    switch (open.rule) {
      case P::RuleExpr:
      case P::RuleOperand:
      case P::RuleBinary:
      case P::RuleType:
      case P::RulePrimaryType:
      case P::RulePath:
      case P::RuleBounds: break;
      default: return false;
    }
  }
  return false;
}

const SyntaxFault::Open* Explainer::enclosing(std::size_t rule) const {
  const auto found = std::find_if(fault_.open.begin(), fault_.open.end(),
                                  [&](const auto& open) { return open.rule == rule; });
  return found == fault_.open.end() ? nullptr : &*found;
}

bool Explainer::expects(std::uint32_t wanted) const {
  return std::find(fault_.expected.begin(), fault_.expected.end(), wanted) != fault_.expected.end();
}

bool Explainer::expects_expression() const {
  return expects(L::LBRACKET) && expects(L::MATCH);
}

Explainer::Found Explainer::report(diagnostics::Code code, source::Span at, std::string message,
                                   std::string hint, diagnostics::Site site) {
  diagnostics::Diagnostic& diagnostic = diagnostics_.error(code, at, std::move(message), site);
  if (!hint.empty()) diagnostic.suggest(std::move(hint));
  return &diagnostic;
}

void explain(const SyntaxFault& fault, const FaultyItem& item, diagnostics::Diagnostics& diagnostics) {
  Explainer(fault, item, diagnostics).run();
}

}  // namespace khora2cpp::syntax
