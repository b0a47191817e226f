#include "lints/written_names.hpp"

#include <algorithm>

#include "types/walk.hpp"

namespace khora2cpp::lints {
namespace {

using types::Overloaded;

class Collector {
 public:
  WrittenNames names;

  void item(const syntax::Item& item) {
    comments(item.leading);
    std::visit(Overloaded{
                   [](const syntax::ImportDecl&) {},
                   [&](const syntax::TypeDecl& decl) { type_decl(decl); },
                   [&](const syntax::RowDecl& decl) { entries(decl.entries); },
                   [&](const syntax::TraitDecl& decl) {
                     type_parameters(decl.parameters);
                     types(decl.supertraits);
                     members(decl);
                   },
                   [&](const syntax::ImplDecl& decl) {
                     type_parameters(decl.parameters);
                     type(decl.trait);
                     type(decl.target);
                     members(decl);
                   },
                   [&](const syntax::EffectDecl& decl) {
                     type_parameters(decl.parameters);
                     for (const syntax::OperationDecl& operation : decl.operations) {
                       comments(operation.leading);
                       type(operation.type);
                     }
                   },
                   [&](const syntax::ContextDecl& decl) { initializers(decl.entries); },
                   [&](const syntax::FunctionDecl& decl) { function(decl); },
                   [&](const syntax::ConstDecl& decl) {
                     type(decl.type);
                     expr(decl.value);
                   },
                   [&](const syntax::TestDecl& decl) { block(decl.body); },
               },
               item.node);
  }

  void comments(const syntax::Comments& written) {
    for (const syntax::Comment& comment : written) {
      if (comment.kind == syntax::Comment::Kind::line && comment.text.starts_with("@klint")) names.pragmas.push_back(comment);
    }
  }

 private:
  // ---- declarations
  void type_decl(const syntax::TypeDecl& decl) {
    for (const syntax::Name& derived : decl.derives) names.types.insert(derived.text);
    type_parameters(decl.parameters);
    std::visit(Overloaded{
                   [](const syntax::OpaqueBody&) {},
                   [&](const syntax::RecordBody& body) {
                     for (const syntax::FieldDecl& field : body.fields) {
                       comments(field.leading);
                       type(field.type);
                     }
                   },
                   [&](const syntax::VariantBody& body) { cases(body.cases); },
                   [&](const syntax::WrapperBody& body) { type(body.type); },
               },
               decl.body);
  }
  void cases(const std::vector<syntax::VariantCase>& cases) {
    for (const syntax::VariantCase& one : cases) {
      comments(one.leading);
      for (const syntax::CaseField& field : one.payload) type(field.type);
    }
  }
  template <class Decl>
  void members(const Decl& decl) {
    for (const syntax::AssociatedType& associated : decl.types) {
      comments(associated.leading);
      types(associated.bounds);
      type(associated.type);
    }
    for (const syntax::FunctionDecl& member : decl.functions) function(member);
  }
  void function(const syntax::FunctionDecl& decl) {
    comments(decl.leading);
    type_parameters(decl.parameters);
    parameters(decl.arguments);
    type(decl.result);
    type(decl.with);
    type(decl.raises);
    if (decl.with) labels(*decl.with);
    block(decl.body);
  }
  void labels(const syntax::TypeExpr& with) {
    if (const auto* row = std::get_if<syntax::RowType>(&with.node)) {
      for (const syntax::RowEntry& entry : row->entries) names.bound.insert(entry.label.text);
    }
  }
  void parameters(const std::vector<syntax::Parameter>& parameters) {
    for (const syntax::Parameter& parameter : parameters) {
      names.bound.insert(parameter.name.text);
      type(parameter.type);
    }
  }
  void type_parameters(const std::vector<syntax::TypeParameter>& parameters) {
    for (const syntax::TypeParameter& parameter : parameters) {
      types(parameter.bounds);
      type(parameter.constant_type);
    }
  }

