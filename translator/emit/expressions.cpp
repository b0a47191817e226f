#include <utility>

#include "analysis/type_query.hpp"
#include "emit/code.hpp"
#include "emit/literals.hpp"

namespace khora2cpp::emit {

using namespace lower;

namespace {

/// Comparisons in a list of arguments or after `return` need no parentheses; as operands they always get some.
bool is_comparison(Binary op) { return op >= Binary::equal && op <= Binary::greater_equal; }

const char* spelling(Binary op) {
  switch (op) {
    case Binary::add: return "+";
    case Binary::subtract: return "-";
    case Binary::multiply: return "*";
    case Binary::divide: return "/";
    case Binary::remainder: return "%";
    case Binary::equal: return "==";
    case Binary::not_equal: return "!=";
    case Binary::less: return "<";
    case Binary::less_equal: return "<=";
    case Binary::greater: return ">";
    case Binary::greater_equal: return ">=";
    case Binary::logical_and: return "&&";
    case Binary::logical_or: return "||";
  }
  return "";
}

}  // namespace

Code::Piece Code::piece(const Expr* expr) {
  return std::visit([&](const auto& node) { return print(*expr, node); }, expr->node);
}

Doc Code::operand(const Expr* expr, Level loosest) {
  Piece text = piece(expr);
  if (text.level <= loosest) return std::move(text.doc);
  return Doc::concat({"(", std::move(text.doc), ")"});
}

std::vector<Doc> Code::docs(const std::vector<Expr*>& exprs) {
  std::vector<Doc> texts;
  for (const Expr* one : exprs) texts.push_back(doc(one));
  return texts;
}

Doc Code::initializer(const Expr* expr) {
  if (const auto* made = std::get_if<MakeCase>(&expr->node)) return make_case(*expr, *made);
  return doc(expr);
}

Code::Piece Code::print(const Expr&, const VariableRef& reference) { return {locals_.of(reference.variable)}; }

Code::Piece Code::print(const Expr& expr, const Literal& literal) {
  const std::string type = literal.typed ? types_.type(expr.type) : std::string();
  switch (literal.kind) {
    case Literal::Kind::unit:
      return {types_.runtime("unit")};
    case Literal::Kind::boolean:
      return {literal.text};
    case Literal::Kind::string:
      return {literal.typed ? type + "(" + string_literal(literal.text) + ")" : string_literal(literal.text)};
    case Literal::Kind::character:
      return {literal.typed ? type + "(" + character_literal(literal.character) + ")" : character_literal(literal.character)};
    case Literal::Kind::floating:
      return {literal.text, literal.text.starts_with("-") ? Level::unary : Level::primary};
    case Literal::Kind::integer:
      break;
  }
  const std::string digits = integer_literal(literal.text);
  if (literal.typed) return {type + "{" + digits + "}"};
  if (digits.find(' ') != std::string::npos) return {"(" + digits + ")"};
  return {digits, digits.starts_with("-") ? Level::unary : Level::primary};
}

Code::Piece Code::print(const Expr&, const ConstantRef& reference) {
  const std::string name = types_.name(reference.constant);
  return {is_constexpr(*reference.constant) ? name : name + "()"};
}

/// `x.` or `x->`, whichever reaches the members of what `object` stands for.
std::string Code::access(const Expr* object) {
  if (const auto* caught = std::get_if<CaughtValue>(&object->node)) return locals_.of(caught->caught) + "->";
  return {};
}

Code::Piece Code::print(const Expr&, const Member& member) {
  const std::string& field = types_.input().names.field(member.decl, member.field);
  // Hand-written records are handles.
  const bool is_handle = member.boxed || member.decl->is_native;
  if (!is_handle) {
    if (const std::string reached = access(member.object); !reached.empty()) return {reached + field};
  }
  return {object(member.object) + Doc((is_handle ? "->" : ".") + field)};
}

/// Whether C++ cannot know the type of an object while it reads a template. A variable is declared with its type; what is reached through
/// something else may depend on a parameter although its own type mentions none.
bool Code::is_dependent(const Expr* object) const {
  if (analysis::mentions_parameter(object->type)) return true;
  return in_template_ && !std::holds_alternative<VariableRef>(object->node) && !std::holds_alternative<CaughtValue>(object->node);
}

Code::Piece Code::print(const Expr&, const Payload& payload) {
  const std::string type = types_.case_type(payload.object->type, payload.index);
  const std::string field = "." + types_.input().names.payload(payload.decl, payload.index, payload.field);
  if (is_dependent(payload.object)) {
    return {Doc::concat({types_.runtime("as") + "<" + type + ">(", doc(payload.object), ")" + field})};
  }
  const std::string call = "as<" + type + ">()" + field;
  if (const std::string reached = access(payload.object); !reached.empty()) return {reached + call};
  return {object(payload.object) + Doc("." + call)};
}

Code::Piece Code::print(const Expr&, const CaseTest& test) {
  const std::string type = types_.case_type(test.object->type, test.index);
  if (is_dependent(test.object)) {
    return {Doc::concat({types_.runtime("is") + "<" + type + ">(", doc(test.object), ")"})};
  }
  const std::string call = "is<" + type + ">()";
  if (const std::string reached = access(test.object); !reached.empty()) return {reached + call};
  return {object(test.object) + Doc("." + call)};
}

Code::Piece Code::print(const Expr&, const TupleGet& get) {
  return {Doc::list(types_.runtime("get") + "<" + std::to_string(get.index) + ">(", {doc(get.object)}, ")")};
}

/// `Spot{.x = 1, .y = 2}`; with one field its name says nothing new.
Doc Code::braces(const types::TypeDecl* decl, const std::string& type, const std::vector<Expr*>& fields) {
  std::vector<Doc> items;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (fields.size() == 1) {
      items.push_back(initializer(fields[i]));
    } else {
      items.push_back(Doc("." + types_.input().names.field(decl, i) + " = ") + initializer(fields[i]));
    }
  }
  return Doc::list(type + "{", std::move(items), "}");
}

