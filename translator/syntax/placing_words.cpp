#include "syntax/placing.hpp"

#include <utility>

#include "KhoraLexer.h"

namespace khora2cpp::syntax {

using L = grammar::KhoraLexer;

void Placing::identifier(bool start) {
  const std::string_view text = word();
  if (frame().kind == FrameKind::top && start) return item_identifier(text);
  run_ = 0;
  if (text == "in" && pending_is(Pending::Kind::for_pattern) && prev_ != L::FOR) {
    pending_.back().kind = Pending::Kind::for_head;
    token_.kind = L::IN;
    operand_end_ = false;
    return;
  }
  if (text == "handler" && starts_handler()) {
    token_.kind = L::HANDLER;
    operand_end_ = false;
    return;
  }
  operand_end_ = true;
}

bool Placing::starts_handler() {
  if (operand_end_ || header_ == Header::members) return false;
  if (prev_ == L::DOT || prev_ == L::COLONCOLON || prev_ == L::FN || prev_ == L::FOR || prev_ == L::AS)
    return false;
  if (pending_is(Pending::Kind::let_pattern) || pending_is(Pending::Kind::let_type)) return false;
  return next() == L::FOR || next() == L::ID;
}

void Placing::item_identifier(std::string_view text) {
  operand_end_ = false;
  if (text == "derive") {
    token_.kind = L::DERIVE;
    derived_ = true;
  } else if (text == "row") {
    token_.kind = L::ROW;
    header_ = Header::row;
  } else if (text == "context") {
    token_.kind = L::CONTEXT;
    header_ = Header::entries;
  } else if (text == "test" || text == "bench") {
    token_.kind = text == "test" ? L::TEST : L::BENCH;
    header_ = Header::function;
  } else if (text == "export") {
    diagnostics_.error("D203", {file_, token_.begin, token_.end}, "what others may use is marked with `pub`")
        .suggest("write `pub`");
    token_.kind = L::PUB;
    frame().start = true;
    after_pub_ = true;
  } else if (text == "extern") {
    token_.kind = L::EXTERN;
    frame().start = true;
    after_pub_ = true;
  } else {
    operand_end_ = true;
  }
}

void Placing::item_word(bool start, Header header) {
  operand_end_ = false;
  if (frame().kind != FrameKind::top) return;
  if (!start && !derived_ && !restart_item()) return;
  derived_ = false;
  header_ = header;
}

bool Placing::restart_item() {
  if (frame().kind != FrameKind::top || derived_ || after_pub_ || token_.begin == 0 ||
      text_[token_.begin - 1] != '\n')
    return false;
  items_.push_back(out_.size());
  separate(true);
  frame().start = token_.kind == L::PUB;
  after_pub_ = token_.kind == L::PUB;
  return true;
}

void Placing::if_word(bool start) {
  const bool guard =
      frame().kind == FrameKind::arms && !has_pending() && (frame().in_pattern || operand_end_);
  operand_end_ = false;
  if (guard) return push_pending(Pending::Kind::guard);
  push_pending(Pending::Kind::if_head, start && frame().kind == FrameKind::list);
  if (prev_ == L::ELSE && ++frame().else_ifs > else_if_limit)
    report_depth("this chain of `else if` is too long");
  begin_block_like(start);
}

void Placing::with_word(bool start) {
  mark_install();
  if (!operand_end_ && prev_ != L::GREATER) {
    push_pending(Pending::Kind::with_head);
    begin_block_like(start);
  }
  operand_end_ = false;
}

void Placing::mark_install() {
  if (kind_at(at_ + 1) != L::ID) return;
  const std::size_t behind = skip_path(at_ + 1);
  if (kind_at(behind) == L::COMMA && continues_install(behind)) {
    install_comma_ = behind;
  } else if (kind_at(behind) == L::LBRACE) {
    install_brace_ = behind;
  }
}

bool Placing::continues_install(std::size_t comma) {
  if (kind_at(comma + 1) == L::LBRACE) {
    install_brace_ = comma + 1;
    return true;
  }
  if (kind_at(comma + 1) != L::ID || kind_at(comma + 2) == L::COLON) return false;
  if (frame().kind != FrameKind::arms) return true;
  // The next arm, rather than a capability.
  const std::uint32_t after = kind_at(skip_path(comma + 1));
  return after != L::FATARROW && after != L::IF && after != L::LPAREN && after != L::LBRACE;
}

std::size_t Placing::skip_path(std::size_t index) const {
  ++index;
  while (kind_at(index) == L::COLONCOLON && kind_at(index + 1) == L::ID) index += 2;
  return index;
}

void Placing::jump() {
  prefix();
  operand_end_ = false;
  switch (next()) {
    case 0:
    case L::SEMI:
    case L::RBRACE:
    case L::RPAREN:
    case L::RBRACKET:
    case L::COMMA:
    case L::HOLE_END:
      token_.kind = token_.kind == L::RETURN ? L::BARE_RETURN : L::BARE_BREAK;
      operand_end_ = true;
      break;
    default: break;
  }
}

void Placing::arrow() {
  operand_end_ = false;
  arrow_ = Arrow::lambda;
  if (!has_pending()) {
    if (frame().kind == FrameKind::arms) begin_arm_body();
    return;
  }
  const Pending pending = pending_.back();
  switch (pending.kind) {
    case Pending::Kind::lambda: pending_.pop_back(); return;
    case Pending::Kind::guard:
      pending_.pop_back();
      begin_arm_body();
      return;
    case Pending::Kind::if_head:
    case Pending::Kind::for_head: {
      pending_.pop_back();
      const bool is_if = pending.kind == Pending::Kind::if_head;
      Token& word = out_[pending.token];
      if (!pending.element) report_element_form(word, is_if);
      word.kind = is_if ? L::ELEMENT_IF : L::ELEMENT_FOR;
      arrow_ = Arrow::element;
      prefix();
      frame().start = frame().kind == FrameKind::list;
      return;
    }
    default: return;
  }
}

void Placing::begin_arm_body() {
  arrow_ = Arrow::arm;
  frame().in_pattern = false;
  forget_prefixes();
}

void Placing::report_element_form(const Token& word, bool is_if) {
  auto& diagnostic =
      diagnostics_.error("D221", {file_, word.begin, token_.end},
                         is_if ? "`if … =>` is an element of a list literal and stands nowhere else"
                               : "`for … =>` is an element of a list literal and stands nowhere else");
  diagnostic.suggest(
      is_if ? "write `if condition { … } else { … }`; in a list, directly between the brackets: `[if c => x]`"
            : "write `for x in xs { … }`; in a list, directly between the brackets: `[for x in xs => …]`");
  list_.garbled.push_back(word.begin);
}

}  // namespace khora2cpp::syntax
