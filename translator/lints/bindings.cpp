// unused-binding and unused-capability: names that stand for something nobody asks for.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "lints/lint.hpp"

namespace khora2cpp::lints {
namespace {

/// What one body binds and which locals it uses. A local that is only assigned is not used.
class Uses {
 public:
  explicit Uses(const types::Expr& body) {
    each_expr(body, [&](const types::Expr& expr) { note(expr); });
  }

  std::vector<const types::Local*> bound;      ///< by `let` and patterns, in order
  std::vector<const types::Local*> installed;  ///< by `with`
  /// Whether a text has the name in braces: what other languages call a hole.
  bool names_in_braces(const std::string& name) const {
    return std::any_of(texts_.begin(), texts_.end(), [&](const std::string* text) { return text->find("{" + name + "}") != std::string::npos; });
  }
  bool reads(const types::Local* local) const { return read_.contains(local); }
  bool assigns(const types::Local* local) const { return assigned_.contains(local); }

 private:
  void note(const types::Expr& expr) {
    types::each_capability(expr, [&](const types::CapabilityArgument& capability) { read_.insert(capability.local); });
    std::visit(types::Overloaded{
                   [&](const types::LocalExpr& node) { read_.insert(node.local); },
                   [&](const types::StringExpr& node) { texts_.push_back(&node.text); },
                   [&](const types::TextExpr& node) {
                     for (const std::string& piece : node.pieces) texts_.push_back(&piece);
                   },
                   [&](const types::AssignLocalExpr& node) { assigned_.insert(node.local); },
                   [&](const types::BlockExpr& node) {
                     for (const types::Statement& statement : node.block->statements) {
                       if (const auto* let = std::get_if<types::LetStatement>(&statement.node)) bind(*let->pattern);
                     }
                   },
                   [&](const types::MatchExpr& node) {
                     for (const types::Arm& arm : node.arms) bind(*arm.pattern);
                   },
                   [&](const types::CatchExpr& node) {
                     for (const types::CatchArm& arm : node.arms) bind(*arm.arm.pattern);
                   },
                   [&](const types::ForExpr& node) { bind(*node.pattern); },
                   [&](const types::ListExpr& node) {
                     for (const types::Element* element : node.elements) {
                       types::each_for_element(*element, [&](const types::ForElement& loop) { bind(*loop.pattern); });
                     }
                   },
                   [&](const types::WithExpr& node) {
                     for (const auto& one : node.installed) installed.push_back(one.local);
                   },
                   [](const auto&) {},
               },
               expr.node);
  }
  void bind(const types::Pattern& pattern) {
    types::each_binding(pattern, [&](const types::Local& local) { bound.push_back(&local); });
  }

  std::vector<const std::string*> texts_;
  std::set<const types::Local*> read_;
  std::set<const types::Local*> assigned_;
};

}  // namespace

void unused_bindings(const Subject& subject) {
  each_body(subject.part, [&](const types::Function& function) {
    const Uses uses(*function.body);
    for (const types::Local* local : uses.bound) {
      if (local->name.empty() || local->name.front() == '_' || uses.reads(local)) continue;
      const bool assigned = uses.assigns(local);
      subject.diagnostics.warning("unused-binding", local->span, "`" + local->name + (assigned ? "` is assigned and never read" : "` is never read"))
          .suggest(uses.names_in_braces(local->name) ? "a hole in a text is written `${" + local->name + "}`"
                   : assigned                        ? "remove it and what is assigned to it"
                                                     : "remove it, or write `_" + local->name + "`");
    }
  });
}

void unused_capabilities(const Subject& subject) {
  const WrittenNames& written = subject.written;
  each_body(subject.part, [&](const types::Function& function) {
    const Uses uses(*function.body);
    for (const types::Local* local : uses.installed) {
      if (uses.reads(local) || !written.installed_labels.contains(local->span.begin)) continue;
      subject.diagnostics.warning("unused-capability", local->span, "`" + local->name + "` is installed, and nothing here needs it")
          .suggest("remove it; a capability is found by the label that the callee declares");
    }
    // The signature of a trait's function is not the impl's choice.
    if (function.role != types::Function::Role::function && function.role != types::Function::Role::inherent) return;
    if (function.syntax == nullptr || !function.syntax->with || function.is_extern) return;
    const auto* row = std::get_if<syntax::RowType>(&function.syntax->with->node);
    if (row == nullptr) return;
    for (const syntax::RowEntry& entry : row->entries) {
      for (const types::Local* local : function.capability_locals) {
        if (local->name != entry.label.text || uses.reads(local)) continue;
        subject.diagnostics.warning("unused-capability", entry.label.span, "`" + function.name + "` requires `" + local->name + "`, and nothing in it needs it")
            .suggest("remove it from the `with` clause, so that callers need not supply it");
      }
    }
  });
}

}  // namespace khora2cpp::lints