Code::Piece Code::print(const Expr& expr, const MakeRecord& record) {
  const std::string type = types_.type(expr.type);
  if (!record.boxed) return {braces(record.decl, type, record.fields)};
  return {Doc::concat({type + "(", braces(record.decl, types_.companion(expr.type), record.fields), ")"})};
}

Doc Code::make_case(const Expr& expr, const MakeCase& made) {
  std::vector<Doc> items;
  for (const Expr* argument : made.arguments) items.push_back(initializer(argument));
  return Doc::list(types_.case_type(expr.type, made.index) + "{", std::move(items), "}");
}

Code::Piece Code::print(const Expr& expr, const MakeCase& made) {
  return {Doc::concat({types_.type(expr.type) + "(", make_case(expr, made), ")"})};
}

Code::Piece Code::print(const Expr& expr, const MakeWrapper& wrapper) {
  return {Doc::list(types_.type(expr.type) + "{", {initializer(wrapper.value)}, "}")};
}

Code::Piece Code::print(const Expr& expr, const MakeTuple& tuple) {
  if (tuple.elements.empty()) return {types_.runtime("unit")};
  std::vector<Doc> items;
  for (const Expr* element : tuple.elements) items.push_back(initializer(element));
  return {Doc::list(types_.type(expr.type) + "{", std::move(items), "}")};
}

Code::Piece Code::print(const Expr& expr, const MakeList& list) {
  const std::string type = types_.type(expr.type);
  if (list.elements.empty()) return {type + "()"};
  return {Doc::list(type + "::of(", docs(list.elements), ")")};
}

/// An operation of a handler: what `Holds` says stands beside the lambda in braces.
Doc Code::operation(const Expr* expr) {
  const auto* held = std::get_if<Holds>(&expr->node);
  if (held == nullptr) return doc(expr);
  std::vector<Doc> captured;
  for (const Variable* variable : held->held) captured.push_back(locals_.of(variable));
  return Doc::list("{", {doc(held->lambda), Doc::list(types_.runtime("holds") + "(", std::move(captured), ")")}, "}");
}

