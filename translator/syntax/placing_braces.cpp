#include "syntax/placing.hpp"

#include "KhoraLexer.h"

namespace khora2cpp::syntax {

using L = grammar::KhoraLexer;

void Placing::open(FrameKind kind, Closes closes) {
  Frame frame;
  frame.kind = kind;
  frame.closes = closes;
  frame.pending_base = pending_.size();
  frames_.push_back(frame);
  operand_end_ = false;
  run_ = 0;
  check_depth();
}

void Placing::close() {
  if (frames_.size() == 1) return;
  const Frame closed = frame();
  if (closed.kind == FrameKind::block && prev_ != L::SEMI && prev_ != L::END && prev_ != L::LBRACE &&
      prev_ != L::BODY_LBRACE) {
    insert_end();
  }
  pending_.resize(closed.pending_base);
  prefixes_ -= closed.prefixes;
  frames_.pop_back();
  operand_end_ = true;
  run_ = 0;
  switch (closed.closes) {
    case Closes::operand:
    case Closes::lambda_body: break;
    case Closes::if_block:
      if (next() == L::ELSE) {
        else_claimed_ = true;
        break;
      }
      [[fallthrough]];
    case Closes::block_like:
      block_like_done_ = frame().kind == FrameKind::block && frame().block_like && !has_pending();
      break;
    case Closes::arm_body:
      separate(false);
      frame().in_pattern = true;
      break;
    case Closes::item:
      operand_end_ = false;
      // The arrows of a declaration's head end with the declaration.
      forget_angles();
      forget_prefixes();
      if (frame().kind == FrameKind::top) begin_items();
      break;
  }
}

bool Placing::looks_like_record() const {
  return next() == L::RBRACE || next() == L::DOTDOT || (next() == L::ID && next(2) == L::COLON);
}

void Placing::open_brace(bool start) {
  const bool record = looks_like_record();
  if (prev_ == L::FATARROW) {
    if (record) return open_record();
    if (arrow_ == Arrow::element) return open(FrameKind::block, Closes::operand);
    token_.kind = L::BODY_LBRACE;
    return open(FrameKind::block, arrow_ == Arrow::arm ? Closes::arm_body : Closes::lambda_body);
  }
  if (prev_ == L::COLONCOLON) return open(FrameKind::other, Closes::operand);
  if (prev_ == L::CATCH) return open(FrameKind::arms, Closes::operand);
  if (prev_ == L::ELSE || prev_ == L::LOOP) return open(FrameKind::block, Closes::block_like);
  if (prev_ == L::WITH) return record ? open_record() : open(FrameKind::other, Closes::operand);
  if (install_brace_ == at_ && record && frame().kind != FrameKind::top && frame().kind != FrameKind::members)
    return open_record();
  if (frame().kind == FrameKind::top || frame().kind == FrameKind::members) {
    if (open_item_brace(record)) return;
  }
  if (has_pending() && open_pending_brace(record)) return;
  if (operand_end_ && frame().kind != FrameKind::block && frame().kind != FrameKind::top) {
    // A record pattern.
    if (record) return open_record();
    return open(FrameKind::other, Closes::operand);
  }
  if (record) return open_record();
  begin_block_like(start);
  open(FrameKind::block, Closes::block_like);
}

void Placing::open_record() {
  token_.kind = L::RECORD_LBRACE;
  open(FrameKind::other, Closes::operand);
}

bool Placing::open_item_brace(bool record) {
  const bool top = frame().kind == FrameKind::top;
  if (top && header_ == Header::none) return false;
  if (top && header_ == Header::type) {
    if (prev_ == L::ASSIGN || prev_ == L::PUB) token_.kind = L::FIELDS_LBRACE;
    open(FrameKind::other, Closes::operand);
    return true;
  }
  switch (prev_) {
    case L::RAISES:
    case L::ARROW:
    case L::COLON:
    case L::LESS:
    case L::COMMA:
    case L::BAR:
    case L::PLUS:
    case L::ASSIGN:
      if (record && prev_ != L::ASSIGN) {
        open_record();
      } else {
        open(FrameKind::other, Closes::operand);
      }
      return true;
    default: break;
  }
  if (top && header_ == Header::members) {
    header_ = Header::none;
    open(FrameKind::members, Closes::item);
  } else if (top && header_ != Header::function) {
    open(FrameKind::other, Closes::item);
  } else {
    pending_.resize(frame().pending_base);
    open(FrameKind::block, Closes::item);
  }
  return true;
}

bool Placing::open_pending_brace(bool record) {
  const Pending::Kind kind = pending_.back().kind;
  switch (kind) {
    case Pending::Kind::let_pattern:
    case Pending::Kind::let_type:
    case Pending::Kind::for_pattern:
      if (record) {
        open_record();
      } else {
        open(FrameKind::other, Closes::operand);
      }
      return true;
    case Pending::Kind::guard: return false;
    case Pending::Kind::with_head:
      if (install_brace_ == at_ && record) {
        open_record();
        return true;
      }
      [[fallthrough]];
    case Pending::Kind::if_head:
    case Pending::Kind::while_head:
    case Pending::Kind::for_head:
    case Pending::Kind::lambda:
      pending_.pop_back();
      open(FrameKind::block, kind == Pending::Kind::if_head ? Closes::if_block : Closes::block_like);
      return true;
    case Pending::Kind::match_head:
      pending_.pop_back();
      open(FrameKind::arms, Closes::block_like);
      return true;
  }
  return false;
}

}  // namespace khora2cpp::syntax
