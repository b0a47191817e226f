#include "syntax/context.hpp"

#include <algorithm>
#include <utility>

#include "KhoraLexer.h"

namespace khora2cpp::syntax {
namespace {

using L = grammar::KhoraLexer;

/// Deeper nesting than this is refused, so that no later stage needs to fear for its stack.
constexpr std::size_t depth_limit = 200;
constexpr std::size_t else_if_limit = 500;

/// A construct that has begun in a frame and whose `{`, `=>` or `=` is still to come.
struct Pending {
  enum class Kind { if_head, guard, while_head, match_head, for_pattern, for_head, with_head, lambda, let_pattern, let_type };
  Kind kind;
  std::size_t token;     ///< in the output
  bool element = false;  ///< at the start of a list element
};

enum class FrameKind { top, members, block, arms, parens, list, other, hole };

/// What the closing brace of a frame ends.
enum class Closes { operand, if_block, block_like, lambda_body, arm_body, item };

struct Frame {
  FrameKind kind = FrameKind::top;
  Closes closes = Closes::operand;
  std::size_t pending_base = 0;
  std::size_t prefixes = 0;     ///< open-ended constructs since the last separator: each may nest in the one before
  std::size_t angles = 0;       ///< `<` that may be open; counted among the prefixes too
  std::size_t else_ifs = 0;
  bool start = true;            ///< at the start of an item, statement, arm or element
  bool in_pattern = true;       ///< arms: before the arm's `=>`
  bool block_like = false;      ///< block: the statement began with a block-like construct and is nothing else so far
};

enum class Arrow { lambda, arm, element };
enum class Header { none, function, members, entries, type, row };

class Placing {
 public:
  Placing(TokenList& list, std::string_view text, source::FileId file, diagnostics::Diagnostics& diagnostics)
      : list_(list), in_(std::move(list.tokens)), text_(text), file_(file), diagnostics_(diagnostics) {}

