#include "syntax/comment_queue.hpp"

namespace khora2cpp::syntax {

void CommentQueue::take_until(std::uint32_t end, Comments& sink) {
  while (next_ < comments_.size() && comments_[next_].begin < end) {
    const RawComment& raw = comments_[next_++];
    (raw.kind == Comment::Kind::module_doc ? module_docs_ : sink).push_back(read(raw));
  }
}

void CommentQueue::take_trailing(std::uint32_t end, Comments& sink) {
  if (next_ >= comments_.size()) return;
  const RawComment& raw = comments_[next_];
  if (raw.begin < end || raw.kind == Comment::Kind::module_doc) return;
  // A comma or a semicolon may stand between.
  if (text_.substr(end, raw.begin - end).find_first_not_of(" \t,;") != std::string_view::npos) return;
  const std::size_t after = text_.find_first_not_of(" \t\r", raw.end);
  if (after != std::string_view::npos && text_[after] != '\n') return;
  ++next_;
  sink.push_back(read(raw));
}

void CommentQueue::skip_until(std::uint32_t begin) {
  while (next_ < comments_.size() && comments_[next_].begin < begin) ++next_;
}

Comment CommentQueue::read(const RawComment& raw) const {
  std::string_view text = text_.substr(raw.begin, raw.end - raw.begin);
  text.remove_prefix(raw.kind == Comment::Kind::line || raw.kind == Comment::Kind::block ? 2 : 3);
  if (raw.kind == Comment::Kind::block) {
    text.remove_suffix(2);
    if (text.ends_with(' ')) text.remove_suffix(1);
  } else if (text.ends_with('\r')) {
    text.remove_suffix(1);
  }
  if (text.starts_with(' ')) text.remove_prefix(1);
  return {raw.kind, std::string(text), {file_, raw.begin, raw.end}};
}

}  // namespace khora2cpp::syntax
