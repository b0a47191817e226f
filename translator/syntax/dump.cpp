#include "syntax/dump.hpp"

#include <string_view>

#include "syntax/escapes.hpp"

namespace khora2cpp::syntax {
namespace {

std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '\n') {
      result += "\\n";
    } else if (c == '"' || c == '\\') {
      result += '\\';
      result += c;
    } else {
      result += c;
    }
  }
  return result + '"';
}

std::string spelled(const Path& path) {
  std::string result;
  for (const Name& segment : path.segments) result += (result.empty() ? "" : "::") + segment.text;
  return result;
}

const char* spelled(BinaryOp op) {
  switch (op) {
    case BinaryOp::add: return "+";
    case BinaryOp::subtract: return "-";
    case BinaryOp::multiply: return "*";
    case BinaryOp::divide: return "/";
    case BinaryOp::remainder: return "%";
    case BinaryOp::equal: return "==";
    case BinaryOp::not_equal: return "!=";
    case BinaryOp::less: return "<";
    case BinaryOp::less_equal: return "<=";
    case BinaryOp::greater: return ">";
    case BinaryOp::greater_equal: return ">=";
    case BinaryOp::logical_and: return "&&";
    case BinaryOp::logical_or: return "||";
  }
  return "?";
}

class Dumper {
 public:
  std::string take() { return std::move(out_); }

  void file(const File& file) {
    line("file" + (file.module ? " " + spelled(*file.module) : std::string()));
    ++depth_;
    comments("above", file.module_leading);
    comments("docs", file.module_docs);
    for (const Item& item : file.items) {
      comments("comment", item.leading);
      std::visit(*this, item.node);
    }
    comments("dangling", file.dangling);
    --depth_;
  }

  void expr(const Expr& expr) { std::visit(*this, expr.node); }
  void type(const TypeExpr& type) { std::visit(*this, type.node); }
  void pattern(const Pattern& pattern) { std::visit(*this, pattern.node); }

  // ---- items

  void operator()(const ImportDecl& decl) {
    std::string names;
    for (const ImportName& name : decl.names) {
      names += " " + name.name.text + (name.alias ? " as " + name.alias.text : std::string());
    }
    line("import " + spelled(decl.module) + ":" + names);
  }
  void operator()(const TypeDecl& decl) {
    std::string derives;
    for (const Name& name : decl.derives) derives += " derive " + name.text;
    line(pub(decl.is_pub) + "type " + decl.name.text + derives);
    ++depth_;
    type_parameters(decl.parameters);
    std::visit(*this, decl.body);
    --depth_;
  }
  void operator()(const OpaqueBody&) { line("opaque"); }
  void operator()(const RecordBody& body) {
    line("record");
    for (const FieldDecl& field : body.fields) {
      Indent in(*this);
      comments("comment", field.leading);
      line(pub(field.is_pub) + (field.is_mut ? "mut " : "") + "field " + field.name.text);
      child(field.type);
    }
  }
  void operator()(const VariantBody& body) {
    line("variant");
    Indent in(*this);
    cases(body.cases);
  }
  void operator()(const WrapperBody& body) {
    line(pub(body.is_pub) + "wrapper");
    child(body.type);
  }
  void operator()(const RowDecl& decl) {
    line(pub(decl.is_pub) + "row " + decl.name.text);
    entries(decl.entries);
  }
  void operator()(const TraitDecl& decl) {
    line(pub(decl.is_pub) + "trait " + decl.name.text);
    Indent in(*this);
    type_parameters(decl.parameters);
    children("super", decl.supertraits);
    members(decl.types, decl.functions);
  }
  void operator()(const ImplDecl& decl) {
    line("impl");
    Indent in(*this);
    type_parameters(decl.parameters);
    labelled("trait", decl.trait);
    labelled("for", decl.target);
    members(decl.types, decl.functions);
  }
  void operator()(const EffectDecl& decl) {
    line(pub(decl.is_pub) + "effect " + decl.name.text);
    Indent in(*this);
    type_parameters(decl.parameters);
    for (const OperationDecl& operation : decl.operations) {
      comments("comment", operation.leading);
      line("operation " + operation.name.text);
      child(operation.type);
    }
  }
  void operator()(const ContextDecl& decl) {
    line(pub(decl.is_pub) + "context " + decl.name.text);
    fields(decl.entries);
  }
  void operator()(const FunctionDecl& decl) {
    comments("comment", decl.leading);
    line(pub(decl.is_pub) + (decl.is_extern ? "extern " : "") + "fn " + decl.name.text);
    Indent in(*this);
    type_parameters(decl.parameters);
    parameters(decl.arguments);
    labelled("result", decl.result);
    labelled("with", decl.with);
    labelled("raises", decl.raises);
    if (decl.body) block(*decl.body);
  }
  void operator()(const ConstDecl& decl) {
    line(pub(decl.is_pub) + "const " + decl.name.text);
    Indent in(*this);
    labelled("type", decl.type);
    expr(*decl.value);
  }
  void operator()(const TestDecl& decl) {
    line((decl.is_bench ? "bench " : "test ") + quoted(decl.name));
    Indent in(*this);
    block(*decl.body);
  }

