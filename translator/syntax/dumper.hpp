// The visitor behind dump.hpp. Internal to syntax/.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "syntax/ast.hpp"

namespace khora2cpp::syntax {

/// In quotes, with line breaks as `\\n`.
std::string in_quotes(std::string_view text);
std::string spelled(const Path& path);

class Dumper {
 public:
  std::string take() { return std::move(out_); }

  void file(const File& file);
  void expr(const Expr& expr) { std::visit(*this, expr.node); }
  void type(const TypeExpr& type) { std::visit(*this, type.node); }
  void pattern(const Pattern& pattern) { std::visit(*this, pattern.node); }

  // ---- items

  void operator()(const ImportDecl& decl);
  void operator()(const TypeDecl& decl);
  void operator()(const OpaqueBody&) { line("opaque"); }
  void operator()(const RecordBody& body);
  void operator()(const VariantBody& body);
  void operator()(const WrapperBody& body);
  void operator()(const RowDecl& decl);
  void operator()(const TraitDecl& decl);
  void operator()(const ImplDecl& decl);
  void operator()(const EffectDecl& decl);
  void operator()(const ContextDecl& decl);
  void operator()(const FunctionDecl& decl);
  void operator()(const ConstDecl& decl);
  void operator()(const TestDecl& decl);

  // ---- types

  void operator()(const NamedType& named);
  void operator()(const RowVariable& variable) { line("'" + variable.name.text); }
  void operator()(const ConstArgument& argument) { line(argument.digits); }
  void operator()(const TupleType& tuple);
  void operator()(const FunctionType& function);
  void operator()(const SumType& sum);
  void operator()(const RowType& row);
  void operator()(const ForallType& forall);
  void operator()(const BadType&) { line("bad type"); }

  // ---- patterns

  void operator()(const WildcardPattern&) { line("_"); }
  void operator()(const NamePattern& bound) { line("bind " + bound.name.text); }
  void operator()(const LiteralPattern& literal);
  void operator()(const ConstructorPattern& constructor);
  void operator()(const RecordPattern& record);
  void operator()(const TuplePattern& tuple);
  void operator()(const BadPattern&) { line("bad pattern"); }

  // ---- expressions

  void operator()(const IntegerLiteral& literal) { line(literal.digits); }
  void operator()(const FloatLiteral& literal) { line(literal.text); }
  void operator()(const DecimalLiteral& literal) { line(literal.text + "d"); }
  void operator()(const CharLiteral& literal);
  void operator()(const BoolLiteral& literal) { line(literal.value ? "true" : "false"); }
  void operator()(const StringLiteral& literal);
  void operator()(const Placeholder&) { line("placeholder"); }
  void operator()(const PathExpr& path) { line(spelled(path.path)); }
  void operator()(const TupleExpr& tuple);
  void operator()(const ParenExpr& parens);
  void operator()(const ValueElement& element) { expr(*element.value); }
  void operator()(const SpreadElement& element);
  void operator()(const IfElement& form);
  void operator()(const ForElement& form);
  void operator()(const ListExpr& list);
  void operator()(const RecordExpr& record);
  void operator()(const LambdaExpr& lambda);
  void operator()(const BlockExpr& expression) { block(*expression.block); }
  void operator()(const IfExpr& branch);
  void operator()(const MatchExpr& match);
  void operator()(const ForExpr& loop);
  void operator()(const WhileExpr& loop);
  void operator()(const LoopExpr& loop);
  void operator()(const WithBlockExpr& with);
  void operator()(const HandlerExpr& handler);
  void operator()(const RaiseExpr& raise);
  void operator()(const BreakExpr& jump);
  void operator()(const ContinueExpr&) { line("continue"); }
  void operator()(const ReturnExpr& jump);
  void operator()(const CallExpr& call);
  void operator()(const FieldExpr& field);
  void operator()(const MarkExpr& mark);
  void operator()(const CatchExpr& caught);
  void operator()(const WithExpr& with);
  void operator()(const UnaryExpr& unary);
  void operator()(const BinaryExpr& binary);
  void operator()(const AssignExpr& assign);
  void operator()(const PipeExpr& pipe);
  void operator()(const FlowExpr& flow);
  void operator()(const BadExpr&) { line("bad expression"); }

 private:
  struct Indent {
    explicit Indent(Dumper& dumper) : depth(dumper.depth_) { ++depth; }
    ~Indent() { --depth; }
    Indent(const Indent&) = delete;
    Indent& operator=(const Indent&) = delete;
    int& depth;
  };

  void line(std::string_view text);
  static std::string pub(bool is_pub) { return is_pub ? "pub " : ""; }

  void comments(std::string_view kind, const Comments& list);
  void child(const ExprPtr& part);
  void child_if(int levels, const ExprPtr& part);
  void child(const TypePtr& part);
  void child(const PatternPtr& part);
  void labelled(std::string_view label, const TypePtr& part);
  void labelled_child(std::string_view label, const ExprPtr& part);
  void children(const std::vector<TypePtr>& parts);
  void children(std::string_view label, const std::vector<TypePtr>& parts);
  void type_parameters(const std::vector<TypeParameter>& list);
  void parameters(const std::vector<Parameter>& list);
  void entries(const std::vector<RowEntry>& list);
  void fields(const std::vector<FieldInit>& list);
  void cases(const std::vector<VariantCase>& list);
  void members(const std::vector<AssociatedType>& types, const std::vector<FunctionDecl>& functions);
  void element(const Element& part) { std::visit(*this, part.node); }
  void install(const Install& installed);
  void arms(const std::vector<Arm>& list);
  void block(const Block& block);

  std::string out_;
  int depth_ = 0;
};

}  // namespace khora2cpp::syntax
