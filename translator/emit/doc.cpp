#include "emit/doc.hpp"

#include <algorithm>

namespace khora2cpp::emit {

namespace {

constexpr std::size_t continuation = 4;

std::size_t added(std::size_t a, std::size_t b) {
  return a == Doc::never_fits || b == Doc::never_fits ? Doc::never_fits : a + b;
}

}  // namespace

struct Doc::Node {
  enum class Kind { text, concat, list, chain, block };
  Kind kind = Kind::text;
  std::string text;   // text; the opening of a list
  std::string close;  // of a list
  std::vector<Doc> parts;
  std::vector<std::string> operators;
  Body body;
  std::optional<std::string> flat_body;
  std::size_t width = 0;  // on one line
  std::size_t head = 0;   // columns up to the first `{` of a block that is not on one line, or the whole width
  bool has_block = false;
};

std::size_t columns(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

Doc::Doc(std::string text) {
  auto node = std::make_shared<Node>();
  node->width = node->head = columns(text);
  node->text = std::move(text);
  node_ = std::move(node);
}

Doc Doc::concat(std::vector<Doc> parts) {
  auto node = std::make_shared<Node>();
  node->kind = Node::Kind::concat;
  for (const Doc& part : parts) {
    if (!node->has_block) node->head += part.node_->head;
    node->width = added(node->width, part.node_->width);
    node->has_block = node->has_block || part.node_->has_block;
  }
  node->parts = std::move(parts);
  Doc doc;
  doc.node_ = std::move(node);
  return doc;
}

Doc Doc::list(std::string open, std::vector<Doc> items, std::string close) {
  auto node = std::make_shared<Node>();
  node->kind = Node::Kind::list;
  node->width = node->head = columns(open);
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::size_t separator = i == 0 ? 0 : 2;
    if (!node->has_block) node->head += separator + items[i].node_->head;
    node->width = added(node->width, added(separator, items[i].node_->width));
    node->has_block = node->has_block || items[i].node_->has_block;
  }
  if (!node->has_block) node->head += columns(close);
  node->width = added(node->width, columns(close));
  node->text = std::move(open);
  node->close = std::move(close);
  node->parts = std::move(items);
  Doc doc;
  doc.node_ = std::move(node);
  return doc;
}

Doc Doc::chain(std::vector<Doc> operands, std::vector<std::string> operators) {
  auto node = std::make_shared<Node>();
  node->kind = Node::Kind::chain;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const std::size_t sign = i == 0 ? 0 : columns(operators[i - 1]) + 2;
    if (!node->has_block) node->head += sign + operands[i].node_->head;
    node->width = added(node->width, added(sign, operands[i].node_->width));
    node->has_block = node->has_block || operands[i].node_->has_block;
  }
  node->parts = std::move(operands);
  node->operators = std::move(operators);
  Doc doc;
  doc.node_ = std::move(node);
  return doc;
}

Doc Doc::block(Body body, std::optional<std::string> flat) {
  auto node = std::make_shared<Node>();
  node->kind = Node::Kind::block;
  node->body = std::move(body);
  node->width = flat ? columns(*flat) : never_fits;
  node->head = 1;
  node->has_block = true;
  node->flat_body = std::move(flat);
  Doc doc;
  doc.node_ = std::move(node);
  return doc;
}

std::size_t Doc::width() const { return node_->width; }

/// Writes to one growing text and keeps the column.
class Doc::Layout {
 public:
  Layout(std::size_t column) : column_(column) {}

  void write(const std::string& text) {
    out_ += text;
    const std::size_t line = text.rfind('\n');
    column_ = line == std::string::npos ? column_ + columns(text) : columns(text.substr(line + 1));
  }
  void new_line(std::size_t indent) {
    out_ += '\n';
    out_.append(indent, ' ');
    column_ = indent;
  }
  bool fits(std::size_t width, std::size_t tail) const { return width != never_fits && column_ + width + tail <= line_limit; }

  void flat(const Doc& doc) {
    const Node& node = *doc.node_;
    switch (node.kind) {
      case Node::Kind::text:
        write(node.text);
        break;
      case Node::Kind::concat:
        for (const Doc& part : node.parts) flat(part);
        break;
      case Node::Kind::list:
        write(node.text);
        for (std::size_t i = 0; i < node.parts.size(); ++i) {
          if (i != 0) write(", ");
          flat(node.parts[i]);
        }
        write(node.close);
        break;
      case Node::Kind::chain:
        for (std::size_t i = 0; i < node.parts.size(); ++i) {
          if (i != 0) write(" " + node.operators[i - 1] + " ");
          flat(node.parts[i]);
        }
        break;
      case Node::Kind::block:
        write(*node.flat_body);
        break;
    }
  }

