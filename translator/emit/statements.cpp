#include "analysis/type_query.hpp"
#include "emit/code.hpp"
#include "emit/comments.hpp"
#include "emit/indent.hpp"
#include "emit/literals.hpp"

namespace khora2cpp::emit {

using namespace lower;

namespace {

bool has_comments(const syntax::Comments* comments) { return comments != nullptr && !comments->empty(); }

bool declares(const Block* block) {
  if (block == nullptr) return false;
  for (const Statement& statement : block->statements) {
    if (std::holds_alternative<Declare>(statement.node) || std::holds_alternative<Labelled>(statement.node)) return true;
    // Printed without their braces, these declare in the block around them.
    if (const auto* nested = std::get_if<Nested>(&statement.node); nested != nullptr && declares(nested->body)) return true;
    if (const auto* branches = std::get_if<If>(&statement.node); branches != nullptr && declares(branches->otherwise)) return true;
  }
  return false;
}

bool leaves(const Statement& statement) {
  const auto& node = statement.node;
  if (std::holds_alternative<Return>(node) || std::holds_alternative<Raise>(node) || std::holds_alternative<Break>(node) ||
      std::holds_alternative<Continue>(node) || std::holds_alternative<Unreachable>(node)) {
    return true;
  }
  if (const auto* nested = std::get_if<Nested>(&node)) return always_leaves(nested->body);
  if (const auto* branches = std::get_if<If>(&node)) {
    if (branches->otherwise == nullptr || !always_leaves(branches->otherwise)) return false;
    for (const Branch& branch : branches->branches) {
      if (!always_leaves(branch.body)) return false;
    }
    return true;
  }
  return false;
}

}  // namespace

bool always_leaves(const Block* block) {
  return block != nullptr && !block->statements.empty() && leaves(block->statements.back());
}

static bool is_bool(const Type* type) {
  type = types::resolved(type);
  return type->kind == types::Kind::nominal && type->decl->builtin == types::Builtin::bool_;
}

std::string Code::function_body(const lower::Function& function, std::size_t indent) {
  in_template_ = function.source != nullptr && analysis::is_in_template(*function.source);
  return block(function.body, indent, true);
}

std::string Code::block(const Block* block, std::size_t indent, bool end_of_function) {
  std::string text;
  if (block == nullptr) return text;
  const Statement* before = nullptr;
  for (const Statement& one : block->statements) {
    if (end_of_function && &one == &block->statements.back()) {
      // A last `return;` says nothing.
      const auto* leave = std::get_if<Return>(&one.node);
      if (leave != nullptr && leave->kind == Return::Kind::nothing && !has_comments(one.leading)) break;
    }
    if (before != nullptr && is_blank_between(*before, one)) text += "\n";
    const auto* nested = std::get_if<Nested>(&one.node);
    if (nested != nullptr && !has_comments(one.trailing) && (&one == &block->statements.back() || !declares(nested->body))) {
      // Braces that end no life before the block around them does say nothing.
      text += comments_above(one.leading, indent) + this->block(nested->body, indent, end_of_function && &one == &block->statements.back());
    } else {
      text += statement(one, indent);
    }
    before = &one;
  }
  return text;
}

std::string Code::statement(const Statement& statement, std::size_t indent) {
  std::string text = comments_above(statement.leading, indent);
  std::string printed = std::visit([&](const auto& node) { return print(node, indent); }, statement.node);
  if (const std::string behind = comment_behind(statement.trailing); !behind.empty()) {
    const std::size_t end = printed.find('\n');
    if (end != std::string::npos && end + 1 == printed.size() && columns(printed) - 1 + columns(behind) <= line_limit) {
      printed.insert(end, behind);
    } else {
      text += spaces(indent) + behind.substr(2) + "\n";
    }
  }
  if (line_map_) text += line_directive(statement.span);
  return text + printed;
}

std::string Code::line_directive(source::Span span) const {
  if (!span.known()) return {};
  const source::SourceSet& sources = types_.input().sources;
  return "#line " + std::to_string(sources.position(span).line) + " " + string_literal(sources.file(span.file).path()) + "\n";
}

/// Empty lines that somebody left between two statements stay.
bool Code::is_blank_between(const Statement& before, const Statement& after) const {
  if (!before.span.known() || before.span.file != after.span.file || after.span.begin <= before.span.end) return false;
  const std::string_view between =
      types_.input().sources.file(after.span.file).text().substr(before.span.end, after.span.begin - before.span.end);
  bool line_is_empty = false;
  bool in_comment = false;
  for (std::size_t i = 0; i < between.size(); ++i) {
    const char c = between[i];
    if (c == '\n') {
      if (line_is_empty) return true;
      line_is_empty = true;
      in_comment = false;
    } else if (c == '/' && i + 1 < between.size() && between[i + 1] == '/') {
      in_comment = true;
      line_is_empty = false;
    } else if (c != ' ' && c != '\t' && c != '\r') {
      if (!in_comment && c != ';') return false;
      line_is_empty = false;
    }
  }
  return false;
}

std::string Code::line(const Doc& doc, std::size_t indent, const std::string& note) const {
  return spaces(indent) + doc.layout(indent, indent) + (note.empty() ? "" : "  // " + note) + "\n";
}

std::string Code::braced(const Block* body, std::size_t indent) {
  const std::string inside = block(body, indent + 2);
  return inside.empty() ? "{}" : "{\n" + inside + spaces(indent) + "}";
}

/// `left = right;`, with the break after `=` where that keeps the right side in one piece.
std::string Code::assignment(const std::string& left, const Doc& right, std::size_t indent) {
  const std::size_t column = indent + columns(left);
  const bool fits = right.width() != Doc::never_fits && column + right.width() + 1 <= line_limit;
  const bool fits_below = right.width() != Doc::never_fits && indent + 4 + right.width() + 1 <= line_limit;
  if (!fits && fits_below && left.ends_with(" = ")) {
    return spaces(indent) + left.substr(0, left.size() - 1) + "\n" + spaces(indent + 4) + right.flat() + ";\n";
  }
  return spaces(indent) + left + right.layout(indent, column, 1) + ";\n";
}

std::string Code::print(const Declare& declare, std::size_t indent) {
  const std::string& name = locals_.of(declare.variable);
  std::string left = declare.maybe_unused || !locals_.is_mentioned(declare.variable) ? "[[maybe_unused]] " : "";
  const Expr* init = declare.init;
  if (init != nullptr) {
    if (const auto* builder = std::get_if<MakeBuilder>(&init->node)) {
      return spaces(indent) + left + types_.runtime("ListBuilder") + "<" + types_.type(builder->element) + "> " + name + ";\n";
    }
    if (std::holds_alternative<DefaultValue>(init->node) && declare.form == Declare::Form::value) init = nullptr;
  }
  const Type* type = declare.variable->type;
  // A lambda can read a constant `bool` with a known value without capturing it, and clang warns about one that captures it nevertheless.
  const std::string constant = locals_.is_captured(declare.variable) && is_bool(type) ? "" : "const ";
  switch (declare.form) {
    case Declare::Form::automatic:
      return assignment(left + "auto " + name + " = ", doc(init), indent);
    case Declare::Form::automatic_constant:
      return assignment(left + "const auto " + name + " = ", doc(init), indent);
    case Declare::Form::value:
      left += types_.type(type) + " ";
      break;
    case Declare::Form::constant:
      left += constant + types_.type(type) + " ";
      break;
    case Declare::Form::reference:
      left += constant + types_.type(type) + (is_scalar(type) ? " " : "& ");
      break;
  }
  left += name;
  if (init == nullptr) {
    const Type* plain = types::resolved(type);
    if (is_bool(type)) return spaces(indent) + left + " = false;\n";
    if (plain->kind == types::Kind::nominal && plain->decl->builtin == types::Builtin::float_) return spaces(indent) + left + " = 0.0;\n";
    return spaces(indent) + left + (needs_initializer(type) ? "{};\n" : ";\n");
  }
  // `const Spot spot{..}` instead of naming the type twice.
  const auto* record = std::get_if<MakeRecord>(&init->node);
  if (declare.form != Declare::Form::reference && record != nullptr && !record->boxed) {
    return assignment(left, braces(record->decl, "", record->fields), indent);
  }
  if (declare.form != Declare::Form::reference && record != nullptr) {
    return assignment(left, Doc::concat({"(", braces(record->decl, types_.companion(init->type), record->fields), ")"}), indent);
  }
  if (const auto* wrapper = std::get_if<MakeWrapper>(&init->node); wrapper != nullptr && declare.form != Declare::Form::reference) {
    return assignment(left, Doc::list("{", {initializer(wrapper->value)}, "}"), indent);
  }
  return assignment(left + " = ", initializer(init), indent);
}

std::string Code::print(const Assign& assign, std::size_t indent) {
  const Doc target = doc(assign.target);
  return assignment(target.flat() + " = ", initializer(assign.value), indent);
}

std::string Code::print(const Evaluate& evaluate, std::size_t indent) {
  if (evaluate.discards) return line(Doc::concat({"static_cast<void>(", doc(evaluate.value), ");"}), indent);
  return line(doc(evaluate.value) + Doc(";"), indent);
}

std::string Code::print(const Check& check, std::size_t indent) {
  std::string note;
  const auto add = [&](bool present, const char* word) {
    if (present) note += (note.empty() ? "" : ", ") + std::string(word);
  };
  add(check.entry, "entry");
  add(check.mark, "!");
  add(check.loop, "loop");
  const bool only_entry = check.entry && !check.mark && !check.loop;
  const std::string asks = types_.runtime(only_entry ? "stop_at_entry" : "stop_pending");
  return line("if (" + asks + "()) return " + types_.runtime("stopped") + ";", indent, note);
}

/// `if (..) return x;` on one line where it fits.
std::string Code::leave_if(const Doc& condition, const std::string& leave, std::size_t indent) {
  const std::size_t width = condition.width();
  if (width != Doc::never_fits && indent + width + 1 + columns(leave) <= line_limit) {
    return spaces(indent) + condition.flat() + " " + leave + "\n";
  }
  return spaces(indent) + condition.layout(indent, indent, 2) + " {\n" + spaces(indent + 2) + leave + "\n" + spaces(indent) + "}\n";
}

std::string Code::print(const CallOrLeave& call, std::size_t indent) {
  const bool jumps = call.label != nullptr;
  const std::string rest = jumps ? locals_.of(call.label->rest) : locals_.rest(rest_depth_);
  ++rest_depth_;
  std::vector<Doc> parts;
  parts.push_back(jumps ? "if (" + rest + " = " : "if (" + types_.runtime("Rest") + " " + rest + " = ");
  parts.push_back(object(call.call));
  if (call.target == nullptr) {
    parts.push_back(".rest()");
  } else {
    parts.push_back(Doc::concat({".to(", doc(call.target), ")"}));
  }
  --rest_depth_;
  parts.push_back(jumps ? "; " + rest + ")" : ")");
  return leave_if(Doc::concat(std::move(parts)), jumps ? "goto " + locals_.of(call.label) + ";" : "return " + rest + ";", indent);
}

Doc Code::returned(const Return& leave) {
  switch (leave.kind) {
    case Return::Kind::nothing:
      return "return;";
    case Return::Kind::value:
      return Doc::concat({"return ", frame_.result_is_written ? initializer(leave.value) : doc(leave.value), ";"});
    case Return::Kind::unit:
      return "return " + types_.runtime("unit") + ";";
    case Return::Kind::tagged:
      return Doc::concat({"return ", doc(leave.value), ";"});
    case Return::Kind::rest:
      return Doc::concat({"return ", object(leave.value), ".rest();"});
    case Return::Kind::stopped:
      return "return " + types_.runtime("stopped") + ";";
    case Return::Kind::pass:
      return "return " + locals_.of(leave.tried) + (leave.tried_is_rest ? ";" : ".rest();");
  }
  return {};
}

std::string Code::print(const Return& leave, std::size_t indent) {
  if (leave.label == nullptr) return line(returned(leave), indent);
  const std::string passed = locals_.of(leave.tried) + (leave.tried_is_rest ? "" : ".rest()");
  return line(locals_.of(leave.label->rest) + " = " + passed + ";", indent) + line("goto " + locals_.of(leave.label) + ";", indent);
}

std::string Code::print(const Raise& raise, std::size_t indent) {
  const Doc raised = Doc::list(types_.runtime("raise") + "(", {doc(raise.error)}, ")");
  if (raise.label == nullptr) return line(Doc::concat({"return ", raised, ";"}), indent);
  return assignment(locals_.of(raise.label->rest) + " = ", raised, indent) + spaces(indent) + "goto " + locals_.of(raise.label) + ";\n";
}

std::optional<std::string> Code::short_statement(const Block* body, bool of_lambda) {
  if (body == nullptr || body->statements.size() != 1) return std::nullopt;
  const Statement& only = body->statements[0];
  if (has_comments(only.leading) || has_comments(only.trailing) || line_map_) return std::nullopt;
  Doc text;
  if (const auto* leave = std::get_if<Return>(&only.node)) {
    if (leave->label != nullptr) return std::nullopt;
    text = returned(*leave);
  } else if (const auto* raise = std::get_if<Raise>(&only.node)) {
    if (raise->label != nullptr) return std::nullopt;
    text = Doc::concat({"return ", Doc::list(types_.runtime("raise") + "(", {doc(raise->error)}, ")"), ";"});
  } else if (const auto* evaluate = std::get_if<Evaluate>(&only.node); evaluate != nullptr && of_lambda && !evaluate->discards) {
    text = doc(evaluate->value) + Doc(";");
  } else if (std::holds_alternative<Break>(only.node)) {
    text = "break;";
  } else if (std::holds_alternative<Continue>(only.node)) {
    text = "continue;";
  } else {
    return std::nullopt;
  }
  if (text.width() == Doc::never_fits || text.width() > 80) return std::nullopt;
  return text.flat();
}

Doc Code::condition(const Branch& branch) {
  if (branch.caught != nullptr) {
    const std::string error = types_.type(branch.error);
    const std::string& tried = locals_.of(branch.tried);
    // Not asked for where it is not written: each mention becomes a using-declaration.
    const auto caught = [&] { return types_.runtime("Caught") + "<" + error + ">"; };
    if (branch.tried_is_rest) return "const auto " + locals_.of(branch.caught) + " = " + caught() + "(" + tried + ")";
    // In a template C++ cannot know yet what `tried` is: a lambda's answer is of unknown type there, and so is a call that depends on
    // a parameter. The body of a lambda that calls itself is a template as well.
    const bool dependent = in_template_ || branch.tried->is_dependent;
    if (dependent) return "const " + caught() + " " + locals_.of(branch.caught) + " = " + tried + ".template caught<" + error + ">()";
    return "const auto " + locals_.of(branch.caught) + " = " + tried + ".caught<" + error + ">()";
  }
  if (branch.tried != nullptr) {
    const std::string rest = locals_.of(branch.tried) + (branch.tried_is_rest ? "" : ".rest()");
    Doc raised = rest + ".raised()";
    if (!branch.errors.empty()) {
      std::string errors;
      for (const Type* error : branch.errors) errors += (errors.empty() ? "" : ", ") + types_.argument(error);
      raised = types_.runtime("raised_one_of") + "<" + errors + ">(" + rest + ")";
    }
    return branch.condition == nullptr ? raised : Doc::chain({raised, operand(branch.condition, Level::logical_and)}, {"&&"});
  }
  return doc(branch.condition);
}

/// Branches that all leave, before something that declares nothing unless it leaves too.
static bool is_guard(const If& branches) {
  for (const Branch& branch : branches.branches) {
    if (!always_leaves(branch.body)) return false;
  }
  return always_leaves(branches.otherwise) || !declares(branches.otherwise);
}

std::string Code::print(const If& branches, std::size_t indent) {
  std::string text;
  if (branches.branches.size() == 1 && branches.otherwise == nullptr && !has_comments(branches.branches[0].leading)) {
    if (const std::optional<std::string> only = short_statement(branches.branches[0].body)) {
      return leave_if(Doc::concat({"if (", condition(branches.branches[0]), ")"}), *only, indent);
    }
  }
  if (branches.otherwise != nullptr && is_guard(branches)) {
    // Every branch leaves, so what follows needs no `else`.
    for (const Branch& branch : branches.branches) {
      If one;
      one.branches.push_back(branch);
      text += print(one, indent);
    }
    return text + block(branches.otherwise, indent);
  }
  for (std::size_t i = 0; i < branches.branches.size(); ++i) {
    const Branch& branch = branches.branches[i];
    const Doc head = Doc::concat({i == 0 ? "if (" : "else if (", condition(branch), ") "});
    const std::size_t column = i == 0 ? indent : indent + 2;
    text += i == 0 ? spaces(indent) : " ";
    text += head.layout(indent, column, 1);
    const std::string inside = comments_above(branch.leading, indent + 2) + block(branch.body, indent + 2);
    text += inside.empty() ? "{\n" + spaces(indent) + "}" : "{\n" + inside + spaces(indent) + "}";
  }
  if (branches.otherwise != nullptr && !branches.otherwise->statements.empty()) {
    text += " else {\n" + block(branches.otherwise, indent + 2) + spaces(indent) + "}";
  }
  return text + "\n";
}

std::string Code::print(const Switch& one, std::size_t indent) {
  const std::string type = types_.type(one.scrutinee->type);
  std::string text = line(Doc::concat({"switch (", object(one.scrutinee), ".which()) {"}), indent);
  for (const SwitchArm& arm : one.arms) {
    text += comments_above(arm.leading, indent + 2);
    std::string label;
    for (std::size_t i = 0; i < arm.cases.size(); ++i) {
      if (i != 0) label += "\n";
      label += spaces(indent + 2) + "case " + type + "::Case::" + types_.input().names.enumerator(one.decl, arm.cases[i]) + ":";
    }
    if (arm.cases.empty()) label = spaces(indent + 2) + "default:";
    const std::optional<std::string> only = short_statement(arm.body);
    const std::size_t last_line = columns(label.substr(label.rfind('\n') + 1));
    if (only && *only != "break;" && last_line + 1 + columns(*only) <= line_limit) {
      text += label + " " + *only + "\n";
      continue;
    }
    const bool falls_out = !always_leaves(arm.body);
    if (arm.body->statements.empty()) {
      text += label + " break;\n";
    } else if (declares(arm.body)) {
      text += label + " {\n" + block(arm.body, indent + 4);
      if (falls_out) text += spaces(indent + 4) + "break;\n";
      text += spaces(indent + 2) + "}\n";
    } else {
      text += label + "\n" + block(arm.body, indent + 4);
      if (falls_out) text += spaces(indent + 4) + "break;\n";
    }
  }
  return text + spaces(indent) + "}\n";
}

std::string Code::print(const Loop& loop, std::size_t indent) { return spaces(indent) + "for (;;) " + braced(loop.body, indent) + "\n"; }

std::string Code::print(const While& loop, std::size_t indent) {
  const Doc head = Doc::concat({"while (", doc(loop.condition), ") "});
  return spaces(indent) + head.layout(indent, indent, 1) + braced(loop.body, indent) + "\n";
}

std::string Code::print(const ForRange& loop, std::size_t indent) {
  const Variable& element = *loop.element;
  std::string left = element.is_read ? "" : "[[maybe_unused]] ";
  left += "const " + types_.type(element.type) + (is_scalar(element.type) ? " " : "& ") + locals_.of(&element);
  const Doc head = Doc::concat({"for (" + left + " : ", doc(loop.iterable), ") "});
  return spaces(indent) + head.layout(indent, indent, 1) + braced(loop.body, indent) + "\n";
}

std::string Code::print(const Break&, std::size_t indent) { return spaces(indent) + "break;\n"; }
std::string Code::print(const Continue&, std::size_t indent) { return spaces(indent) + "continue;\n"; }
std::string Code::print(const Nested& nested, std::size_t indent) { return spaces(indent) + braced(nested.body, indent) + "\n"; }

std::string Code::print(const Labelled& labelled, std::size_t indent) {
  const std::string label = spaces(indent < 2 ? 0 : indent - 2) + locals_.of(labelled.label) + ":\n";
  return spaces(indent) + types_.runtime("Rest") + " " + locals_.of(labelled.label->rest) + ";\n" + spaces(indent) +
         braced(labelled.body, indent) + "\n" + label;
}

std::string Code::print(const Unreachable&, std::size_t indent) { return line(types_.runtime("unreachable") + "();", indent); }

std::string Code::print(const Assert& one, std::size_t indent) {
  const source::Span span = one.condition->span;
  const source::SourceSet& sources = types_.input().sources;
  std::vector<Doc> arguments;
  if (span.known()) {
    arguments.push_back(string_literal(types_.input().files.shown(span.file)));
    arguments.push_back(std::to_string(sources.position(span).line));
  } else {
    arguments.push_back("\"\"");
    arguments.push_back("0");
  }
  arguments.push_back(one.message != nullptr ? doc(one.message) : Doc(string_literal(one.text)));
  const Doc failed = Doc::list("return " + types_.runtime("assertion_failed") + "(", std::move(arguments), ");");
  const auto* constant = std::get_if<Literal>(&one.condition->node);
  if (constant != nullptr && constant->text == "false") return line(failed, indent);
  const Doc head = Doc::concat({"if (!", operand(one.condition, Level::primary), ")"});
  if (failed.width() != Doc::never_fits) return leave_if(head, failed.flat(), indent);
  return spaces(indent) + head.layout(indent, indent, 2) + " {\n" + line(failed, indent + 2) + spaces(indent) + "}\n";
}

std::string Code::print(const DropError& drop, std::size_t indent) {
  return line(locals_.of(drop.tried) + (drop.tried_is_rest ? ".drop();" : ".rest().drop();"), indent);
}

std::string Code::print(const LetGo& let_go, std::size_t indent) {
  return line(types_.runtime("let_go") + "(" + locals_.of(let_go.variable) + ");", indent);
}

std::string Code::print(const Remark& remark, std::size_t indent) { return comments_above(remark.comments, indent); }

}  // namespace khora2cpp::emit
