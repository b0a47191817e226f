#include "emit/interface.hpp"

#include <algorithm>
#include <map>

#include "analysis/facts_text.hpp"
#include "emit/files.hpp"
#include "emit/indent.hpp"

namespace khora2cpp::emit {

namespace {

/// A comment as it was, pragmas included.
std::string comments(const syntax::Comments& all, std::size_t indent) {
  std::string text;
  for (const syntax::Comment& comment : all) {
    switch (comment.kind) {
      case syntax::Comment::Kind::line: text += spaces(indent) + "// " + comment.text + "\n"; break;
      case syntax::Comment::Kind::doc: text += spaces(indent) + "/// " + comment.text + "\n"; break;
      case syntax::Comment::Kind::module_doc: text += spaces(indent) + "//! " + comment.text + "\n"; break;
      case syntax::Comment::Kind::block: break;  // nothing in it is for an importer
    }
  }
  return text;
}

std::string unterminated(std::string text) {
  while (!text.empty() && (text.back() == ' ' || text.back() == '\n' || text.back() == '\t' || text.back() == '\r' || text.back() == ';')) {
    text.pop_back();
  }
  return text;
}

class Interface {
 public:
  Interface(const Translation& translation, const types::Part& part) : translation_(translation), part_(part) {
    for (const types::Function& function : translation.input.program.functions) {
      if (function.syntax != nullptr) functions_[function.syntax] = &function;
    }
    for (const types::Constant& constant : translation.input.program.constants) {
      if (constant.file == part.file) constants_[constant.name] = &constant;
    }
  }

  std::string text() {
    std::string text = "//! khi 1\n" + comments(part_.file->module_leading, 0) + "module " + part_.module->path + ";\n";
    for (const syntax::Item& item : part_.file->items) {
      const std::string written = std::visit([&](const auto& node) { return print(item, node); }, item.node);
      if (!written.empty()) text += "\n" + comments(item.leading, 0) + written;
    }
    return text;
  }

 private:
  std::string source(source::Span span) const { return std::string(translation_.input.sources.text(span)); }

  std::string print(const syntax::Item& item, const syntax::ImportDecl&) const { return verbatim(item); }
  std::string print(const syntax::Item& item, const syntax::TypeDecl&) const { return verbatim(item); }
  std::string print(const syntax::Item& item, const syntax::RowDecl&) const { return verbatim(item); }
  std::string print(const syntax::Item& item, const syntax::EffectDecl&) const { return source(item.span) + "\n"; }
  std::string print(const syntax::Item&, const syntax::ContextDecl&) const { return {}; }
  std::string print(const syntax::Item&, const syntax::TestDecl&) const { return {}; }
  std::string verbatim(const syntax::Item& item) const { return unterminated(source(item.span)) + ";\n"; }

  std::string print(const syntax::Item&, const syntax::FunctionDecl& function) const {
    return function.is_pub ? facts(function, 0) + signature(function, 0) : std::string();
  }

  std::string print(const syntax::Item&, const syntax::ConstDecl& constant) const {
    const auto found = constants_.find(constant.name.text);
    if (!constant.is_pub || found == constants_.end()) return {};
    const types::Constant& checked = *found->second;
    std::string text = "pub const " + constant.name.text + ": " + types::to_string(checked.type) + " = ";
    // The value of a constant that is a function in C++ is nobody's business, but something of its type has to stand there.
    text += is_constexpr(checked) ? source(constant.value->span) : "loop {}";
    return facts_line(checked.initializer, 0) + text + ";\n";
  }

  std::string print(const syntax::Item& item, const syntax::TraitDecl& trait) const {
    std::string text = head(item, trait.types, trait.functions);
    for (const syntax::AssociatedType& type : trait.types) text += comments(type.leading, 2) + "  " + unterminated(source(type.span)) + ";\n";
    for (const syntax::FunctionDecl& function : trait.functions) {
      text += comments(function.leading, 2) + facts(function, 2);
      // A default stays one, whatever it does.
      text += function.body == nullptr ? signature(function, 2) : "  " + unterminated(source(function.signature_span)) + " { loop {} }\n";
    }
    return text + "}\n";
  }

  std::string print(const syntax::Item& item, const syntax::ImplDecl& impl) const {
    std::string text = head(item, impl.types, impl.functions);
    bool any = impl.trait != nullptr;
    for (const syntax::AssociatedType& type : impl.types) text += comments(type.leading, 2) + "  " + unterminated(source(type.span)) + ";\n";
    for (const syntax::FunctionDecl& function : impl.functions) {
      if (impl.trait == nullptr && !function.is_pub) continue;
      any = true;
      text += comments(function.leading, 2) + facts(function, 2) + signature(function, 2);
    }
    return any ? text + "}\n" : std::string();
  }

  /// Up to the `{` in front of the first member.
  std::string head(const syntax::Item& item, const std::vector<syntax::AssociatedType>& types,
                   const std::vector<syntax::FunctionDecl>& functions) const {
    std::uint32_t end = item.span.end;
    const auto before = [&](const syntax::Comments& leading, source::Span span) {
      end = std::min(end, leading.empty() ? span.begin : std::min(leading.front().span.begin, span.begin));
    };
    for (const syntax::AssociatedType& type : types) before(type.leading, type.span);
    for (const syntax::FunctionDecl& function : functions) before(function.leading, function.span);
    std::string text = source({item.span.file, item.span.begin, end});
    text.resize(text.rfind('{') + 1);
    return text + "\n";
  }

  std::string signature(const syntax::FunctionDecl& function, std::size_t indent) const {
    return spaces(indent) + unterminated(source(function.signature_span)) + ";\n";
  }

  std::string facts(const syntax::FunctionDecl& function, std::size_t indent) const {
    const auto found = functions_.find(&function);
    return found == functions_.end() ? std::string() : facts_line(found->second, indent);
  }

  std::string facts_line(const types::Function* function, std::size_t indent) const {
    const auto& facts = translation_.input.facts.functions;
    const auto found = facts.find(function);
    if (found == facts.end()) return {};
    return spaces(indent) + "// " + analysis::facts_text(found->second) + "\n";
  }

  const Translation& translation_;
  const types::Part& part_;
  std::map<const syntax::FunctionDecl*, const types::Function*> functions_;
  std::map<std::string, const types::Constant*> constants_;
};

}  // namespace

OutputFile interface_file(const Translation& translation, const types::Part& part) {
  return {translation.input.files.stem(part.file) + ".khi", Interface(translation, part).text()};
}

}  // namespace khora2cpp::emit