  // ---- types

  void operator()(const NamedType& named) {
    line(spelled(named.path) + (named.has_arguments ? "<>" : ""));
    children(named.arguments);
  }
  void operator()(const RowVariable& variable) { line("'" + variable.name.text); }
  void operator()(const ConstArgument& argument) { line(argument.digits); }
  void operator()(const TupleType& tuple) {
    line("tuple");
    children(tuple.elements);
  }
  void operator()(const FunctionType& function) {
    line("function");
    Indent in(*this);
    for (const TypePtr& parameter : function.parameters) type(*parameter);
    labelled("result", function.result);
    labelled("with", function.with);
    labelled("raises", function.raises);
  }
  void operator()(const SumType& sum) {
    line("sum");
    children(sum.terms);
  }
  void operator()(const RowType& row) {
    line("row");
    entries(row.entries);
    Indent in(*this);
    children("tail", row.tails);
  }
  void operator()(const ForallType& forall) {
    line("forall");
    Indent in(*this);
    type_parameters(forall.parameters);
    type(*forall.body);
  }
  void operator()(const VariantType& variant) {
    line("variant");
    Indent in(*this);
    cases(variant.cases);
  }
  void operator()(const BadType&) { line("bad type"); }

  // ---- patterns

  void operator()(const WildcardPattern&) { line("_"); }
  void operator()(const NamePattern& bound) { line("bind " + bound.name.text); }
  void operator()(const LiteralPattern& literal) {
    const bool text = literal.kind == LiteralPattern::Kind::string || literal.kind == LiteralPattern::Kind::character;
    line("literal " + (text ? quoted(literal.text) : literal.text));
  }
  void operator()(const ConstructorPattern& constructor) {
    line("case " + spelled(constructor.path) + (constructor.has_arguments ? "()" : ""));
    for (const PatternPtr& argument : constructor.arguments) child(argument);
  }
  void operator()(const RecordPattern& record) {
    line("record " + spelled(record.path));
    Indent in(*this);
    for (const FieldPattern& field : record.fields) {
      line("field " + field.field.text);
      child(field.pattern);
    }
  }
  void operator()(const TuplePattern& tuple) {
    line("tuple");
    for (const PatternPtr& element : tuple.elements) child(element);
  }
  void operator()(const BadPattern&) { line("bad pattern"); }

  // ---- expressions

