// The pass that gives tokens the kind that depends on where they stand. Internal to syntax/; see context.hpp.
#pragma once

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "syntax/context.hpp"

namespace khora2cpp::syntax {

/// Deeper nesting than this is refused, so that no later stage needs to fear for its stack.
constexpr std::size_t depth_limit = 200;
constexpr std::size_t else_if_limit = 500;

/// A construct that has begun in a frame and whose `{`, `=>` or `=` is still to come.
struct Pending {
  enum class Kind {
    if_head,
    guard,
    while_head,
    match_head,
    for_pattern,
    for_head,
    with_head,
    lambda,
    let_pattern,
    let_type
  };
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
  std::size_t prefixes =
      0;  ///< open-ended constructs since the last separator: each may nest in the one before
  std::size_t angles = 0;  ///< `<` that may be open; counted among the prefixes too
  std::size_t else_ifs = 0;
  bool start = true;       ///< at the start of an item, statement, arm or element
  bool in_pattern = true;  ///< arms: before the arm's `=>`
  bool block_like =
      false;  ///< block: the statement began with a block-like construct and is nothing else so far
};

enum class Arrow { lambda, arm, element };
enum class Header { none, function, members, entries, type, row };

/// One run over the tokens of a file. Keeps a frame for each open bracket, and in it the constructs whose
/// brace or arrow is to come.
class Placing {
 public:
  Placing(TokenList& list, std::string_view text, source::FileId file, diagnostics::Diagnostics& diagnostics)
      : list_(list), in_(std::move(list.tokens)), text_(text), file_(file), diagnostics_(diagnostics) {}

  std::optional<ItemStarts> run();

 private:
  Frame& frame() { return frames_.back(); }
  std::uint32_t next(std::size_t ahead = 1) const {
    return at_ + ahead < in_.size() ? in_[at_ + ahead].kind : 0;
  }
  std::string_view word() const { return text_.substr(token_.begin, token_.end - token_.begin); }
  bool has_pending() { return pending_.size() > frame().pending_base; }
  bool pending_is(Pending::Kind kind) { return has_pending() && pending_.back().kind == kind; }
  void push_pending(Pending::Kind kind, bool element = false) {
    pending_.push_back({kind, out_.size(), element});
  }

  void place();

  // ---- statements

  /// A block-like construct that stands as a statement has ended, and the next token does not go on with it
  /// (G13 to G15).
  void end_block_like_statement();
  void insert_end();
  void begin_block_like(bool start);
  /// What follows begins anew: after `;`, `,` or the end of a statement.
  void separate(bool semicolon);
  /// All but `<`: type arguments are separated by commas too.
  void forget_prefixes();
  void forget_angles();
  static bool may_stand_in_type(std::uint32_t kind);
  void begin_items();
  void comma();

  // ---- brackets

  void open(FrameKind kind, Closes closes);
  void close();
  bool looks_like_record() const;
  void open_brace(bool start);
  void open_record();
  /// A brace outside of bodies. Answers false where an expression stands, in a constant.
  bool open_item_brace(bool record);
  /// The brace that a construct of this frame was waiting for.
  bool open_pending_brace(bool record);

  // ---- words

  void identifier(bool start);
  bool starts_handler();
  void item_identifier(std::string_view text);
  void item_word(bool start, Header header);
  /// After an error: a word at the start of a line that can only begin a declaration, where the one before
  /// has not ended.
  bool restart_item();
  void if_word(bool start);
  void with_word(bool start);
  /// Finds the commas and the brace that belong to the installation after `with` (G25).
  void mark_install();
  bool continues_install(std::size_t comma);
  /// The kind of a token that is still to come; 0 behind the last.
  std::uint32_t kind_at(std::size_t index) const { return index < in_.size() ? in_[index].kind : 0; }
  /// The index behind the path that begins at `index`.
  std::size_t skip_path(std::size_t index) const;
  void jump();
  void arrow();
  void begin_arm_body();

  // ---- reports

  void report_element_form(const Token& word, bool is_if);
  void prefix();
  void check_depth();
  void report_depth(const char* message);

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

}  // namespace khora2cpp::syntax
