// Blocks, patterns, loops and `catch` (syntax-and-types.md 5.2, 8, 9.2, 9.3).
#include <algorithm>
#include <cstdlib>
#include <optional>

#include "interpreter/arithmetic.hpp"
#include "interpreter/interpreter.hpp"
#include "interpreter/text.hpp"

namespace khora2cpp::interpreter {

using types::Type;

Value Interpreter::evaluate_block(const types::Block& block, Frame& frame) {
  for (const types::Statement& statement : block.statements) {
    if (const auto* let = std::get_if<types::LetStatement>(&statement.node)) {
      const Value value = evaluate(*let->value, frame);
      if (!matches(*let->pattern, value, frame)) throw Unsupported("the pattern of a `let` does not match");
    } else {
      evaluate(*std::get<types::ExprStatement>(statement.node).value, frame);
    }
  }
  return block.value != nullptr ? evaluate(*block.value, frame) : Value(Unit{});
}

/// Whether the value has the shape; names are bound on the way, also those of a pattern that turns out not to match.
bool Interpreter::matches(const types::Pattern& pattern, const Value& value, Frame& frame) {
  return std::visit(
      [&](const auto& node) -> bool {
        using Node = std::decay_t<decltype(node)>;
        if constexpr (std::is_same_v<Node, types::WildcardPattern>) {
          return true;
        } else if constexpr (std::is_same_v<Node, types::BindPattern>) {
          if (node.local != nullptr) frame.locals[node.local] = value;
          return true;
        } else if constexpr (std::is_same_v<Node, types::LiteralPattern>) {
          using Kind = syntax::LiteralPattern::Kind;
          switch (node.kind) {
            case Kind::integer: {
              std::string plain = node.text;
              plain.erase(std::remove(plain.begin(), plain.end(), '_'), plain.end());
              return number(value) == parse_digits(plain);
            }
            case Kind::floating: {
              std::string plain = node.text;
              plain.erase(std::remove(plain.begin(), plain.end(), '_'), plain.end());
              return std::get<double>(value) == std::strtod(plain.c_str(), nullptr);
            }
            case Kind::string: return text_of(value) == node.text;
            case Kind::character: return utf8(std::get<char32_t>(value)) == node.text;
            default: return truth(value) == (node.text == "true");
          }
        } else if constexpr (std::is_same_v<Node, types::CasePattern>) {
          const Data& whole = data(value);
          if (whole.which != node.index) return false;
          for (std::size_t at = 0; at < node.arguments.size(); ++at) {
            if (!matches(*node.arguments[at], whole.parts[at], frame)) return false;
          }
          return true;
        } else if constexpr (std::is_same_v<Node, types::WrapperPattern>) {
          return matches(*node.inner, data(value).parts[0], frame);
        } else if constexpr (std::is_same_v<Node, types::RecordPattern>) {
          return std::all_of(node.fields.begin(), node.fields.end(),
                             [&](const auto& field) { return matches(*field.second, data(value).parts[field.first], frame); });
        } else {
          if (node.elements.empty()) return true;
          for (std::size_t at = 0; at < node.elements.size(); ++at) {
            if (!matches(*node.elements[at], data(value).parts[at], frame)) return false;
          }
          return true;
        }
      },
      pattern.node);
}

Value Interpreter::evaluate_match(const types::MatchExpr& node, Frame& frame) {
  const Value scrutinee = evaluate(*node.scrutinee, frame);
  for (const types::Arm& arm : node.arms) {
    if (!matches(*arm.pattern, scrutinee, frame)) continue;
    if (arm.guard != nullptr && !truth(evaluate(*arm.guard, frame))) continue;
    return evaluate(*arm.body, frame);
  }
  throw Unsupported("no arm of a `match` fits");
}

/// Whether an arm is for a failure of this type: for the type it names, or, unnamed, for any that the operand is known to raise (F9, F10).
bool Interpreter::handles(const types::CatchExpr& node, const types::CatchArm& arm, const Raised& raised, Frame& frame) {
  const std::string type = key(raised.type);
  if (arm.error != nullptr) return key(instances_.closed(frame.instance, arm.error)) == type;
  const types::Row known = types::flattened(*node.handled);
  const Type* nominal = types::resolved(raised.type);
  for (const auto& [label, entry] : known.entries) {
    // One label may stand for several instantiations here (F13).
    const Type* named = types::resolved(entry);
    if (named->kind == types::Kind::nominal && nominal->kind == types::Kind::nominal && named->decl == nominal->decl) return true;
  }
  return std::any_of(known.unlabeled.begin(), known.unlabeled.end(),
                     [&](Type* entry) { return key(instances_.closed(frame.instance, entry)) == type; });
}

Value Interpreter::evaluate_catch(const types::CatchExpr& node, Frame& frame) {
  std::optional<Raised> raised;
  try {
    return evaluate(*node.operand, frame);
  } catch (const Raised& failure) {
    raised = failure;
  }
  for (const types::CatchArm& arm : node.arms) {
    if (!handles(node, arm, *raised, frame)) continue;
    if (!matches(*arm.arm.pattern, raised->value, frame)) continue;
    if (arm.arm.guard != nullptr && !truth(evaluate(*arm.arm.guard, frame))) continue;
    return evaluate(*arm.arm.body, frame);
  }
  throw *raised;
}

bool Interpreter::turn(const std::function<void()>& body) {
  try {
    body();
  } catch (const Continue&) {
  } catch (const Break&) {
    return false;
  }
  return true;
}

void Interpreter::walk(Type* type, Value state, const Labels& rows, const std::function<bool(const Value&)>& body) {
  const types::TypeDecl* decl = types::resolved(type)->kind == types::Kind::nominal ? types::resolved(type)->decl : nullptr;
  if (decl == program_.list) {  // what its `next` does, without a `Step`
    for (; !data(state).parts.empty(); state = Value(data(state).parts[1])) {
      if (!body(data(state).parts[0])) return;
    }
    return;
  }
  for (;;) {
    const Value step = call(instances_.of_trait(program_.iterator, {}, type, "next", {}), {state}, rows, rows);
    if (data(step).parts.empty()) return;
    state = data(step).parts[0];
    if (!body(data(step).parts[1])) return;
  }
}

}  // namespace khora2cpp::interpreter