  void operator()(const IntegerLiteral& literal) { line(literal.digits); }
  void operator()(const FloatLiteral& literal) { line(literal.text); }
  void operator()(const DecimalLiteral& literal) { line(literal.text + "d"); }
  void operator()(const CharLiteral& literal) {
    std::string text;
    append_utf8(text, literal.value);
    line("char " + quoted(text));
  }
  void operator()(const BoolLiteral& literal) { line(literal.value ? "true" : "false"); }
  void operator()(const StringLiteral& literal) {
    if (literal.holes.empty()) return line("string " + quoted(literal.pieces.front()));
    line("string");
    Indent in(*this);
    for (std::size_t index = 0; index < literal.pieces.size(); ++index) {
      line(quoted(literal.pieces[index]));
      if (index < literal.holes.size()) expr(*literal.holes[index]);
    }
  }
  void operator()(const Placeholder&) { line("placeholder"); }
  void operator()(const PathExpr& path) { line(spelled(path.path)); }
  void operator()(const TupleExpr& tuple) {
    line("tuple");
    for (const ExprPtr& element : tuple.elements) child(element);
  }
  void operator()(const ParenExpr& parens) {
    line("parens");
    child(parens.inner);
  }
  void operator()(const ValueElement& element) { expr(*element.value); }
  void operator()(const SpreadElement& element) {
    line("spread");
    child(element.list);
  }
  void operator()(const IfElement& form) {
    line("if element");
    Indent in(*this);
    expr(*form.condition);
    element(*form.then);
    if (form.otherwise) element(*form.otherwise);
  }
  void operator()(const ForElement& form) {
    line("for element");
    Indent in(*this);
    pattern(*form.pattern);
    expr(*form.iterable);
    element(*form.body);
  }
  void operator()(const ListExpr& list) {
    line("list");
    Indent in(*this);
    for (const ElementPtr& part : list.elements) element(*part);
  }
  void operator()(const RecordExpr& record) {
    line("record");
    labelled_child("base", record.base);
    fields(record.fields);
  }
  void operator()(const LambdaExpr& lambda) {
    line("lambda");
    Indent in(*this);
    parameters(lambda.parameters);
    expr(*lambda.body);
  }
  void operator()(const BlockExpr& expression) { block(*expression.block); }
  void operator()(const IfExpr& branch) {
    line("if");
    Indent in(*this);
    expr(*branch.condition);
    block(*branch.then);
    if (branch.otherwise) expr(*branch.otherwise);
  }
  void operator()(const MatchExpr& match) {
    line("match");
    Indent in(*this);
    expr(*match.scrutinee);
    arms(match.arms);
  }
  void operator()(const ForExpr& loop) {
    line("for");
    Indent in(*this);
    pattern(*loop.pattern);
    expr(*loop.iterable);
    block(*loop.body);
  }
  void operator()(const WhileExpr& loop) {
    line("while");
    Indent in(*this);
    expr(*loop.condition);
    block(*loop.body);
  }
  void operator()(const LoopExpr& loop) {
    line("loop");
    Indent in(*this);
    block(*loop.body);
  }
  void operator()(const WithBlockExpr& with) {
    line("with block");
    Indent in(*this);
    install(with.install);
    block(*with.body);
  }
  void operator()(const HandlerExpr& handler) {
    line("handler " + spelled(handler.effect));
    fields(handler.operations);
  }
  void operator()(const RaiseExpr& raise) {
    line("raise");
    child(raise.value);
  }
  void operator()(const BreakExpr& jump) {
    line("break");
    child(jump.value);
  }
  void operator()(const ContinueExpr&) { line("continue"); }
  void operator()(const ReturnExpr& jump) {
    line("return");
    child(jump.value);
  }
  void operator()(const CallExpr& call) {
    line("call");
    Indent in(*this);
    expr(*call.callee);
    for (const Argument& argument : call.arguments) {
      if (argument.label) line(argument.label.text + ":");
      child_if(argument.label ? 1 : 0, argument.value);
    }
  }
  void operator()(const FieldExpr& field) {
    line("." + field.field.text);
    child(field.object);
  }
  void operator()(const MarkExpr& mark) {
    line("!");
    child(mark.operand);
  }
  void operator()(const CatchExpr& caught) {
    line("catch");
    Indent in(*this);
    expr(*caught.operand);
    arms(caught.arms);
  }
  void operator()(const WithExpr& with) {
    line("with");
    Indent in(*this);
    expr(*with.operand);
    install(with.install);
  }
  void operator()(const UnaryExpr& unary) {
    line(unary.op == UnaryOp::negate ? "negate" : "not");
    child(unary.operand);
  }
  void operator()(const BinaryExpr& binary) {
    line(spelled(binary.op));
    child(binary.left);
    child(binary.right);
  }
  void operator()(const AssignExpr& assign) {
    line("=");
    child(assign.target);
    child(assign.value);
  }
  void operator()(const PipeExpr& pipe) {
    line("|>");
    child(pipe.value);
    child(pipe.stage);
  }
  void operator()(const FlowExpr& flow) {
    line("||>");
    for (const ExprPtr& stage : flow.stages) child(stage);
  }
  void operator()(const BadExpr&) { line("bad expression"); }

 private:
  struct Indent {
    explicit Indent(Dumper& dumper) : depth(dumper.depth_) { ++depth; }
    ~Indent() { --depth; }
    Indent(const Indent&) = delete;
    Indent& operator=(const Indent&) = delete;
    int& depth;
  };

  void line(std::string_view text) {
    out_.append(static_cast<std::size_t>(depth_) * 2, ' ');
    out_.append(text);
    out_.push_back('\n');
  }
  static std::string pub(bool is_pub) { return is_pub ? "pub " : ""; }

