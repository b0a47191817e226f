#include "syntax/dump.hpp"

#include "syntax/dumper.hpp"

namespace khora2cpp::syntax {

std::string in_quotes(std::string_view text) {
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

void Dumper::file(const File& file) {
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

void Dumper::operator()(const ImportDecl& decl) {
  std::string names;
  for (const ImportName& name : decl.names) {
    names += " " + name.name.text + (name.alias ? " as " + name.alias.text : std::string());
  }
  line("import " + spelled(decl.module) + ":" + names);
}

void Dumper::operator()(const TypeDecl& decl) {
  std::string derives;
  for (const Name& name : decl.derives) derives += " derive " + name.text;
  line(pub(decl.is_pub) + "type " + decl.name.text + derives);
  ++depth_;
  type_parameters(decl.parameters);
  std::visit(*this, decl.body);
  --depth_;
}

void Dumper::operator()(const RecordBody& body) {
  line("record");
  for (const FieldDecl& field : body.fields) {
    Indent in(*this);
    comments("comment", field.leading);
    line(pub(field.is_pub) + (field.is_mut ? "mut " : "") + "field " + field.name.text);
    child(field.type);
  }
}

void Dumper::operator()(const VariantBody& body) {
  line("variant");
  Indent in(*this);
  cases(body.cases);
}

void Dumper::operator()(const WrapperBody& body) {
  line(pub(body.is_pub) + "wrapper");
  child(body.type);
}

void Dumper::operator()(const RowDecl& decl) {
  line(pub(decl.is_pub) + "row " + decl.name.text);
  entries(decl.entries);
}

void Dumper::operator()(const TraitDecl& decl) {
  line(pub(decl.is_pub) + "trait " + decl.name.text);
  Indent in(*this);
  type_parameters(decl.parameters);
  children("super", decl.supertraits);
  members(decl.types, decl.functions);
}

void Dumper::operator()(const ImplDecl& decl) {
  line("impl");
  Indent in(*this);
  type_parameters(decl.parameters);
  labelled("trait", decl.trait);
  labelled("for", decl.target);
  members(decl.types, decl.functions);
}

void Dumper::operator()(const EffectDecl& decl) {
  line(pub(decl.is_pub) + "effect " + decl.name.text);
  Indent in(*this);
  type_parameters(decl.parameters);
  for (const OperationDecl& operation : decl.operations) {
    comments("comment", operation.leading);
    line("operation " + operation.name.text);
    child(operation.type);
  }
}

void Dumper::operator()(const ContextDecl& decl) {
  line(pub(decl.is_pub) + "context " + decl.name.text);
  fields(decl.entries);
}

void Dumper::operator()(const FunctionDecl& decl) {
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

void Dumper::operator()(const ConstDecl& decl) {
  line(pub(decl.is_pub) + "const " + decl.name.text);
  Indent in(*this);
  labelled("type", decl.type);
  expr(*decl.value);
}

void Dumper::operator()(const TestDecl& decl) {
  line((decl.is_bench ? "bench " : "test ") + in_quotes(decl.name));
  Indent in(*this);
  block(*decl.body);
}

void Dumper::operator()(const NamedType& named) {
  line(spelled(named.path) + (named.has_arguments ? "<>" : ""));
  children(named.arguments);
}

void Dumper::operator()(const TupleType& tuple) {
  line("tuple");
  children(tuple.elements);
}

void Dumper::operator()(const FunctionType& function) {
  line("function");
  Indent in(*this);
  for (const TypePtr& parameter : function.parameters) type(*parameter);
  labelled("result", function.result);
  labelled("with", function.with);
  labelled("raises", function.raises);
}

void Dumper::operator()(const SumType& sum) {
  line("sum");
  children(sum.terms);
}

void Dumper::operator()(const RowType& row) {
  line("row");
  entries(row.entries);
  Indent in(*this);
  children("tail", row.tails);
}

void Dumper::operator()(const ForallType& forall) {
  line("forall");
  Indent in(*this);
  type_parameters(forall.parameters);
  type(*forall.body);
}

void Dumper::operator()(const LiteralPattern& literal) {
  const bool text =
      literal.kind == LiteralPattern::Kind::string || literal.kind == LiteralPattern::Kind::character;
  line("literal " + (text ? in_quotes(literal.text) : literal.text));
}

void Dumper::operator()(const ConstructorPattern& constructor) {
  line("case " + spelled(constructor.path) + (constructor.has_arguments ? "()" : ""));
  for (const PatternPtr& argument : constructor.arguments) child(argument);
}

void Dumper::operator()(const RecordPattern& record) {
  line("record " + spelled(record.path));
  Indent in(*this);
  for (const FieldPattern& field : record.fields) {
    line("field " + field.field.text);
    child(field.pattern);
  }
}

void Dumper::operator()(const TuplePattern& tuple) {
  line("tuple");
  for (const PatternPtr& element : tuple.elements) child(element);
}

void Dumper::line(std::string_view text) {
  out_.append(static_cast<std::size_t>(depth_) * 2, ' ');
  out_.append(text);
  out_.push_back('\n');
}

void Dumper::comments(std::string_view kind, const Comments& list) {
  for (const Comment& comment : list) line(std::string(kind) + " " + in_quotes(comment.text));
}

void Dumper::child(const ExprPtr& part) {
  if (!part) return;
  Indent in(*this);
  expr(*part);
}

void Dumper::child_if(int levels, const ExprPtr& part) {
  depth_ += levels;
  expr(*part);
  depth_ -= levels;
}

void Dumper::child(const TypePtr& part) {
  if (!part) return;
  Indent in(*this);
  type(*part);
}

void Dumper::child(const PatternPtr& part) {
  if (!part) return;
  Indent in(*this);
  pattern(*part);
}

void Dumper::labelled(std::string_view label, const TypePtr& part) {
  if (!part) return;
  line(label);
  child(part);
}

void Dumper::labelled_child(std::string_view label, const ExprPtr& part) {
  if (!part) return;
  Indent in(*this);
  line(label);
  child(part);
}

void Dumper::children(const std::vector<TypePtr>& parts) {
  for (const TypePtr& part : parts) child(part);
}

void Dumper::children(std::string_view label, const std::vector<TypePtr>& parts) {
  for (const TypePtr& part : parts) labelled(label, part);
}

void Dumper::type_parameters(const std::vector<TypeParameter>& list) {
  for (const TypeParameter& parameter : list) {
    const char* kind = parameter.kind == TypeParameter::Kind::row        ? "row parameter '"
                       : parameter.kind == TypeParameter::Kind::constant ? "const parameter "
                                                                         : "type parameter ";
    line(kind + parameter.name.text);
    children(parameter.bounds);
    child(parameter.constant_type);
  }
}

void Dumper::parameters(const std::vector<Parameter>& list) {
  for (const Parameter& parameter : list) {
    line("parameter " + parameter.name.text);
    child(parameter.type);
  }
}

void Dumper::entries(const std::vector<RowEntry>& list) {
  Indent in(*this);
  for (const RowEntry& entry : list) {
    line(entry.label.text + ":");
    child(entry.type);
  }
}

void Dumper::fields(const std::vector<FieldInit>& list) {
  Indent in(*this);
  for (const FieldInit& field : list) {
    line(field.name.text + ":");
    child(field.value);
  }
}

void Dumper::cases(const std::vector<VariantCase>& list) {
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

void Dumper::members(const std::vector<AssociatedType>& types, const std::vector<FunctionDecl>& functions) {
  for (const AssociatedType& one : types) {
    comments("comment", one.leading);
    line("type " + one.name.text);
    Indent in(*this);
    children("bound", one.bounds);
    labelled("is", one.type);
  }
  for (const FunctionDecl& function : functions) (*this)(function);
}

void Dumper::install(const Install& installed) {
  for (const Path& path : installed.paths) line("install " + spelled(path));
  if (installed.has_record) line("install record");
  fields(installed.entries);
}

void Dumper::arms(const std::vector<Arm>& list) {
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

void Dumper::block(const Block& block) {
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