  void print(const Doc& doc, std::size_t indent, std::size_t tail) {
    const Node& node = *doc.node_;
    if (node.kind == Node::Kind::text || fits(node.width, tail)) return flat(doc);
    switch (node.kind) {
      case Node::Kind::text:
        break;
      case Node::Kind::concat:
        for (std::size_t i = 0; i < node.parts.size(); ++i) {
          print(node.parts[i], indent, added(head_of(node.parts, i + 1), i + 1 == node.parts.size() ? tail : 0));
        }
        break;
      case Node::Kind::list:
        print_list(node, indent, tail);
        break;
      case Node::Kind::chain:
        print_chain(node, indent, tail);
        break;
      case Node::Kind::block:
        write("{\n" + node.body(indent));
        out_.append(indent, ' ');
        column_ = indent;
        write("}");
        break;
    }
  }

  std::string take() { return std::move(out_); }

 private:
  /// Columns that follow on the same line whatever happens: the parts from `from` on, up to the first one that can break by itself.
  static std::size_t head_of(const std::vector<Doc>& parts, std::size_t from) {
    std::size_t head = 0;
    for (std::size_t i = from; i < parts.size(); ++i) {
      const Node& node = *parts[i].node_;
      if (node.kind == Node::Kind::list) return head + columns(node.text);
      if (node.kind != Node::Kind::text) return head + std::min<std::size_t>(node.head, 1);
      head += node.width;
    }
    return head;
  }

  void print_list(const Node& node, std::size_t indent, std::size_t tail) {
    const std::size_t behind = columns(node.close) + tail;
    std::size_t blocks = 0;
    for (const Doc& part : node.parts) blocks += part.node_->has_block ? 1 : 0;
    // The block of the last item goes on behind the list's opening; several items with one each start on lines of their own.
    const bool hugs = blocks == 1 && node.parts.back().node_->has_block;
    if (blocks > 0 && !hugs) {
      write(node.text);
      for (std::size_t i = 0; i < node.parts.size(); ++i) {
        const bool last = i + 1 == node.parts.size();
        new_line(indent + continuation);
        print(node.parts[i], indent + continuation, last ? behind : 1);
        if (!last) write(",");
      }
      write(node.close);
      return;
    }
    if (hugs && fits(node.head, 0)) {
      write(node.text);
      for (std::size_t i = 0; i < node.parts.size(); ++i) {
        if (i != 0) write(", ");
        print(node.parts[i], indent, i + 1 == node.parts.size() ? behind : 1);
      }
      write(node.close);
      return;
    }
    if (node.parts.empty()) {
      write(node.text + node.close);
      return;
    }
    std::size_t widest = 0;
    for (std::size_t i = 0; i < node.parts.size(); ++i) {
      widest = std::max(widest, added(node.parts[i].node_->width, i + 1 == node.parts.size() ? behind : 1));
    }
    const std::size_t aligned = column_ + columns(node.text);
    std::size_t start = aligned;
    if (widest == never_fits || aligned + widest > line_limit) {
      start = indent + continuation;
      // Breaking gains nothing when the list starts left of there anyway.
      if (start >= aligned) start = aligned;
    }
    write(node.text);
    if (start != aligned) new_line(start);
    for (std::size_t i = 0; i < node.parts.size(); ++i) {
      const bool last = i + 1 == node.parts.size();
      const std::size_t needed = last ? behind : 1;
      if (i != 0) {
        if (fits(added(1, node.parts[i].node_->width), needed)) {
          write(" ");
        } else {
          new_line(start);
        }
      }
      print(node.parts[i], start, needed);
      if (!last) write(",");
    }
    write(node.close);
  }

  void print_chain(const Node& node, std::size_t indent, std::size_t tail) {
    const std::size_t start = column_;
    for (std::size_t i = 0; i < node.parts.size(); ++i) {
      const bool last = i + 1 == node.parts.size();
      const std::size_t needed = last ? tail : columns(node.operators[i]) + 1;
      if (i != 0) {
        if (fits(added(1, node.parts[i].node_->width), needed)) {
          write(" ");
        } else {
          new_line(start);
        }
      }
      print(node.parts[i], node.has_block ? indent : start, needed);
      if (!last) write(" " + node.operators[i]);
    }
  }

  std::string out_;
  std::size_t column_;
};

std::string Doc::flat() const {
  Layout layout(0);
  layout.flat(*this);
  return layout.take();
}

std::string Doc::layout(std::size_t indent, std::size_t column, std::size_t tail) const {
  Layout layout(column);
  layout.print(*this, indent, tail);
  return layout.take();
}

}  // namespace khora2cpp::emit
