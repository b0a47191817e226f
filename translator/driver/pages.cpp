#include "driver/pages.hpp"

#include <algorithm>
#include <string_view>

namespace khora2cpp::driver {
namespace {

using syntax::Comment;
using syntax::Comments;

std::string docs(const Comments& comments, Comment::Kind kind = Comment::Kind::doc) {
  std::string text;
  for (const Comment& comment : comments) {
    if (comment.kind == kind) text += comment.text + "\n";
  }
  return text;
}

/// A signature on one line, whatever its line breaks were.
std::string on_one_line(std::string_view text) {
  std::string line;
  for (const char c : text) {
    const bool is_space = c == ' ' || c == '\n' || c == '\t' || c == '\r';
    if (!is_space) {
      if ((c == ')' || c == '}') && line.ends_with(", ")) line.resize(line.size() - 2);
      line += c;
    } else if (!line.empty() && line.back() != ' ' && line.back() != '(') {
      line += ' ';
    }
  }
  while (!line.empty() && (line.back() == ' ' || line.back() == ';')) line.pop_back();
  return line;
}

/// A declaration as it stands in the source, without the notes that are no documentation.
std::string without_notes(std::string_view text) {
  std::string kept;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    const std::size_t start = line.find_first_not_of(" \t");
    const bool is_note = start != std::string_view::npos && line.substr(start).starts_with("//") && !line.substr(start).starts_with("///");
    if (!is_note) kept.append(line) += '\n';
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return kept;
}

class Page {
 public:
  explicit Page(const source::SourceSet& sources) : sources_(sources) {}

  std::string of(const std::vector<const syntax::File*>& parts) {
    text_ = "# `" + module_path(*parts.front()) + "`\n";
    for (const syntax::File* part : parts) paragraph(docs(part->module_docs, Comment::Kind::module_doc));
    for (const syntax::File* part : parts) {
      for (const syntax::Item& item : part->items) {
        std::visit([&](const auto& node) { add(item, node); }, item.node);
      }
    }
    return std::move(text_);
  }

 private:
  void add(const syntax::Item& item, const syntax::TypeDecl& node) { whole(item, node.is_pub, node.name.text); }
  void add(const syntax::Item& item, const syntax::TraitDecl& node) { whole(item, node.is_pub, node.name.text); }
  void add(const syntax::Item& item, const syntax::EffectDecl& node) { whole(item, node.is_pub, node.name.text); }
  void add(const syntax::Item& item, const syntax::RowDecl& node) { whole(item, node.is_pub, node.name.text); }
  void add(const syntax::Item& item, const syntax::ContextDecl& node) { whole(item, node.is_pub, node.name.text); }
  void add(const syntax::Item& item, const syntax::ConstDecl& node) { whole(item, node.is_pub, node.name.text); }
  void add(const syntax::Item& item, const syntax::FunctionDecl& node) {
    if (node.is_pub) section("## ", node.name.text, on_one_line(sources_.text(node.signature_span)) + "\n", docs(item.leading));
  }
  void add(const syntax::Item& item, const syntax::ImplDecl& node) {
    const std::string target = on_one_line(sources_.text(node.target->span));
    if (node.trait) {
      const std::string head = on_one_line(sources_.text(node.trait->span)) + " for " + target;
      section("## ", head, "", docs(item.leading));
      return;
    }
    const std::string owner = target.substr(0, target.find('<'));
    for (const syntax::FunctionDecl& function : node.functions) {
      if (!function.is_pub) continue;
      section("### ", owner + "::" + function.name.text, on_one_line(sources_.text(function.signature_span)) + "\n", docs(function.leading));
    }
  }
  template <class Other>
  void add(const syntax::Item&, const Other&) {}

  void whole(const syntax::Item& item, bool is_pub, const std::string& name) {
    if (is_pub) section("## ", name, without_notes(sources_.text(item.span)), docs(item.leading));
  }

  void section(std::string_view mark, const std::string& title, const std::string& code, const std::string& comment) {
    text_.append("\n").append(mark) += "`" + title + "`\n";
    if (!code.empty()) text_ += "\n```khora\n" + code + "```\n";
    paragraph(comment);
  }
  void paragraph(const std::string& text) {
    if (!text.empty()) text_ += "\n" + text;
  }

  const source::SourceSet& sources_;
  std::string text_;
};

}  // namespace

std::string module_page(const std::vector<const syntax::File*>& parts, const source::SourceSet& sources) { return Page(sources).of(parts); }

std::string module_path(const syntax::File& file) {
  std::string path;
  if (!file.module) return path;
  for (const syntax::Name& segment : file.module->segments) path += (path.empty() ? "" : "::") + segment.text;
  return path;
}

}  // namespace khora2cpp::driver
