#include "syntax/expected.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "KhoraLexer.h"

namespace khora2cpp::syntax {

using L = grammar::KhoraLexer;

namespace {

bool has(const std::vector<std::uint32_t>& kinds, std::uint32_t kind) {
  return std::find(kinds.begin(), kinds.end(), kind) != kinds.end();
}

/// How the tokens that end or separate something are called, in the order in which they are told.
constexpr std::array<std::pair<std::uint32_t, const char*>, 22> marks = {{
    {L::SEMI, "`;`"},    {L::COMMA, "`,`"},         {L::RPAREN, "`)`"},      {L::RBRACKET, "`]`"},
    {L::GREATER, "`>`"}, {L::RBRACE, "`}`"},        {L::END, "`}`"},         {L::HOLE_END, "`}`"},
    {L::COLON, "`:`"},   {L::ASSIGN, "`=`"},        {L::FATARROW, "`=>`"},   {L::LPAREN, "`(`"},
    {L::LBRACE, "`{`"},  {L::RECORD_LBRACE, "`{`"}, {L::BODY_LBRACE, "`{`"}, {L::COLONCOLON, "`::`"},
    {L::IN, "`in`"},     {L::TYPE, "`type`"},       {L::FN, "`fn`"},         {L::DOT, "`.`"},
    {L::LESS, "`<`"},    {L::FOR, "`for`"},
}};

}  // namespace

bool starts_expression(std::uint32_t kind) {
  switch (kind) {
    case L::ID:
    case L::INT:
    case L::FLOAT:
    case L::DECIMAL:
    case L::CHAR:
    case L::QUOTE:
    case L::BACKTICK:
    case L::TRUE:
    case L::FALSE:
    case L::UNDERSCORE:
    case L::LPAREN:
    case L::LBRACKET:
    case L::LBRACE:
    case L::RECORD_LBRACE:
    case L::MINUS:
    case L::NOT:
    case L::FLOW:
    case L::IF:
    case L::MATCH:
    case L::FOR:
    case L::WHILE:
    case L::LOOP:
    case L::WITH:
    case L::FN:
    case L::HANDLER:
    case L::RAISE:
    case L::RETURN:
    case L::BREAK:
    case L::CONTINUE:
    case L::BARE_RETURN:
    case L::BARE_BREAK: return true;
    default: return false;
  }
}

bool is_binary_operator(std::uint32_t kind) {
  switch (kind) {
    case L::ASSIGN:
    case L::PIPE:
    case L::OR:
    case L::AND:
    case L::EQUAL:
    case L::NOT_EQUAL:
    case L::LESS:
    case L::GREATER:
    case L::LESS_EQUAL:
    case L::GREATER_EQUAL:
    case L::PLUS:
    case L::MINUS:
    case L::STAR:
    case L::SLASH:
    case L::PERCENT: return true;
    default: return false;
  }
}

bool is_keyword(std::uint32_t kind) {
  return (kind >= L::MODULE && kind <= L::FALSE) || kind == L::BARE_RETURN || kind == L::BARE_BREAK ||
         kind == L::ELEMENT_IF || kind == L::ELEMENT_FOR || kind == L::ELEMENT_ELSE;
}

bool ends_operand(std::uint32_t kind) {
  switch (kind) {
    case L::ID:
    case L::INT:
    case L::FLOAT:
    case L::DECIMAL:
    case L::CHAR:
    case L::STRING_END:
    case L::TICK_END:
    case L::TRUE:
    case L::FALSE:
    case L::UNDERSCORE:
    case L::RPAREN:
    case L::RBRACKET:
    case L::RBRACE:
    case L::NOT:
    case L::CONTINUE:
    case L::BARE_RETURN:
    case L::BARE_BREAK:
    case L::ROW_VARIABLE: return true;
    default: return false;
  }
}

std::string expectation(const std::vector<std::uint32_t>& kinds) {
  std::vector<std::string> words;
  const bool expression = has(kinds, L::LBRACKET) && has(kinds, L::MATCH);
  const bool type = has(kinds, L::FORALL);
  const bool pattern = !expression && has(kinds, L::UNDERSCORE) && has(kinds, L::CHAR);
  if (expression) words.emplace_back("an expression");
  if (type) words.emplace_back("a type");
  if (pattern) words.emplace_back("a pattern");
  if (words.empty() && has(kinds, L::ID)) words.emplace_back("a name");
  if (has(kinds, L::TEST)) return "a declaration";

  // Behind an operand or a type: it could always go on, so only what ends it is worth a word.
  const bool behind_operand = has(kinds, L::PIPE) || (has(kinds, L::COLONCOLON) && kinds.size() > 1);
  for (const auto& [kind, text] : marks) {
    if (!has(kinds, kind)) continue;
    if (behind_operand && (kind == L::LPAREN || kind == L::DOT || kind == L::LESS || kind == L::COLONCOLON ||
                           (has(kinds, L::PIPE) && (kind == L::GREATER || kind == L::ASSIGN)))) {
      continue;
    }
    if ((expression || type || pattern) && (kind == L::LPAREN || kind == L::LBRACE ||
                                            kind == L::RECORD_LBRACE || kind == L::FN || kind == L::FOR)) {
      continue;
    }
    if (std::find(words.begin(), words.end(), text) == words.end()) words.emplace_back(text);
  }
  if (words.empty() || words.size() > 4) return {};
  std::string result = words.front();
  for (std::size_t index = 1; index < words.size(); ++index) {
    result += (index + 1 == words.size() ? " or " : ", ") + words[index];
  }
  return result;
}

}  // namespace khora2cpp::syntax
