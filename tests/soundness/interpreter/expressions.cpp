// Expressions but calls and control flow (syntax-and-types.md sections 4 and 9).
#include <cmath>
#include <cstdlib>

#include "interpreter/arithmetic.hpp"
#include "interpreter/interpreter.hpp"

namespace khora2cpp::interpreter {

using syntax::BinaryOp;
using types::Builtin;
using types::Expr;
using types::Type;

namespace {

Builtin builtin_of(const Type* type) {
  type = types::resolved(type);
  return type->kind == types::Kind::nominal ? type->decl->builtin : Builtin::none;
}

}  // namespace

Type* Interpreter::type_of(const Expr& expr, Frame& frame) { return instances_.closed(frame.instance, expr.type); }

const Value& Interpreter::local(const types::Local* local, Frame& frame) {
  const auto own = frame.locals.find(local);
  if (own != frame.locals.end()) return own->second;
  if (frame.captured != nullptr) {
    const auto captured = frame.captured->find(local);
    if (captured != frame.captured->end()) return captured->second;
  }
  throw Unsupported("`" + local->name + "` has no value here");
}

Values Interpreter::all(const std::vector<Expr*>& exprs, Frame& frame) {
  Values values;
  for (const Expr* expr : exprs) values.push_back(evaluate(*expr, frame));
  return values;
}

Value Interpreter::evaluate(const Expr& expr, Frame& frame) {
  return std::visit(
      [&](const auto& node) -> Value {
        using Node = std::decay_t<decltype(node)>;
        if constexpr (std::is_same_v<Node, types::UnitExpr>) {
          return Unit{};
        } else if constexpr (std::is_same_v<Node, types::IntegerExpr>) {
          const Wide value = parse_digits(node.digits);
          return node.negative ? -value : value;
        } else if constexpr (std::is_same_v<Node, types::FloatExpr>) {
          return std::strtod(node.text.c_str(), nullptr);
        } else if constexpr (std::is_same_v<Node, types::CharExpr>) {
          return node.value;
        } else if constexpr (std::is_same_v<Node, types::BoolExpr>) {
          return node.value;
        } else if constexpr (std::is_same_v<Node, types::StringExpr>) {
          return text(node.text);
        } else if constexpr (std::is_same_v<Node, types::TextExpr>) {
          return evaluate_text(node, frame);
        } else if constexpr (std::is_same_v<Node, types::LocalExpr>) {
          return local(node.local, frame);
        } else if constexpr (std::is_same_v<Node, types::ConstantExpr>) {
          // Evaluated anew at each mention (E6).
          return call(instances_.plain(*node.constant->initializer), {});
        } else if constexpr (std::is_same_v<Node, types::FunctionExpr>) {
          FunctionData made;
          made.instance = &instances_.callee(frame.instance, node.callee);
          made.bound = labels(node.bound, node.bound_tails, frame);
          return std::make_shared<const FunctionData>(std::move(made));
        } else if constexpr (std::is_same_v<Node, types::BindExpr>) {
          FunctionData made;
          made.inner = evaluate(*node.value, frame);
          made.bound = labels(node.bound, node.bound_tails, frame);
          return std::make_shared<const FunctionData>(std::move(made));
        } else if constexpr (std::is_same_v<Node, types::CallExpr>) {
          Values arguments = all(node.arguments, frame);
          Labels rows;
          for (const types::RowArgument& row : node.effects) rows.merge(labels(row, frame));
          return call(instances_.callee(frame.instance, node.callee), std::move(arguments), labels(node.capabilities, frame), rows);
        } else if constexpr (std::is_same_v<Node, types::ValueCallExpr>) {
          const Value callee = evaluate(*node.callee, frame);
          Values arguments = all(node.arguments, frame);
          return call(callee, std::move(arguments), labels(node.capabilities, node.tails, frame));
        } else if constexpr (std::is_same_v<Node, types::OperationCallExpr>) {
          const Value handler = evaluate(*node.handler, frame);
          Values arguments = all(node.arguments, frame);
          const Value operation = data(handler).parts[node.operation];
          return call(operation, std::move(arguments), labels(node.capabilities, node.tails, frame));
        } else if constexpr (std::is_same_v<Node, types::CaseExpr>) {
          return make_data(node.decl, node.index, all(node.arguments, frame));
        } else if constexpr (std::is_same_v<Node, types::WrapperExpr>) {
          return make_data(node.decl, 0, {evaluate(*node.value, frame)});
        } else if constexpr (std::is_same_v<Node, types::RecordExpr>) {
          return evaluate_record(node, frame);
        } else if constexpr (std::is_same_v<Node, types::HandlerExpr>) {
          Values operations(node.effect->fields.size());
          for (const auto& [index, operation] : node.operations) operations[index] = evaluate(*operation, frame);
          return make_data(node.effect, 0, std::move(operations));
        } else if constexpr (std::is_same_v<Node, types::FieldExpr>) {
          const Value object = evaluate(*node.object, frame);
          return data(object).parts[node.field];
        } else if constexpr (std::is_same_v<Node, types::TupleExpr>) {
          return make_tuple(all(node.elements, frame));
        } else if constexpr (std::is_same_v<Node, types::ListExpr>) {
          Values items;
          for (const types::Element* element : node.elements) add_elements(*element, frame, items);
          Value list = make_case(program_.list, "Nil");
          for (std::size_t at = items.size(); at-- > 0;) list = make_case(program_.list, "Cons", {items[at], list});
          return list;
        } else if constexpr (std::is_same_v<Node, types::LambdaExpr>) {
          return make_lambda(*node.lambda, frame);
        } else if constexpr (std::is_same_v<Node, types::BlockExpr>) {
          return evaluate_block(*node.block, frame);
        } else if constexpr (std::is_same_v<Node, types::IfExpr>) {
          if (truth(evaluate(*node.condition, frame))) return evaluate(*node.then, frame);
          return node.otherwise != nullptr ? evaluate(*node.otherwise, frame) : Value(Unit{});
        } else if constexpr (std::is_same_v<Node, types::MatchExpr>) {
          return evaluate_match(node, frame);
        } else if constexpr (std::is_same_v<Node, types::CatchExpr>) {
          return evaluate_catch(node, frame);
        } else if constexpr (std::is_same_v<Node, types::WhileExpr>) {
          const auto body = [&] { evaluate(*node.body, frame); };
          while (truth(evaluate(*node.condition, frame)) && turn(body)) {
          }
          return Unit{};
        } else if constexpr (std::is_same_v<Node, types::LoopExpr>) {
          for (;;) {
            try {
              evaluate(*node.body, frame);
            } catch (const Continue&) {
            } catch (const Break& end) {
              return end.value;
            }
          }
        } else if constexpr (std::is_same_v<Node, types::ForExpr>) {
          const Value state = evaluate(*node.iterable, frame);
          walk(type_of(*node.iterable, frame), state, labels(node.effects, frame), [&](const Value& item) {
            return turn([&] {
              if (!matches(*node.pattern, item, frame)) throw Unsupported("the pattern of a `for` does not match");
              evaluate(*node.body, frame);
            });
          });
          return Unit{};
        } else if constexpr (std::is_same_v<Node, types::WithExpr>) {
          for (const auto& [place, value] : node.installed) frame.locals[place] = evaluate(*value, frame);
          return evaluate(*node.body, frame);
        } else if constexpr (std::is_same_v<Node, types::RaiseExpr>) {
          Value value = evaluate(*node.value, frame);
          throw Raised{std::move(value), type_of(*node.value, frame)};
        } else if constexpr (std::is_same_v<Node, types::BreakExpr>) {
          throw Break{node.value != nullptr ? evaluate(*node.value, frame) : Value(Unit{})};
        } else if constexpr (std::is_same_v<Node, types::ContinueExpr>) {
          throw Continue{};
        } else if constexpr (std::is_same_v<Node, types::ReturnExpr>) {
          throw Return{node.value != nullptr ? evaluate(*node.value, frame) : Value(Unit{})};
        } else if constexpr (std::is_same_v<Node, types::UnaryExpr>) {
          const Value operand = evaluate(*node.operand, frame);
          if (node.op == syntax::UnaryOp::logical_not) return !truth(operand);
          if (const double* floating = std::get_if<double>(&operand)) return -*floating;
          return negated(builtin_of(type_of(*node.operand, frame)), number(operand));
        } else if constexpr (std::is_same_v<Node, types::BinaryExpr>) {
          return evaluate_binary(node, frame);
        } else if constexpr (std::is_same_v<Node, types::AssignLocalExpr>) {
          Value value = evaluate(*node.value, frame);
          frame.locals[node.local] = std::move(value);
          return Unit{};
        } else if constexpr (std::is_same_v<Node, types::AssignFieldExpr>) {
          const Value object = evaluate(*node.object, frame);
          Value value = evaluate(*node.value, frame);
          data(object).parts[node.field] = std::move(value);
          return Unit{};
        } else {
          throw Unsupported("decimals and assertions are not interpreted");
        }
      },
      expr.node);
}

/// Pieces and holes from left to right; each hole is shown before the next one is evaluated.
Value Interpreter::evaluate_text(const types::TextExpr& node, Frame& frame) {
  std::string whole = node.pieces[0];
  for (std::size_t at = 0; at < node.holes.size(); ++at) {
    const Value value = evaluate(*node.holes[at], frame);
    whole += show(type_of(*node.holes[at], frame), value) + node.pieces[at + 1];
  }
  return text(std::move(whole));
}

Value Interpreter::evaluate_record(const types::RecordExpr& node, Frame& frame) {
  Values parts(node.decl->fields.size());
  if (node.base != nullptr) {
    const Value base = evaluate(*node.base, frame);
    if (node.fields.empty()) return base;  // `{ ..base }` is `base` (T19)
    parts = data(base).parts;
  }
  for (const auto& [index, value] : node.fields) parts[index] = evaluate(*value, frame);
  return make_data(node.decl, 0, std::move(parts));
}

Value Interpreter::evaluate_binary(const types::BinaryExpr& node, Frame& frame) {
  if (node.op == BinaryOp::logical_and) return truth(evaluate(*node.left, frame)) && truth(evaluate(*node.right, frame));
  if (node.op == BinaryOp::logical_or) return truth(evaluate(*node.left, frame)) || truth(evaluate(*node.right, frame));
  const Value left = evaluate(*node.left, frame);
  const Value right = evaluate(*node.right, frame);
  Type* const type = type_of(*node.left, frame);
  if (const double* x = std::get_if<double>(&left)) {
    const double y = std::get<double>(right);
    switch (node.op) {
      case BinaryOp::add: return *x + y;
      case BinaryOp::subtract: return *x - y;
      case BinaryOp::multiply: return *x * y;
      case BinaryOp::divide: return *x / y;
      case BinaryOp::remainder: return std::fmod(*x, y);
      case BinaryOp::equal: return *x == y;
      case BinaryOp::not_equal: return *x != y;
      case BinaryOp::less: return *x < y;
      case BinaryOp::less_equal: return *x <= y;
      case BinaryOp::greater: return *x > y;
      default: return *x >= y;
    }
  }
  switch (node.op) {
    case BinaryOp::equal: return equal(type, left, right);
    case BinaryOp::not_equal: return !equal(type, left, right);
    case BinaryOp::less: return compare(type, left, right) < 0;
    case BinaryOp::less_equal: return compare(type, left, right) <= 0;
    case BinaryOp::greater: return compare(type, left, right) > 0;
    case BinaryOp::greater_equal: return compare(type, left, right) >= 0;
    default: break;
  }
  if (builtin_of(type) == Builtin::string) return text(text_of(left) + text_of(right));
  return arithmetic(builtin_of(type), node.op, number(left), number(right));
}

void Interpreter::add_elements(const types::Element& element, Frame& frame, Values& into) {
  std::visit(
      [&](const auto& node) {
        using Node = std::decay_t<decltype(node)>;
        if constexpr (std::is_same_v<Node, types::ValueElement>) {
          into.push_back(evaluate(*node.value, frame));
        } else if constexpr (std::is_same_v<Node, types::SpreadElement>) {
          for (Value list = evaluate(*node.list, frame); !data(list).parts.empty(); list = Value(data(list).parts[1])) {
            into.push_back(data(list).parts[0]);
          }
        } else if constexpr (std::is_same_v<Node, types::IfElement>) {
          if (truth(evaluate(*node.condition, frame))) {
            add_elements(*node.then, frame, into);
          } else if (node.otherwise != nullptr) {
            add_elements(*node.otherwise, frame, into);
          }
        } else {
          const Value state = evaluate(*node.iterable, frame);
          walk(type_of(*node.iterable, frame), state, labels(node.effects, frame), [&](const Value& item) {
            if (!matches(*node.pattern, item, frame)) throw Unsupported("the pattern of a `for` does not match");
            add_elements(*node.body, frame, into);
            return true;
          });
        }
      },
      element.node);
}

}  // namespace khora2cpp::interpreter
