#include <algorithm>
#include <cctype>

#include "KhoraLexer.h"
#include "KhoraParser.h"
#include "syntax/expected.hpp"
#include "syntax/explainer.hpp"
#include "syntax/foreign_words.hpp"

namespace khora2cpp::syntax {

using L = grammar::KhoraLexer;
using P = grammar::KhoraParser;

/// `f<Int, String>(x)` and `f<List<Int>>(x)`, which are read as comparisons up to here.
Explainer::Found Explainer::type_arguments() {
  if (at_end_ || enclosing(P::RuleBlock) == nullptr || before_ >= item_.to) return nullptr;
  const auto is_type = [&](std::size_t index) {
    if (index >= item_.to || kind(index) != L::ID) return false;
    const std::string name = word(index);
    const auto is_upper = [](unsigned char one) { return std::isupper(one) != 0; };
    // A name in capitals is a constant.
    return is_upper(name[0]) && (name.size() == 1 || !std::all_of(name.begin(), name.end(), is_upper));
  };
  std::size_t last = before_;
  if (kind(at_) == L::GREATER && kind(before_) == L::GREATER && adjacent(at_)) --last;
  else if (kind(at_) != L::COMMA) return nullptr;
  std::size_t first = last;
  while (first >= item_.from + 2 && is_type(first) && kind(first - 1) == L::LESS && kind(first - 2) == L::ID) first -= 2;
  if (first == last) return nullptr;
  return report("D230", span(first, at_), "type arguments are not written in expressions",
                "they are inferred; where one is open, give the type of the result: `let x: Type<A> = …;`");
}

Explainer::Found Explainer::foreign_operator() {
  struct Pair {
    std::uint32_t first;
    std::uint32_t second;
    const char* advice;
  };
  static constexpr Pair pairs[] = {
      {L::PLUS, L::PLUS,
       "write `a + b` to join texts, `xs.concat(ys)` to join lists, and `n = n + 1` to count"},
      {L::MINUS, L::MINUS, "write `n = n - 1`"},
      {L::PLUS, L::ASSIGN, "write `n = n + …`"},
      {L::MINUS, L::ASSIGN, "write `n = n - …`"},
      {L::STAR, L::ASSIGN, "write `n = n * …`"},
      {L::SLASH, L::ASSIGN, "write `n = n / …`"},
      {L::PERCENT, L::ASSIGN, "write `n = n % …`"},
      {L::OR, L::ASSIGN, "write `b = b || …`"},
      {L::AND, L::ASSIGN, "write `b = b && …`"},
      {L::STAR, L::STAR, "write `a * a`, or call a function"},
      {L::LESS, L::LESS, "there are no operators on bits"},
      {L::GREATER, L::GREATER, "there are no operators on bits"},
      {L::EQUAL, L::ASSIGN, "write `==`"},
      {L::NOT_EQUAL, L::ASSIGN, "write `!=`"},
      {L::LESS_EQUAL, L::GREATER, "compare with a method that answers an `Ordering`"},
      {L::COLON, L::ASSIGN, "write `let name = …;` to name a value, and `name = …;` to assign"},
  };
  for (const std::size_t second : {at_, before_}) {
    if (second >= item_.to || second <= item_.from || !adjacent(second)) continue;
    for (const Pair& pair : pairs) {
      if (kind(second - 1) != pair.first || kind(second) != pair.second) continue;
      if (second == before_ && pair.second == L::ASSIGN) continue;
      return report("D234", span(second - 1, second),
                    "there is no operator `" + word(second - 1) + word(second) + "`", pair.advice);
    }
  }
  if (at_end_) return nullptr;
  if (kind(at_) == L::BAR && expects(L::OR)) {
    return report("D234", span(at_), "there is no operator `|`",
                  "the logical operator is `||`; there are no operators on bits");
  }
  return nullptr;
}

Explainer::Found Explainer::number_form() {
  if (at_end_ || before_ >= item_.to) return nullptr;
  const bool number = kind(before_) == L::INT || kind(before_) == L::FLOAT || kind(before_) == L::DECIMAL;
  if (number && kind(at_) == L::ID && adjacent(at_)) {
    const std::string suffix = word(at_);
    if (kind(before_) == L::INT && (suffix.front() == 'e' || suffix.front() == 'E')) {
      return report("D230", span(before_, at_), "an exponent needs a decimal point before it",
                    "write `" + word(before_) + ".0" + suffix + "`");
    }
    return report(
        "D230", span(before_, at_), "`" + suffix + "` is no suffix of a number",
        "the only suffix is `d`, for decimals; other numbers take the type that is expected of them");
  }
  if (kind(before_) == L::DOT && adjacent(before_) && before_ > item_.from && kind(before_ - 1) == L::INT) {
    return report("D230", span(before_ - 1, before_), "a number with a point has digits on both sides of it",
                  "write `" + word(before_ - 1) + ".0`");
  }
  if (kind(at_) == L::DOT && (kind(at_ + 1) == L::INT) && adjacent(at_ + 1) && expects_expression()) {
    return report("D230", span(at_, at_ + 1), "a number with a point has digits on both sides of it",
                  "write `0." + word(at_ + 1) + "`");
  }
  return nullptr;
}

Explainer::Found Explainer::list_form() {
  if (before_ >= item_.to) return nullptr;
  if (!at_end_ && kind(before_) == L::DOTDOT && kind(at_) == L::DOT && adjacent(at_)) {
    return report("D222", span(before_, at_), "a spread is written with two dots", "write `..`");
  }
  if (in(P::RuleElement) || (enclosing(P::RuleElement) != nullptr && expects_expression())) {
    if (kind(before_) == L::DOTDOT) {
      return report("D223", behind(before_), "expected a list to spread behind `..`", "write `..xs`");
    }
    if (kind(before_) == L::FATARROW || kind(before_) == L::ELEMENT_ELSE) {
      return report("D223", behind(before_), "expected a list element behind `" + word(before_) + "`");
    }
  }
  if (at_end_) return nullptr;
  if (kind(at_) == L::DOTDOT) {
    if (ends_operand(kind(before_))) {
      return report("D230", span(at_), "there are no range expressions",
                    "`..` spreads a list or a record; count with `Range::Of(1, 9)`");
    }
    return report("D230", span(at_),
                  "`..` spreads a list inside of `[ ]` or a record at the start of `{ }`, and nothing else");
  }
  return nullptr;
}

/// `fn ((a, b)) => …`, `fn (Spot { x }) => …`, `fn f((a, b): Pair)`.
Explainer::Found Explainer::pattern_as_parameter() {
  if (at_end_ || before_ >= item_.to) return nullptr;
  const bool lambda = in(P::RuleLambda) || enclosing(P::RuleLambda) != nullptr;
  if (!in(P::RuleLambda) && !in(P::RuleParameters) && !in(P::RuleParameter) && !in(P::RuleSignature)) return nullptr;
  const bool begins = kind(at_) == L::LPAREN && (kind(before_) == L::LPAREN || kind(before_) == L::COMMA) && expects(L::RPAREN);
  const bool goes_on = kind(before_) == L::ID && expects(L::COLON) &&
                       (kind(at_) == L::LPAREN || kind(at_) == L::LBRACE || kind(at_) == L::RECORD_LBRACE || kind(at_) == L::COLONCOLON);
  if (!begins && !goes_on) return nullptr;
  return report("D230", begins ? span(at_) : span(before_, at_), "a parameter is a name, and no pattern",
                lambda ? "take the value apart in the body: `fn pair => { let (a, b) = pair; … }`"
                       : "take the value apart in the body: `let (a, b) = pair;`");
}

/// `{ x = 1, y = 2 }` for a record.
Explainer::Found Explainer::fields_with_equals() {
  const char* message = "the value of a field stands behind `:`";
  if (at_end_ || before_ >= item_.to) return nullptr;
  if (kind(at_) == L::ASSIGN && kind(before_) == L::ID && expects(L::COLON) && enclosing(P::RuleRecord) != nullptr) {
    return report("D230", span(at_), message, "write `" + word(before_) + ": …`");
  }
  if (kind(at_) != L::COMMA || !expects(L::SEMI)) return nullptr;
  std::size_t opening = at_;
  for (std::size_t depth = 1; opening > item_.from && depth > 0;) {
    const std::uint32_t one = kind(--opening);
    if (one == L::RBRACE || one == L::RPAREN || one == L::RBRACKET) ++depth;
    if (one == L::LBRACE || one == L::RECORD_LBRACE || one == L::BODY_LBRACE || one == L::LPAREN || one == L::LBRACKET) --depth;
  }
  if (kind(opening + 1) != L::ID || kind(opening + 2) != L::ASSIGN) return nullptr;
  return report("D230", span(opening + 2), message, "write `{ " + word(opening + 1) + ": …, … }`");
}

Explainer::Found Explainer::other_languages() {
  if (at_end_) return nullptr;
  // A quote inside of a string has ended it.
  if ((kind(before_) == L::STRING_END || kind(before_) == L::TICK_END) && adjacent(at_) &&
      (kind(at_) == L::ID || kind(at_) == L::INT || is_keyword(kind(at_)))) {
    return report("D230", span(before_), "the string ends here, and `" + word(at_) + "` behind it does not fit",
                  "a quote inside of a string is written `\\\"`, and a hole `${…}`");
  }
  // A word of another language at the start of a statement or an operand is read as a name, and what follows
  // does not fit.
  if (kind(before_) == L::ID && enclosing(P::RuleStatement) != nullptr) {
    if (const ForeignWord* foreign = foreign_expression(word(before_));
        foreign != nullptr && starts_expression(kind(at_))) {
      return report("D204", span(before_), "`" + word(before_) + "` means nothing in Khora",
                    std::string(foreign->advice));
    }
  }
  if (kind(at_) == L::ID && ends_operand(kind(before_)) && expects(L::PIPE)) {
    if (const ForeignWord* foreign = foreign_connective(word(at_))) {
      return report("D204", span(at_), "`" + word(at_) + "` means nothing in Khora", std::string(foreign->advice));
    }
  }
  if (kind(at_) == L::LET && kind(before_) != L::SEMI &&
      (kind(before_) == L::IF || kind(before_) == L::WHILE)) {
    return report("D230", span(before_, at_), "there is no `" + word(before_) + " let`",
                  "take it apart with `match`");
  }
  if (kind(at_) == L::AS && expects(L::PIPE)) {
    return report("D230", span(at_), "there are no casts",
                  "convert with a function of the type: `U8::of(n)`");
  }
  if ((kind(at_) == L::RECORD_LBRACE || kind(at_) == L::LBRACE) && kind(before_) == L::ID &&
      expects(L::PIPE) && expects(L::SEMI)) {
    const std::string name = word(before_);
    if (name.front() >= 'a' && name.front() <= 'z') {
      return report("D230", span(before_, at_), "`" + name + "` is called with parentheses, and takes a block as a function",
                    "write `" + name + "(fn () => { … })" + (name == "nursery" ? "!`" : "`"));
    }
    const SyntaxFault::Open* statement = enclosing(P::RuleStatement);
    const bool named = statement != nullptr && kind(statement->token) == L::LET && kind(before_ - 1) == L::ASSIGN;
    return report("D230", span(before_, at_), "a record literal has no name before its brace",
                  named ? "give the type instead: `let x: " + name + " = { … };`"
                        : "leave the name out: `{ … }` is a `" + name + "` where one is expected");
  }
  if ((kind(at_) == L::BAR || kind(at_) == L::OR) && expects_expression()) {
    return report("D230", span(at_), "a lambda is written with `fn`",
                  "write `fn x => …`, `fn (a, b) => …` or `fn () => …`");
  }
  if (kind(at_) == L::ARROW && (expects(L::PIPE) || in(P::RuleLambda))) {
    return report(
        "D230", span(at_),
        in(P::RuleLambda) ? "the type of a lambda's answer is not written" : "a lambda begins with `fn`",
        "write `fn x => …`, `fn (a, b) => …` or `fn () => …`");
  }
  if (kind(at_) == L::FATARROW && kind(before_) == L::RPAREN && enclosing(P::RuleArm) != nullptr) {
    // Arms need no commas; a tuple pattern after an arm without one is read as arguments of what stands there.
    std::size_t opening = before_;
    for (std::size_t depth = 0; opening > item_.from; --opening) {
      if (kind(opening) == L::RPAREN) ++depth;
      if (kind(opening) == L::LPAREN && --depth == 0) break;
    }
    if (opening > item_.from && ends_operand(kind(opening - 1)) && !adjacent(opening)) {
      return report("D230", span(opening, before_), "these parentheses continue the arm before them: they are read as arguments",
                    "end that arm with `,`");
    }
  }
  if (kind(at_) == L::FATARROW && expects(L::PIPE) && !expects(L::FATARROW)) {
    return report("D230", span(at_), "a lambda begins with `fn`",
                  "write `fn x => …`, `fn (a, b) => …` or `fn () => …`");
  }
  if (kind(at_) == L::COLONCOLON && kind(before_) == L::GREATER) {
    return report("D230", span(at_), "type arguments are not written in expressions",
                  "give the type of the result: `let x: Type<A> = …;`");
  }
  if (kind(at_) == L::MUT && expects(L::SEMI))
    return report("D230", span(at_), "`mut` stands behind `let`", "write `let mut`");
  return nullptr;
}

Explainer::Found Explainer::construct_form() {
  const source::Span here = at_end_ ? behind(before_) : span(at_);
  if (const SyntaxFault::Open* operand = enclosing(P::RuleOperand); operand != nullptr) {
    // The innermost construct with a word of its own.
    std::size_t first = operand->token;
    while (kind(first) == L::MINUS || kind(first) == L::NOT || kind(first) == L::FLOW) ++first;
    if (kind(first) == L::FOR && expects(L::IN)) {
      return report("D226", here, "`in` is missing in this `for`", "a loop is written `for x in xs { … }`");
    }
    if (kind(first) == L::HANDLER && before_ == first) {
      return report("D228", here, "`for` is missing behind `handler`",
                    "write `handler for Effect { operation: fn () => … }`");
    }
    std::size_t effect_end = first + 2;
    while (kind(effect_end) == L::ID || kind(effect_end) == L::COLONCOLON) ++effect_end;
    if (kind(first) == L::HANDLER && before_ + 1 == effect_end) {
      return report("D228", here, "the operations of this handler are missing",
                    kind(at_) == L::LESS ? "a handler names the bare effect, without type arguments"
                                         : "write `handler for Effect { operation: fn () => … }`");
    }
  }
  if (kind(before_) == L::ELSE && !at_end_) {
    return report("D227", here, "`else` is followed by `{` or `if`", "write `else { … }`");
  }
  if (kind(at_) == L::ELEMENT_ELSE) {
    return report("D227", here, "this `else` belongs to no `if`",
                  "it stands right behind the `}` of its `if`");
  }
  return nullptr;
}

Explainer::Found Explainer::with_form() {
  const source::Span here = at_end_ ? behind(before_) : span(at_);
  if (kind(before_) == L::WITH && enclosing(P::RuleOperand) != nullptr && enclosing(P::RuleType) == nullptr) {
    return report(
        "D229", here,
        "`with` is followed by what it installs: a record of capabilities, or the name of a context",
        "write `with { label: handler }` or `with Name`");
  }
  const SyntaxFault::Open* operand = enclosing(P::RuleOperand);
  const SyntaxFault::Open& innermost = fault_.open.front();
  const bool block_missing = innermost.rule == P::RuleBlock && kind(innermost.token) != L::LBRACE;
  const bool direct = operand != nullptr && (operand == &innermost || in(P::RuleInstall) || block_missing);
  if (direct && kind(operand->token) == L::WITH && expects(L::LBRACE) && !expects(L::PIPE)) {
    if (!at_end_ && (kind(at_) == L::LPAREN || kind(at_) == L::DOT) && in(P::RuleInstall)) {
      return report("D229", here, "what `with` installs is a record of capabilities, or a name",
                    "give the value a name with `let` first, or write `with { label: .. }`");
    }
    Found found = report("D229", here, "the block of this `with` is missing");
    if (kind(before_) == L::RBRACE)
      found->suggest(
          "braces that look like a record are read as what `with` installs; the block follows them");
    return found;
  }
  return nullptr;
}

Explainer::Found Explainer::brace_ends_head() {
  // `if {`: the brace was taken for the body, and the error shows in it or behind it.
  const char* hint = "put parentheses around a record or a block that stands here";
  const char* operand_missing = "`{` ends the head of this construct, so an operand is missing before it";
  if (!at_end_ && (kind(at_) == L::LBRACE || kind(at_) == L::RECORD_LBRACE) && kind(before_) == L::RBRACE) {
    // `if a == { 1 } {`: the first brace was the body for whoever places the ends of statements.
    std::size_t opening = before_;
    for (std::size_t depth = 0; opening > item_.from; --opening) {
      if (kind(opening) == L::RBRACE) ++depth;
      if (kind(opening) == L::LBRACE && --depth == 0) break;
    }
    if (opening > item_.from && (is_binary_operator(kind(opening - 1)) || kind(opening - 1) == L::NOT)) {
      return report("D225", span(opening), operand_missing, hint);
    }
  }
  for (const SyntaxFault::Open& open : fault_.open) {
    std::size_t word_at = open.token;
    if (open.rule == P::RuleBlock || open.rule == P::RuleArms) {
      const bool record = kind(word_at + 1) == L::ID && kind(word_at + 2) == L::COLON;
      if (record && kind(word_at) == L::LBRACE && word_at > item_.from &&
          is_binary_operator(kind(word_at - 1))) {
        return report("D225", span(word_at), operand_missing, hint);
      }
      continue;
    }
    if (open.rule != P::RuleOperand && open.rule != P::RuleIfExpr) continue;
    while (kind(word_at) == L::MINUS || kind(word_at) == L::NOT || kind(word_at) == L::FLOW) ++word_at;
    const std::string name = kind(word_at) == L::IF      ? "the condition of this `if`"
                             : kind(word_at) == L::WHILE ? "the condition of this `while`"
                             : kind(word_at) == L::MATCH ? "the value to match"
                             : kind(word_at) == L::FOR   ? "what to go through"
                                                         : "";
    if (name.empty()) continue;
    if (kind(word_at) == L::FOR) {
      while (word_at < at_ && kind(word_at) != L::IN && kind(word_at) != L::LBRACE) ++word_at;
      if (kind(word_at) != L::IN) continue;
    }
    if (kind(word_at + 1) != L::LBRACE || word_at + 1 > before_) continue;
    return report("D225", span(word_at + 1), "`{` ends the head, so " + name + " is missing before it", hint);
  }
  return nullptr;
}

std::string Explainer::missing_after() const {
  switch (kind(before_)) {
    case L::IF:
      return enclosing(P::RuleArm) != nullptr && !in(P::RuleIfExpr) ? "the condition of this guard"
                                                                    : "the condition of this `if`";
    case L::ELEMENT_IF: return "the condition";
    case L::WHILE: return "the condition of this `while`";
    case L::MATCH: return "the value to match";
    case L::IN: return "what to go through";
    case L::RAISE: return "the failure to raise";
    case L::ASSIGN: return "the value";
    case L::FATARROW: return "the body";
    case L::COLON:
      return in(P::RuleArgument) || enclosing(P::RuleArgument) != nullptr ? "an argument"
                                                                          : "the value of this field";
    default: return "an operand";
  }
}

Explainer::Found Explainer::missing_operand() {
  if (before_ >= item_.to) return nullptr;
  if (kind(before_) == L::FLOW && !(!at_end_ && starts_expression(kind(at_)))) {
    return report("D224", span(before_), "`||>` is followed by a stage", "write `||> first |> second`");
  }
  if (!expects_expression()) return nullptr;
  const std::uint32_t before = kind(before_);
  if (before == L::COLON && (enclosing(P::RuleArgument) != nullptr) &&
      (kind(at_) == L::COMMA || kind(at_) == L::RPAREN)) {
    return report("D219", behind(before_), "expected an argument behind this label");
  }
  const bool wants = is_binary_operator(before) || before == L::NOT || before == L::IF ||
                     before == L::ELEMENT_IF || before == L::WHILE || before == L::MATCH || before == L::IN ||
                     before == L::RAISE || before == L::FATARROW || before == L::COLON ||
                     before == L::RETURN || before == L::BREAK;
  if (wants) {
    // The head of `if {` ends at the brace.
    std::string message = "expected " + missing_after() + " behind `" + word(before_) + "`";
    Found found = report("D225", behind(before_), std::move(message));
    if (!at_end_ && kind(at_) == L::LBRACE)
      found->suggest("a block or a record that stands here needs parentheses");
    return found;
  }
  if (!at_end_ && (is_binary_operator(kind(at_)) || kind(at_) == L::DOT)) {
    return report("D225", span(at_), "expected an expression before `" + word(at_) + "`");
  }
  if (!at_end_ && kind(at_) == L::SEMI &&
      (before == L::SEMI || before == L::LBRACE || before == L::RBRACE || before == L::BODY_LBRACE)) {
    return report("D230", span(at_), "expected a statement or an expression, and here is `;`", "remove it");
  }
  return nullptr;
}

}  // namespace khora2cpp::syntax