Code::Piece Code::print(const Expr& expr, const MakeHandler& handler) {
  std::vector<Doc> items;
  for (std::size_t i = 0; i < handler.operations.size(); ++i) {
    items.push_back(Doc("." + types_.input().names.field(handler.effect, i) + " = ") + operation(handler.operations[i]));
  }
  return {Doc::concat(
      {types_.type(expr.type) + "(", Doc::list(types_.companion(expr.type) + "{", std::move(items), "}"), ")"})};
}

Doc Code::capabilities(const MakeRow& row) {
  std::vector<Doc> items;
  for (const auto& [label, value] : row.entries) items.push_back(doc(value));
  return Doc::list("{", std::move(items), "}");
}

Code::Piece Code::print(const Expr& expr, const MakeRow& row) { return {Doc(types_.type(expr.type)) + capabilities(row)}; }

Code::Piece Code::print(const Expr&, const RowEntry& entry) {
  return {Doc::list(types_.runtime("the") + "<\"" + entry.label + "\">(", {doc(entry.row)}, ")")};
}

Code::Piece Code::print(const Expr&, const MergeRows& merged) {
  std::vector<Doc> rows;
  for (const Expr* row : merged.rows) rows.push_back(doc(row));
  return {Doc::list(types_.runtime("merged") + "(", std::move(rows), ")")};
}

Code::Piece Code::print(const Expr& expr, const RowPart& part) { return {Doc::list(types_.type(expr.type) + "(", {doc(part.row)}, ")")}; }

Code::Piece Code::print(const Expr& expr, const DefaultValue&) {
  if (is_unit(expr.type)) return {types_.runtime("unit")};
  return {types_.type(expr.type) + "{}"};
}

Code::Piece Code::print(const Expr&, const MakeBuilder& builder) {
  return {types_.runtime("ListBuilder") + "<" + types_.type(builder.element) + ">()"};
}

Code::Piece Code::print(const Expr&, const UnaryOp& unary) {
  const bool negates = unary.op == Unary::negate;
  Piece inner = piece(unary.operand);
  // `- -x` would be `--x`.
  const bool parenthesize = inner.level > Level::unary || (negates && inner.level == Level::unary);
  if (parenthesize) return {Doc::concat({negates ? "-(" : "!(", std::move(inner.doc), ")"}), Level::unary};
  return {Doc(negates ? "-" : "!") + inner.doc, Level::unary};
}

/// `text + "${n},"`, where nobody needs the old `text`: its pieces are appended one by one, and no string is made of them first.
static bool appends_pieces(const BinaryOp& binary) {
  if (binary.op != Binary::add || !std::holds_alternative<Text>(binary.right->node)) return false;
  const auto* wrapped = std::get_if<Wrapped>(&binary.left->node);
  return wrapped != nullptr && wrapped->kind == Wrapped::Kind::move;
}

