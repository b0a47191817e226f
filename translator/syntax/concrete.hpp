// Tokens and parse tree as ANTLR wants them, and a way to walk the tree. Internal to syntax/.
#pragma once

#include <string>
#include <vector>

#include "antlr4-runtime.h"

#include "KhoraLexer.h"
#include "KhoraParser.h"
#include "syntax/token.hpp"

namespace khora2cpp::syntax {

using Kind = grammar::KhoraLexer;   // Kind::ID: of tokens
using Rule = grammar::KhoraParser;  // Rule::RuleExpr: of nodes
using Node = antlr4::ParserRuleContext;

/// A token of ours in ANTLR's clothes.
class PlacedToken final : public antlr4::Token {
 public:
  PlacedToken(const syntax::Token& token, std::size_t index) : token_(token), index_(index) {}

  std::uint32_t kind() const { return token_.kind; }
  std::uint32_t begin() const { return token_.begin; }
  std::uint32_t end() const { return token_.end; }
  std::size_t index() const { return index_; }

  std::string getText() const override { return {}; }
  std::size_t getType() const override { return end_of_file_ ? antlr4::Token::EOF : token_.kind; }
  std::size_t getLine() const override { return 0; }
  std::size_t getCharPositionInLine() const override { return 0; }
  std::size_t getChannel() const override { return antlr4::Token::DEFAULT_CHANNEL; }
  std::size_t getTokenIndex() const override { return index_; }
  std::size_t getStartIndex() const override { return token_.begin; }
  std::size_t getStopIndex() const override { return token_.end; }
  antlr4::TokenSource* getTokenSource() const override { return nullptr; }
  antlr4::CharStream* getInputStream() const override { return nullptr; }
  std::string toString() const override { return {}; }

  static PlacedToken end_of_file(std::uint32_t at, std::size_t index) {
    PlacedToken token({0, at, at}, index);
    token.end_of_file_ = true;
    return token;
  }

 private:
  syntax::Token token_;
  std::size_t index_;
  bool end_of_file_ = false;
};

/// A part of the tokens of a file, with an end of file behind it.
class PlacedTokens final : public antlr4::TokenStream {
 public:
  PlacedTokens(const std::vector<syntax::Token>& tokens, std::size_t from, std::size_t to,
               std::uint32_t end) {
    tokens_.reserve(to - from + 1);
    for (std::size_t index = from; index < to; ++index) tokens_.emplace_back(tokens[index], index - from);
    tokens_.push_back(PlacedToken::end_of_file(end, to - from));
  }

  antlr4::Token* LT(ssize_t offset) override {
    const auto last = static_cast<ssize_t>(tokens_.size()) - 1;
    const ssize_t wanted = static_cast<ssize_t>(at_) + (offset > 0 ? offset - 1 : offset);
    return wanted < 0 ? nullptr : &tokens_[static_cast<std::size_t>(std::min(wanted, last))];
  }
  std::size_t LA(ssize_t offset) override {
    const antlr4::Token* token = LT(offset);
    return token == nullptr ? antlr4::Token::INVALID_TYPE : token->getType();
  }
  void consume() override {
    if (at_ + 1 < tokens_.size()) ++at_;
  }
  antlr4::Token* get(std::size_t index) const override { return const_cast<PlacedToken*>(&tokens_[index]); }
  ssize_t mark() override { return 0; }
  void release(ssize_t) override {}
  std::size_t index() override { return at_; }
  void seek(std::size_t index) override { at_ = std::min(index, tokens_.size() - 1); }
  std::size_t size() override { return tokens_.size(); }
  std::string getSourceName() const override { return {}; }
  antlr4::TokenSource* getTokenSource() const override { return nullptr; }
  std::string getText(const antlr4::misc::Interval&) override { return {}; }
  std::string getText() override { return {}; }
  std::string getText(antlr4::RuleContext*) override { return {}; }
  std::string getText(antlr4::Token*, antlr4::Token*) override { return {}; }

  const std::vector<PlacedToken>& all() const { return tokens_; }

 private:
  std::vector<PlacedToken> tokens_;
  std::size_t at_ = 0;
};

/// Walks the children of a node from left to right.
class Children {
 public:
  explicit Children(const Node* node) : node_(node) { load(); }

  bool done() const { return at_ >= node_->children.size(); }
  /// The kind of the token that comes next; 0 when a node or nothing does.
  std::uint32_t kind() const { return token_ == nullptr ? 0 : token_->kind(); }
  bool at(std::uint32_t wanted) const { return kind() == wanted; }
  bool at_rule(std::size_t rule) const { return rule_ != nullptr && rule_->getRuleIndex() == rule; }
  bool at_node() const { return rule_ != nullptr; }

  const PlacedToken& token() {
    const PlacedToken& result = *token_;
    advance();
    return result;
  }
  const Node* node() {
    const Node* result = rule_;
    advance();
    return result;
  }
  /// Takes the next token if it is of this kind.
  const PlacedToken* take(std::uint32_t wanted) { return at(wanted) ? &token() : nullptr; }
  const Node* take_rule(std::size_t rule) { return at_rule(rule) ? node() : nullptr; }
  void skip() { advance(); }

 private:
  void advance() {
    ++at_;
    load();
  }
  void load() {
    token_ = nullptr;
    rule_ = nullptr;
    if (done()) return;
    antlr4::tree::ParseTree* child = node_->children[at_];
    rule_ = dynamic_cast<const Node*>(child);
    if (rule_ == nullptr)
      token_ = static_cast<const PlacedToken*>(dynamic_cast<antlr4::tree::TerminalNode*>(child)->getSymbol());
  }

  const Node* node_;
  std::size_t at_ = 0;
  const PlacedToken* token_ = nullptr;
  const Node* rule_ = nullptr;
};

}  // namespace khora2cpp::syntax
