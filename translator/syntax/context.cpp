#include "syntax/placing.hpp"

#include <utility>

#include "KhoraLexer.h"

namespace khora2cpp::syntax {

using L = grammar::KhoraLexer;

std::optional<ItemStarts> Placing::run() {
  out_.reserve(in_.size() + in_.size() / 8);
  frames_.emplace_back();
  for (at_ = 0; at_ < in_.size(); ++at_) {
    token_ = in_[at_];
    place();
    prev_ = token_.kind;
    out_.push_back(token_);
    if (too_deep_) break;
  }
  list_.tokens = std::move(out_);
  if (too_deep_) return std::nullopt;
  return std::move(items_);
}

void Placing::place() {
  end_block_like_statement();
  if (frame().angles != 0 && !may_stand_in_type(token_.kind)) forget_angles();
  const bool start = std::exchange(frame().start, false);
  if (start && frame().kind == FrameKind::top && !after_pub_) items_.push_back(out_.size());
  const bool claimed_else = std::exchange(else_claimed_, false);
  switch (token_.kind) {
    case L::LBRACE: return open_brace(start);
    case L::LPAREN:
      if (start && frame().kind == FrameKind::arms) token_.kind = L::ARM_LPAREN;
      return open(FrameKind::parens, Closes::operand);
    case L::LBRACKET: return open(FrameKind::list, Closes::operand);
    case L::HOLE: return open(FrameKind::hole, Closes::operand);
    case L::RBRACE:
    case L::RPAREN:
    case L::RBRACKET:
    case L::HOLE_END: return close();
    case L::SEMI: return separate(true);
    case L::COMMA:
      if (install_comma_ == at_) {
        token_.kind = L::INSTALL_COMMA;
        operand_end_ = false;
        mark_install();
        return;
      }
      return comma();
    case L::ID: return identifier(start);
    case L::PUB:
      if (frame().kind == FrameKind::top && start) {
        frame().start = true;
        after_pub_ = true;
      } else {
        restart_item();
      }
      operand_end_ = false;
      return;
    case L::MODULE:
    case L::IMPORT:
    case L::CONST: return item_word(start, Header::none);
    case L::TYPE: return item_word(start, Header::type);
    case L::TRAIT:
    case L::IMPL: return item_word(start, Header::members);
    case L::EFFECT: return item_word(start, Header::entries);
    case L::FN:
      if (frame().kind == FrameKind::top && (start || restart_item()))
        return item_word(true, Header::function);
      if (frame().kind != FrameKind::members) {
        push_pending(Pending::Kind::lambda);
        prefix();
      }
      operand_end_ = false;
      return;
    case L::IF: return if_word(start);
    case L::ELSE:
      if (!claimed_else) {
        token_.kind = L::ELEMENT_ELSE;
        frame().start = frame().kind == FrameKind::list;
        prefix();
      }
      operand_end_ = false;
      return;
    case L::FOR:
      operand_end_ = false;
      if (prev_ == L::HANDLER || header_ == Header::members) return;
      push_pending(Pending::Kind::for_pattern, start && frame().kind == FrameKind::list);
      return begin_block_like(start);
    case L::WHILE: push_pending(Pending::Kind::while_head); return begin_block_like(start);
    case L::MATCH: push_pending(Pending::Kind::match_head); return begin_block_like(start);
    case L::LOOP: return begin_block_like(start);
    case L::WITH: return with_word(start);
    case L::LET:
      push_pending(Pending::Kind::let_pattern);
      operand_end_ = false;
      return;
    case L::COLON:
      if (pending_is(Pending::Kind::let_pattern)) pending_.back().kind = Pending::Kind::let_type;
      operand_end_ = false;
      return;
    case L::ASSIGN:
      if (pending_is(Pending::Kind::let_pattern) || pending_is(Pending::Kind::let_type)) pending_.pop_back();
      prefix();
      operand_end_ = false;
      return;
    case L::FATARROW: return arrow();
    case L::BAR:
      if (header_ == Header::type && frame().kind == FrameKind::top) token_.kind = L::CASE_BAR;
      operand_end_ = false;
      return;
    case L::RETURN:
    case L::BREAK: return jump();
    case L::LESS:
      ++frame().angles;
      prefix();
      operand_end_ = false;
      return;
    case L::GREATER:
      if (frame().angles != 0) {
        --frame().angles;
        --frame().prefixes;
        --prefixes_;
      }
      operand_end_ = false;
      return;
    case L::RAISE:
    case L::FORALL:
    case L::ARROW:
    case L::FLOW:
      prefix();
      operand_end_ = false;
      return;
    case L::NOT:
    case L::MINUS:
      if (operand_end_) {
        operand_end_ = token_.kind == L::NOT;
      } else {
        ++run_;
        check_depth();
      }
      return;
    case L::INT:
    case L::FLOAT:
    case L::DECIMAL:
    case L::CHAR:
    case L::TRUE:
    case L::FALSE:
    case L::UNDERSCORE:
    case L::CONTINUE:
    case L::STRING_END:
    case L::TICK_END:
    case L::ROW_VARIABLE:
      operand_end_ = true;
      run_ = 0;
      return;
    default: operand_end_ = false;
  }
}

void Placing::end_block_like_statement() {
  if (!std::exchange(block_like_done_, false)) return;
  switch (token_.kind) {
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
    case L::LBRACKET:
    case L::LBRACE:
    case L::NOT:
    case L::FLOW:
    case L::IF:
    case L::MATCH:
    case L::FOR:
    case L::WHILE:
    case L::LOOP:
    case L::WITH:
    case L::FN:
    case L::RAISE:
    case L::RETURN:
    case L::BREAK:
    case L::CONTINUE:
    case L::LET: break;
    default: frame().block_like = false; return;
  }
  insert_end();
  separate(false);
}

void Placing::insert_end() {
  const std::uint32_t at = out_.empty() ? token_.begin : out_.back().end;
  out_.push_back({L::END, at, at});
  prev_ = L::END;
}

void Placing::begin_block_like(bool start) {
  if (start && frame().kind == FrameKind::block) frame().block_like = true;
  operand_end_ = false;
}

void Placing::separate(bool semicolon) {
  pending_.resize(frame().pending_base);
  frame().start = true;
  frame().block_like = false;
  forget_prefixes();
  operand_end_ = false;
  run_ = 0;
  if (semicolon && frame().kind == FrameKind::top) begin_items();
}

void Placing::forget_prefixes() {
  prefixes_ -= frame().prefixes - frame().angles;
  frame().prefixes = frame().angles;
  frame().else_ifs = 0;
}

void Placing::forget_angles() {
  prefixes_ -= frame().angles;
  frame().prefixes -= frame().angles;
  frame().angles = 0;
}

bool Placing::may_stand_in_type(std::uint32_t kind) {
  switch (kind) {
    case L::ID:
    case L::COLONCOLON:
    case L::COLON:
    case L::COMMA:
    case L::INSTALL_COMMA:
    case L::ROW_VARIABLE:
    case L::INT:
    case L::LPAREN:
    case L::RPAREN:
    case L::LBRACE:
    case L::RBRACE:
    case L::LESS:
    case L::GREATER:
    case L::ARROW:
    case L::PLUS:
    case L::MINUS:
    case L::BAR:
    case L::WITH:
    case L::RAISES:
    case L::FORALL:
    case L::CONST:
    case L::DOT: return true;
    default: return false;
  }
}

void Placing::begin_items() {
  header_ = Header::none;
  after_pub_ = false;
  frame().start = true;
}

void Placing::comma() {
  if (frame().kind == FrameKind::top || frame().kind == FrameKind::block ||
      frame().kind == FrameKind::members) {
    operand_end_ = false;
    return;
  }
  separate(false);
  frame().in_pattern = true;
}

void Placing::prefix() {
  ++frame().prefixes;
  ++prefixes_;
  check_depth();
}

void Placing::check_depth() {
  if (frames_.size() - 1 + prefixes_ > depth_limit || run_ > depth_limit)
    report_depth("this nests too deeply");
}

void Placing::report_depth(const char* message) {
  if (too_deep_) return;
  too_deep_ = true;
  diagnostics_.error("D231", {file_, token_.begin, token_.end}, message)
      .suggest("name the inner parts with `let`, or move them into functions of their own");
}

std::optional<ItemStarts> place_tokens(TokenList& list, std::string_view text, source::FileId file,
                                       diagnostics::Diagnostics& diagnostics) {
  return Placing(list, text, file, diagnostics).run();
}

}  // namespace khora2cpp::syntax