  // ---- types
  void types(const std::vector<syntax::TypePtr>& written) {
    for (const syntax::TypePtr& one : written) type(one);
  }
  void entries(const std::vector<syntax::RowEntry>& written) {
    for (const syntax::RowEntry& entry : written) type(entry.type);
  }
  void type(const syntax::TypePtr& written) {
    if (!written) return;
    std::visit(Overloaded{
                   [&](const syntax::NamedType& node) {
                     names.types.insert(node.path.segments.front().text);
                     types(node.arguments);
                   },
                   [&](const syntax::TupleType& node) { types(node.elements); },
                   [&](const syntax::FunctionType& node) {
                     types(node.parameters);
                     type(node.result);
                     type(node.with);
                     type(node.raises);
                   },
                   [&](const syntax::SumType& node) { types(node.terms); },
                   [&](const syntax::RowType& node) {
                     entries(node.entries);
                     types(node.tails);
                   },
                   [&](const syntax::ForallType& node) {
                     type_parameters(node.parameters);
                     type(node.body);
                   },
                   [](const auto&) {},
               },
               written->node);
  }

  // ---- patterns
  void pattern(const syntax::PatternPtr& written) {
    if (!written) return;
    std::visit(Overloaded{
                   [&](const syntax::NamePattern& node) { names.bound.insert(node.name.text); },
                   [&](const syntax::ConstructorPattern& node) {
                     names.types.insert(node.path.segments.front().text);
                     for (const syntax::PatternPtr& argument : node.arguments) pattern(argument);
                   },
                   [&](const syntax::RecordPattern& node) {
                     names.types.insert(node.path.segments.front().text);
                     for (const syntax::FieldPattern& field : node.fields) {
                       if (field.pattern) pattern(field.pattern);
                       else names.bound.insert(field.field.text);
                     }
                   },
                   [&](const syntax::TuplePattern& node) {
                     for (const syntax::PatternPtr& element : node.elements) pattern(element);
                   },
                   [](const auto&) {},
               },
               written->node);
  }

