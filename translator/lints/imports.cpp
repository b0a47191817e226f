// unused-import. An import that only makes the fields or operations of a type usable is used (N14).
#include <set>

#include "lints/lint.hpp"

namespace khora2cpp::lints {
namespace {

/// The declarations that the bodies of a file lead to without writing the names of all of them.
class Reached {
 public:
  explicit Reached(const types::Part& part) {
    each_body(part, [&](const types::Function& function) {
      each_expr(*function.body, [&](const types::Expr& expr) { note(expr); });
    });
  }

  /// A function or a constant that is called or read.
  bool value(const syntax::Item& item) const {
    const auto* function = std::get_if<syntax::FunctionDecl>(&item.node);
    const auto* constant = std::get_if<syntax::ConstDecl>(&item.node);
    return values_.contains(function != nullptr ? static_cast<const void*>(function) : constant);
  }
  /// A type or an effect of which a field is read or set, a record is built, or an operation is called.
  bool type(const syntax::Item& item) const {
    const auto* type = std::get_if<syntax::TypeDecl>(&item.node);
    const auto* effect = std::get_if<syntax::EffectDecl>(&item.node);
    return types_.contains(type != nullptr ? static_cast<const void*>(type) : effect);
  }

 private:
  void note(const types::Expr& expr) {
    std::visit(types::Overloaded{
                   [&](const types::FunctionExpr& node) { note(node.callee); },
                   [&](const types::CallExpr& node) { note(node.callee); },
                   [&](const types::ConstantExpr& node) { values_.insert(node.constant->syntax); },
                   [&](const types::OperationCallExpr& node) { note(*node.effect); },
                   [&](const types::FieldExpr& node) { note(*node.decl); },
                   [&](const types::AssignFieldExpr& node) { note(*node.decl); },
                   [&](const types::RecordExpr& node) { note(*node.decl); },
                   [&](const types::HandlerExpr& node) { note(*node.effect); },
                   [](const auto&) {},
               },
               expr.node);
  }
  void note(const types::Callee& callee) { values_.insert(callee.function->syntax); }
  void note(const types::TypeDecl& decl) {
    types_.insert(decl.syntax);
    types_.insert(decl.effect_syntax);
  }

  std::set<const void*> values_;
  std::set<const void*> types_;
};

const modules::Binding* imported(const modules::Names& names, const std::string& name, const syntax::ImportName& import) {
  const auto at = names.find(name);
  return at != names.end() && at->second.import == &import && at->second.item ? &at->second : nullptr;
}

}  // namespace

void unused_imports(const Subject& subject) {
  const WrittenNames& written = subject.written;
  const Reached reached(subject.part);
  const modules::Scope& scope = subject.part.module->scope(subject.part.file);
  const auto needed_by_syntax = [&](const modules::Binding& binding, const std::string& name) {
    if (binding.item.module == nullptr || !binding.item.module->is_std()) return false;
    return (written.walks && (name == "Iterator" || name == "Step")) || (written.decimals && name == "Decimal");
  };
  for (const syntax::Item& item : subject.part.file->items) {
    const auto* import = std::get_if<syntax::ImportDecl>(&item.node);
    if (import == nullptr) continue;
    for (const syntax::ImportName& wanted : import->names) {
      const syntax::Name& name = wanted.alias ? wanted.alias : wanted.name;
      const modules::Binding* const value = imported(scope.values, name.text, wanted);
      const modules::Binding* const type = imported(scope.types, name.text, wanted);
      if (value == nullptr && type == nullptr) continue;  // a built-in type: importing one is allowed and means nothing
      const bool value_used = value != nullptr && ((written.values.contains(name.text) && !written.bound.contains(name.text)) ||
                                                   reached.value(*value->item.item));
      const bool type_used = type != nullptr && (written.types.contains(name.text) || written.values.contains(name.text) ||
                                                 reached.type(*type->item.item) || needed_by_syntax(*type, wanted.name.text));
      if (value_used || type_used) continue;
      subject.diagnostics.warning("unused-import", source::join(wanted.name.span, name.span), "`" + name.text + "` is imported and never used")
          .suggest(import->names.size() == 1 ? "remove the import" : "remove it from the import");
    }
  }
}

}  // namespace khora2cpp::lints