Code::Piece Code::print(const Expr&, const BinaryOp& binary) {
  if (appends_pieces(binary)) {
    std::vector<Doc> items = docs(std::get<Text>(binary.right->node).pieces);
    items.insert(items.begin(), doc(binary.left));
    return {Doc::list(types_.runtime("append") + "(", std::move(items), ")")};
  }
  Level level = Level::logical_or;
  Level left = Level::relational;
  Level right = Level::relational;
  switch (binary.op) {
    case Binary::add:
    case Binary::subtract:
      level = left = Level::additive;
      right = Level::multiplicative;
      break;
    case Binary::multiply:
    case Binary::divide:
    case Binary::remainder:
      level = left = Level::multiplicative;
      right = Level::unary;
      break;
    case Binary::logical_and:
      level = left = Level::logical_and;
      right = Level::equality;
      break;
    case Binary::logical_or:
      // `a || b && c` has to be parenthesized for the compilers, and for people.
      level = Level::logical_or;
      left = Level::logical_or;
      right = Level::equality;
      break;
    default:
      level = is_comparison(binary.op) && binary.op >= Binary::less ? Level::relational : Level::equality;
      left = right = Level::additive;
      break;
  }
  const auto side = [&](const Expr* expr, Level loosest) -> Doc {
    Piece text = piece(expr);
    const bool logical_inside = binary.op == Binary::logical_or && text.level == Level::logical_and;
    // g++ takes `!a == b` for a mistake.
    const bool negated = is_comparison(binary.op) && std::holds_alternative<UnaryOp>(expr->node) &&
                         std::get<UnaryOp>(expr->node).op == Unary::logical_not;
    if (text.level <= loosest && !logical_inside && !negated) return std::move(text.doc);
    return Doc::concat({"(", std::move(text.doc), ")"});
  };
  if (binary.op == Binary::logical_and || binary.op == Binary::logical_or) {
    // Long conditions break between their operands.
    std::vector<const Expr*> operands;
    std::vector<const Expr*> open{binary.right, binary.left};
    while (!open.empty()) {
      const Expr* at = open.back();
      open.pop_back();
      const auto* inner = std::get_if<BinaryOp>(&at->node);
      if (inner != nullptr && inner->op == binary.op) {
        open.push_back(inner->right);
        open.push_back(inner->left);
      } else {
        operands.push_back(at);
      }
    }
    std::vector<Doc> texts;
    for (const Expr* one : operands) texts.push_back(side(one, right));
    return {Doc::chain(std::move(texts), std::vector<std::string>(operands.size() - 1, spelling(binary.op))), level};
  }
  if (const types::Type* of = types::resolved(binary.left->type);
      binary.op == Binary::remainder && of->kind == types::Kind::nominal && of->decl->builtin == types::Builtin::float_) {
    types_.uses().include_std("cmath");
    std::vector<Doc> arguments;
    arguments.push_back(doc(binary.left));
    arguments.push_back(doc(binary.right));
    return {Doc::list("std::fmod(", std::move(arguments), ")")};
  }
  std::vector<Doc> sides;
  sides.push_back(side(binary.left, left));
  sides.push_back(side(binary.right, right));
  return {Doc::chain(std::move(sides), {spelling(binary.op)}), level};
}

Code::Piece Code::print(const Expr&, const Conditional& conditional) {
  return {Doc::concat({operand(conditional.condition, Level::logical_or), " ? ", operand(conditional.then, Level::logical_or),
                       " : ", operand(conditional.otherwise, Level::conditional)}),
          Level::conditional};
}

Code::Piece Code::print(const Expr&, const Text& text) {
  return {Doc::list(types_.runtime("text") + "(", docs(text.pieces), ")")};
}

Code::Piece Code::print(const Expr& expr, const Wrapped& wrapped) {
  switch (wrapped.kind) {
    case Wrapped::Kind::move:
      types_.uses().include_std("utility");
      return {Doc::list("std::move(", {doc(wrapped.operand)}, ")")};
    case Wrapped::Kind::share:
      return {Doc::list(types_.runtime("share") + "(", {doc(wrapped.operand)}, ")")};
    case Wrapped::Kind::answer:
      return {object(wrapped.operand) + Doc(".answer()")};
    case Wrapped::Kind::tagged:
      return {Doc::list(types_.runtime("tagged") + "(", {doc(wrapped.operand)}, ")")};
    case Wrapped::Kind::copy:
      return {Doc::list(types_.type(expr.type) + "(", {doc(wrapped.operand)}, ")")};
  }
  return {};
}

Code::Piece Code::print(const Expr& expr, const Holds&) {
  return {Doc(types_.type(expr.type)) + Doc::concat({operation(&expr)})};
}

Code::Piece Code::print(const Expr&, const Answered& answered) {
  const std::string name = locals_.of(answered.tried);
  // A `Rest` is true when the call did not answer.
  if (answered.is_rest) return answered.negated ? Piece{name} : Piece{"!" + name, Level::unary};
  return answered.negated ? Piece{"!" + name + ".answered()", Level::unary} : Piece{name + ".answered()"};
}

Code::Piece Code::print(const Expr&, const CaughtValue& caught) { return {"*" + locals_.of(caught.caught), Level::unary}; }

}  // namespace khora2cpp::emit