  // ---- expressions
  void path(const syntax::Path& written) {
    (written.single() ? names.values : names.types).insert(written.segments.front().text);
  }
  void initializers(const std::vector<syntax::FieldInit>& written) {
    for (const syntax::FieldInit& one : written) expr(one.value);
  }
  void install(const syntax::Install& written) {
    for (const syntax::Path& one : written.paths) path(one);
    for (const syntax::FieldInit& entry : written.entries) {
      names.installed_labels.insert(entry.name.span.begin);
      names.bound.insert(entry.name.text);
    }
    initializers(written.entries);
  }
  void block(const std::unique_ptr<syntax::Block>& written) {
    if (!written) return;
    for (const syntax::Statement& statement : written->statements) {
      comments(statement.leading);
      comments(statement.trailing);
      std::visit(Overloaded{
                     [&](const syntax::LetStatement& let) {
                       pattern(let.pattern);
                       type(let.type);
                       expr(let.value);
                     },
                     [&](const syntax::ExprStatement& value) { expr(value.value); },
                 },
                 statement.node);
    }
    comments(written->value_leading);
    expr(written->value);
    comments(written->dangling);
  }
  void arms(const std::vector<syntax::Arm>& written) {
    for (const syntax::Arm& arm : written) {
      comments(arm.leading);
      pattern(arm.pattern);
      expr(arm.guard);
      expr(arm.body);
    }
  }
  void element(const syntax::ElementPtr& written) {
    if (!written) return;
    std::visit(Overloaded{
                   [&](const syntax::ValueElement& node) { expr(node.value); },
                   [&](const syntax::SpreadElement& node) { expr(node.list); },
                   [&](const syntax::IfElement& node) {
                     expr(node.condition);
                     element(node.then);
                     element(node.otherwise);
                   },
                   [&](const syntax::ForElement& node) {
                     names.walks = true;
                     pattern(node.pattern);
                     expr(node.iterable);
                     element(node.body);
                   },
               },
               written->node);
  }
  /// Chains of operators and calls nest to the left, as deep as they are long: that way is walked by the loop.
  void expr(const syntax::ExprPtr& written) {
    for (const syntax::Expr* at = written.get(); at != nullptr;) at = rest(*at);
  }
  /// Visits everything but the leftmost child, which is answered.
  const syntax::Expr* rest(const syntax::Expr& written) {
    const syntax::Expr* left = nullptr;
    std::visit(
        Overloaded{
            [&](const syntax::DecimalLiteral&) { names.decimals = true; },
            [&](const syntax::StringLiteral& node) {
              for (const syntax::ExprPtr& hole : node.holes) expr(hole);
            },
            [&](const syntax::PathExpr& node) { path(node.path); },
            [&](const syntax::TupleExpr& node) {
              for (const syntax::ExprPtr& one : node.elements) expr(one);
            },
            [&](const syntax::ParenExpr& node) { left = node.inner.get(); },
            [&](const syntax::ListExpr& node) {
              for (const syntax::ElementPtr& one : node.elements) element(one);
            },
            [&](const syntax::RecordExpr& node) {
              expr(node.base);
              initializers(node.fields);
            },
            [&](const syntax::LambdaExpr& node) {
              parameters(node.parameters);
              left = node.body.get();
            },
            [&](const syntax::BlockExpr& node) { block(node.block); },
            [&](const syntax::IfExpr& node) {
              expr(node.condition);
              block(node.then);
              left = node.otherwise.get();
            },
            [&](const syntax::MatchExpr& node) {
              expr(node.scrutinee);
              arms(node.arms);
            },
            [&](const syntax::ForExpr& node) {
              names.walks = true;
              pattern(node.pattern);
              expr(node.iterable);
              block(node.body);
            },
            [&](const syntax::WhileExpr& node) {
              expr(node.condition);
              block(node.body);
            },
            [&](const syntax::LoopExpr& node) { block(node.body); },
            [&](const syntax::WithBlockExpr& node) {
              install(node.install);
              block(node.body);
            },
            [&](const syntax::HandlerExpr& node) {
              names.types.insert(node.effect.segments.front().text);
              initializers(node.operations);
            },
            [&](const syntax::RaiseExpr& node) { left = node.value.get(); },
            [&](const syntax::BreakExpr& node) { left = node.value.get(); },
            [&](const syntax::ReturnExpr& node) { left = node.value.get(); },
            [&](const syntax::CallExpr& node) {
              for (const syntax::Argument& argument : node.arguments) expr(argument.value);
              left = node.callee.get();
            },
            [&](const syntax::FieldExpr& node) { left = node.object.get(); },
            [&](const syntax::MarkExpr& node) { left = node.operand.get(); },
            [&](const syntax::CatchExpr& node) {
              arms(node.arms);
              left = node.operand.get();
            },
            [&](const syntax::WithExpr& node) {
              install(node.install);
              left = node.operand.get();
            },
            [&](const syntax::UnaryExpr& node) { left = node.operand.get(); },
            [&](const syntax::BinaryExpr& node) {
              expr(node.right);
              left = node.left.get();
            },
            [&](const syntax::AssignExpr& node) {
              expr(node.value);
              left = node.target.get();
            },
            [&](const syntax::PipeExpr& node) {
              expr(node.stage);
              left = node.value.get();
            },
            [&](const syntax::FlowExpr& node) {
              for (const syntax::ExprPtr& stage : node.stages) expr(stage);
            },
            [](const auto&) {},
        },
        written.node);
    return left;
  }
};

}  // namespace

WrittenNames written_names(const syntax::File& file) {
  Collector collector;
  collector.comments(file.module_leading);
  for (const syntax::Item& item : file.items) collector.item(item);
  collector.comments(file.dangling);
  std::sort(collector.names.pragmas.begin(), collector.names.pragmas.end(),
            [](const auto& one, const auto& other) { return one.span.begin < other.span.begin; });
  return std::move(collector.names);
}

}  // namespace khora2cpp::lints