  std::optional<ItemStarts> run() {
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

 private:
  Frame& frame() { return frames_.back(); }
  std::uint32_t next(std::size_t ahead = 1) const { return at_ + ahead < in_.size() ? in_[at_ + ahead].kind : 0; }
  std::string_view word() const { return text_.substr(token_.begin, token_.end - token_.begin); }
  bool has_pending() { return pending_.size() > frame().pending_base; }
  bool pending_is(Pending::Kind kind) { return has_pending() && pending_.back().kind == kind; }
  void push_pending(Pending::Kind kind, bool element = false) { pending_.push_back({kind, out_.size(), element}); }

  void place() {
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
        if (frame().kind == FrameKind::top && (start || restart_item())) return item_word(true, Header::function);
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
      case L::WHILE:
        push_pending(Pending::Kind::while_head);
        return begin_block_like(start);
      case L::MATCH:
        push_pending(Pending::Kind::match_head);
        return begin_block_like(start);
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

  // ---- statements

  /// A block-like construct that stands as a statement has ended, and the next token does not go on with it (G13 to G15).
  void end_block_like_statement() {
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

  void insert_end() {
    const std::uint32_t at = out_.empty() ? token_.begin : out_.back().end;
    out_.push_back({L::END, at, at});
    prev_ = L::END;
  }

  void begin_block_like(bool start) {
    if (start && frame().kind == FrameKind::block) frame().block_like = true;
    operand_end_ = false;
  }

  /// What follows begins anew: after `;`, `,` or the end of a statement.
  void separate(bool semicolon) {
    pending_.resize(frame().pending_base);
    frame().start = true;
    frame().block_like = false;
    forget_prefixes();
    operand_end_ = false;
    run_ = 0;
    if (semicolon && frame().kind == FrameKind::top) begin_items();
  }

  /// All but `<`: type arguments are separated by commas too.
  void forget_prefixes() {
    prefixes_ -= frame().prefixes - frame().angles;
    frame().prefixes = frame().angles;
    frame().else_ifs = 0;
  }

  void forget_angles() {
    prefixes_ -= frame().angles;
    frame().prefixes -= frame().angles;
    frame().angles = 0;
  }

  static bool may_stand_in_type(std::uint32_t kind) {
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

  void begin_items() {
    header_ = Header::none;
    after_pub_ = false;
    frame().start = true;
  }

  void comma() {
    if (frame().kind == FrameKind::top || frame().kind == FrameKind::block || frame().kind == FrameKind::members) {
      operand_end_ = false;
      return;
    }
    separate(false);
    frame().in_pattern = true;
  }

  // ---- brackets

  void open(FrameKind kind, Closes closes) {
    Frame frame;
    frame.kind = kind;
    frame.closes = closes;
    frame.pending_base = pending_.size();
    frames_.push_back(frame);
    operand_end_ = false;
    run_ = 0;
    check_depth();
  }

  void close() {
    if (frames_.size() == 1) return;
    const Frame closed = frame();
    if (closed.kind == FrameKind::block && prev_ != L::SEMI && prev_ != L::END && prev_ != L::LBRACE && prev_ != L::BODY_LBRACE) {
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
        if (frame().kind == FrameKind::top) begin_items();
        break;
    }
  }

  bool looks_like_record() const {
    return next() == L::RBRACE || next() == L::DOTDOT || (next() == L::ID && next(2) == L::COLON);
  }

  void open_brace(bool start) {
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
    if (install_brace_ == at_ && record && frame().kind != FrameKind::top && frame().kind != FrameKind::members) return open_record();
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

  void open_record() {
    token_.kind = L::RECORD_LBRACE;
    open(FrameKind::other, Closes::operand);
  }

  /// A brace outside of bodies. Answers false where an expression stands, in a constant.
  bool open_item_brace(bool record) {
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

  /// The brace that a construct of this frame was waiting for.
  bool open_pending_brace(bool record) {
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

  // ---- words

  void identifier(bool start) {
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

  bool starts_handler() {
    if (operand_end_ || header_ == Header::members) return false;
    if (prev_ == L::DOT || prev_ == L::COLONCOLON || prev_ == L::FN || prev_ == L::FOR || prev_ == L::AS) return false;
    if (pending_is(Pending::Kind::let_pattern) || pending_is(Pending::Kind::let_type)) return false;
    return next() == L::FOR || next() == L::ID;
  }

  void item_identifier(std::string_view text) {
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
      diagnostics_.error("D203", {file_, token_.begin, token_.end}, "what others may use is marked with `pub`").suggest("write `pub`");
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

  void item_word(bool start, Header header) {
    operand_end_ = false;
    if (frame().kind != FrameKind::top) return;
    if (!start && !derived_ && !restart_item()) return;
    derived_ = false;
    header_ = header;
  }

  /// After an error: a word at the start of a line that can only begin a declaration, where the one before has not ended.
  bool restart_item() {
    if (frame().kind != FrameKind::top || derived_ || after_pub_ || token_.begin == 0 || text_[token_.begin - 1] != '\n') return false;
    items_.push_back(out_.size());
    separate(true);
    frame().start = token_.kind == L::PUB;
    after_pub_ = token_.kind == L::PUB;
    return true;
  }

  void if_word(bool start) {
    const bool guard = frame().kind == FrameKind::arms && !has_pending() && (frame().in_pattern || operand_end_);
    operand_end_ = false;
    if (guard) return push_pending(Pending::Kind::guard);
    push_pending(Pending::Kind::if_head, start && frame().kind == FrameKind::list);
    if (prev_ == L::ELSE && ++frame().else_ifs > else_if_limit) report_depth("this chain of `else if` is too long");
    begin_block_like(start);
  }

  void with_word(bool start) {
    mark_install();
    if (!operand_end_ && prev_ != L::GREATER) {
      push_pending(Pending::Kind::with_head);
      begin_block_like(start);
    }
    operand_end_ = false;
  }

  /// Finds the commas and the brace that belong to the installation after `with` (G25).
  void mark_install() {
    std::size_t at = at_ + 1;
    const auto kind = [&](std::size_t index) { return index < in_.size() ? in_[index].kind : 0; };
    const auto skip_path = [&](std::size_t index) {
      ++index;
      while (kind(index) == L::COLONCOLON && kind(index + 1) == L::ID) index += 2;
      return index;
    };
    if (kind(at) != L::ID) return;
    at = skip_path(at);
    if (kind(at) == L::COMMA && continues_install(at, skip_path)) {
      install_comma_ = at;
    } else if (kind(at) == L::LBRACE) {
      install_brace_ = at;
    }
  }

  template <typename SkipPath>
  bool continues_install(std::size_t comma, SkipPath skip_path) {
    const auto kind = [&](std::size_t index) { return index < in_.size() ? in_[index].kind : 0; };
    if (kind(comma + 1) == L::LBRACE) {
      install_brace_ = comma + 1;
      return true;
    }
    if (kind(comma + 1) != L::ID || kind(comma + 2) == L::COLON) return false;
    if (frame().kind != FrameKind::arms) return true;
    // The next arm, rather than a capability.
    const std::uint32_t after = kind(skip_path(comma + 1));
    return after != L::FATARROW && after != L::IF && after != L::LPAREN && after != L::LBRACE;
  }

  void jump() {
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

  void arrow() {
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

  void begin_arm_body() {
    arrow_ = Arrow::arm;
    frame().in_pattern = false;
    forget_prefixes();
  }

  // ---- reports

  void report_element_form(const Token& word, bool is_if) {
    auto& diagnostic = diagnostics_.error("D221", {file_, word.begin, token_.end},
                                          is_if ? "`if … =>` is an element of a list literal and stands nowhere else"
                                                : "`for … =>` is an element of a list literal and stands nowhere else");
    diagnostic.suggest(is_if ? "write `if condition { … } else { … }`; in a list, directly between the brackets: `[if c => x]`"
                             : "write `for x in xs { … }`; in a list, directly between the brackets: `[for x in xs => …]`");
    list_.garbled.push_back(word.begin);
  }

  void prefix() {
    ++frame().prefixes;
    ++prefixes_;
    check_depth();
  }

  void check_depth() {
    if (frames_.size() - 1 + prefixes_ > depth_limit || run_ > depth_limit) report_depth("this nests too deeply");
  }

  void report_depth(const char* message) {
    if (too_deep_) return;
    too_deep_ = true;
    diagnostics_.error("D231", {file_, token_.begin, token_.end}, message)
        .suggest("name the inner parts with `let`, or move them into functions of their own");
  }

  TokenList& list_;
  std::vector<Token> in_;
  std::vector<Token> out_;
  std::string_view text_;
  source::FileId file_;
  diagnostics::Diagnostics& diagnostics_;
  ItemStarts items_;

  std::size_t at_ = 0;
  Token token_;
  std::uint32_t prev_ = 0;  ///< the kind of the token before, as placed
  std::vector<Frame> frames_;
  std::vector<Pending> pending_;
  std::size_t prefixes_ = 0;
  std::size_t run_ = 0;  ///< how many prefix operators stand in a row
  Header header_ = Header::none;
  bool after_pub_ = false;
  bool derived_ = false;
  bool operand_end_ = false;      ///< the token before ends an operand
  bool block_like_done_ = false;  ///< a block-like statement has just ended
  bool else_claimed_ = false;     ///< the next token is the `else` of an `if`
  Arrow arrow_ = Arrow::lambda;   ///< what the last `=>` belongs to
  std::size_t install_comma_ = 0;
  std::size_t install_brace_ = 0;
  bool too_deep_ = false;
};

}  // namespace

std::optional<ItemStarts> place_tokens(TokenList& list, std::string_view text, source::FileId file,
                                       diagnostics::Diagnostics& diagnostics) {
  return Placing(list, text, file, diagnostics).run();
}

}  // namespace khora2cpp::syntax