  void comments(std::string_view kind, const Comments& list) {
    for (const Comment& comment : list) line(std::string(kind) + " " + quoted(comment.text));
  }
  void child(const ExprPtr& part) {
    if (!part) return;
    Indent in(*this);
    expr(*part);
  }
  void child_if(int levels, const ExprPtr& part) {
    depth_ += levels;
    expr(*part);
    depth_ -= levels;
  }
  void child(const TypePtr& part) {
    if (!part) return;
    Indent in(*this);
    type(*part);
  }
  void child(const PatternPtr& part) {
    if (!part) return;
    Indent in(*this);
    pattern(*part);
  }
  void labelled(std::string_view label, const TypePtr& part) {
    if (!part) return;
    line(label);
    child(part);
  }
  void labelled_child(std::string_view label, const ExprPtr& part) {
    if (!part) return;
    Indent in(*this);
    line(label);
    child(part);
  }
  void children(const std::vector<TypePtr>& parts) {
    for (const TypePtr& part : parts) child(part);
  }
  void children(std::string_view label, const std::vector<TypePtr>& parts) {
    for (const TypePtr& part : parts) labelled(label, part);
  }
  void type_parameters(const std::vector<TypeParameter>& list) {
    for (const TypeParameter& parameter : list) {
      const char* kind = parameter.kind == TypeParameter::Kind::row ? "row parameter '"
                         : parameter.kind == TypeParameter::Kind::constant ? "const parameter "
                                                                            : "type parameter ";
      line(kind + parameter.name.text);
      children(parameter.bounds);
      child(parameter.constant_type);
    }
  }
  void parameters(const std::vector<Parameter>& list) {
    for (const Parameter& parameter : list) {
      line("parameter " + parameter.name.text);
      child(parameter.type);
    }
  }
  void entries(const std::vector<RowEntry>& list) {
    Indent in(*this);
    for (const RowEntry& entry : list) {
      line(entry.label.text + ":");
      child(entry.type);
    }
  }
  void fields(const std::vector<FieldInit>& list) {
    Indent in(*this);
    for (const FieldInit& field : list) {
      line(field.name.text + ":");
      child(field.value);
    }
  }
  void cases(const std::vector<VariantCase>& list) {
    for (const VariantCase& one : list) {
      comments("comment", one.leading);
      line("case " + one.name.text + (one.has_payload ? "()" : ""));
      Indent in(*this);
      for (const CaseField& field : one.payload) {
        if (field.name) line(field.name.text + ":");
        type(*field.type);
      }
    }
  }
  void members(const std::vector<AssociatedType>& types, const std::vector<FunctionDecl>& functions) {
    for (const AssociatedType& one : types) {
      comments("comment", one.leading);
      line("type " + one.name.text);
      Indent in(*this);
      children("bound", one.bounds);
      labelled("is", one.type);
    }
    for (const FunctionDecl& function : functions) (*this)(function);
  }
  void element(const Element& part) { std::visit(*this, part.node); }
  void install(const Install& installed) {
    for (const Path& path : installed.paths) line("install " + spelled(path));
    if (installed.has_record) line("install record");
    fields(installed.entries);
  }
  void arms(const std::vector<Arm>& list) {
    for (const Arm& arm : list) {
      comments("comment", arm.leading);
      line("arm");
      Indent in(*this);
      pattern(*arm.pattern);
      if (arm.guard) line("guard");
      child(arm.guard);
      expr(*arm.body);
    }
  }
  void block(const Block& block) {
    line("block");
    Indent in(*this);
    for (const Statement& statement : block.statements) {
      comments("comment", statement.leading);
      comments("trailing", statement.trailing);
      if (const auto* let = std::get_if<LetStatement>(&statement.node)) {
        line(let->is_mut ? "let mut" : "let");
        child(let->pattern);
        child(let->type);
        child(let->value);
      } else {
        line("do");
        child(std::get<ExprStatement>(statement.node).value);
      }
    }
    comments("comment", block.value_leading);
    if (block.value) {
      line("value");
      child(block.value);
    }
    comments("dangling", block.dangling);
  }

  std::string out_;
  int depth_ = 0;
};

}  // namespace

std::string dump(const File& file) {
  Dumper dumper;
  dumper.file(file);
  return dumper.take();
}

std::string dump(const Expr& expr) {
  Dumper dumper;
  dumper.expr(expr);
  return dumper.take();
}

std::string dump(const TypeExpr& type) {
  Dumper dumper;
  dumper.type(type);
  return dumper.take();
}

std::string dump(const Pattern& pattern) {
  Dumper dumper;
  dumper.pattern(pattern);
  return dumper.take();
}

}  // namespace khora2cpp::syntax
