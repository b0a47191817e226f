// Small makers of nodes, and the bookkeeping of variables and captures.
#include <algorithm>
#include <cctype>

#include "analysis/type_query.hpp"
#include "types/walk.hpp"
#include "lower/body.hpp"

namespace khora2cpp::lower {

using types::Overloaded;

namespace {

/// `PumpState` as `pump_state`.
std::string snake_case(const std::string& name) {
  std::string made;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const auto letter = static_cast<unsigned char>(name[i]);
    const bool upper = std::isupper(letter) != 0;
    if (upper && i > 0 && std::islower(static_cast<unsigned char>(name[i - 1])) != 0) made += '_';
    made += static_cast<char>(upper ? std::tolower(letter) : letter);
  }
  return made;
}

const char* result_of(Binary op) {
  switch (op) {
    case Binary::add:
      return "sum";
    case Binary::subtract:
      return "difference";
    case Binary::multiply:
      return "product";
    case Binary::divide:
      return "quotient";
    case Binary::remainder:
      return "remainder";
    default:
      return "condition";
  }
}

/// What calling something gave: `probe_answer`. Also where that is called in turn.
std::string answer_of(const std::string& called) { return called.ends_with("_answer") ? called : called + "_answer"; }

}  // namespace

std::string name_for(const Type* given) {
  const Type* type = types::resolved(given);
  if (const types::TypeDecl* decl = analysis::declaration(type)) {
    if (decl->builtin == types::Builtin::none) return snake_case(decl->name);
    return decl->builtin == types::Builtin::string ? "text" : "value";
  }
  if (type->kind == types::Kind::tuple) return "parts";
  if (type->kind == types::Kind::function) return "function";
  return "value";
}

Block* Body::in_block(const std::function<void()>& write) {
  Block* made = tree_.block();
  Block* outer = block_;
  block_ = made;
  reachable_ = true;
  const syntax::Comments* leading = leading_;
  leading_ = nullptr;
  write();
  leading_ = leading;
  block_ = outer;
  return made;
}

void Body::splice(Block* block) {
  for (Statement& statement : block->statements) {
    if (leading_ != nullptr && statement.leading == nullptr) statement.leading = leading_;
    leading_ = nullptr;
    block_->statements.push_back(std::move(statement));
  }
  block->statements.clear();
}

const Type* Body::bool_type() {
  Type* type = program_.arena.make(types::Kind::nominal);
  type->decl = program_.builtin(types::Builtin::bool_);
  return type;
}

const Type* Body::unit_type() { return program_.arena.make(types::Kind::tuple); }

Expr* Body::unit(Span span) { return make(span, unit_type(), Literal{}); }

Expr* Body::boolean(Span span, bool value) {
  return make(span, bool_type(), Literal{Literal::Kind::boolean, value ? "true" : "false", 0, false});
}

Expr* Body::negated(Expr* condition) {
  if (const auto* inner = std::get_if<UnaryOp>(&condition->node); inner != nullptr && inner->op == Unary::logical_not) return inner->operand;
  return make(condition->span, condition->type, UnaryOp{Unary::logical_not, condition});
}

Expr* Body::conjunction(Expr* left, Expr* right) {
  if (left == nullptr) return right;
  if (right == nullptr) return left;
  return make(source::join(left->span, right->span), left->type, BinaryOp{Binary::logical_and, left, right});
}

Variable* Body::helper(std::string base, const Type* type) {
  Variable* made = tree_.variable(std::move(base), type);
  owners_[made] = frame_;
  return made;
}

bool Body::changes(const types::Local* local) const {
  return facts_.of(local).is_assigned || facts_.moved_locals.count(local) != 0 || facts_.released_locals.count(local) != 0;
}

Variable* Body::variable_of(const types::Local* local) {
  Variable* made = helper(local->name, types::normalized(program_, local->type));
  made->local = local;
  made->changes = changes(local);
  places_[local] = make(local->span, made->type, VariableRef{made});
  return made;
}

Expr* Body::read(Span span, Variable* variable) {
  // There is only one value it can have: no lambda has to bring it along.
  if (analysis::is_unit(variable->type)) return unit(span);
  variable->is_read = true;
  const auto owner = owners_.find(variable);
  for (Frame* frame = frame_; frame != nullptr && owner != owners_.end() && frame != owner->second; frame = frame->outer) {
    if (frame->kind != Frame::Kind::lambda) continue;
    if (std::find(frame->captures.begin(), frame->captures.end(), variable) == frame->captures.end()) frame->captures.push_back(variable);
  }
  return make(span, variable->type, VariableRef{variable});
}

Expr* Body::read(Span span, const types::Local* local) {
  auto found = places_.find(local);
  if (found == places_.end()) return read(span, variable_of(local));
  if (const auto* variable = std::get_if<VariableRef>(&found->second->node)) return read(span, variable->variable);
  return found->second;  // the path to a part of what was matched
}

Expr* Body::assigned(Span span, Variable* variable) { return make(span, variable->type, VariableRef{variable}); }

Expr* Body::name_it(Span span, Expr* value, const std::string& base) {
  if (!reachable_) return value;
  Variable* variable = helper(base, value->type);
  emit(span, Declare{variable, is_counted(value->type) ? Declare::Form::value : Declare::Form::constant, value, false});
  return read(span, variable);
}

std::string Body::suggested_name(const types::Expr& expr) {
  return std::visit(Overloaded{
                        [](const types::CallExpr& node) { return answer_of(node.callee.function->name); },
                        [](const types::OperationCallExpr& node) { return answer_of(node.effect->fields[node.operation].name); },
                        [](const types::ValueCallExpr& node) {
                          if (const auto* local = std::get_if<types::LocalExpr>(&node.callee->node)) return answer_of(local->local->name);
                          if (const auto* field = std::get_if<types::FieldExpr>(&node.callee->node)) {
                            return answer_of(field->decl->fields[field->field].name);
                          }
                          return std::string("answer");
                        },
                        [](const types::CatchExpr& node) { return suggested_name(*node.operand); },
                        [&](const auto&) { return name_for(expr.type); },
                    },
                    expr.node);
}

std::string Body::suggested_name(const Expr& expr) {
  return std::visit(Overloaded{
                        [](const VariableRef& node) { return node.variable->base + "_before"; },
                        [&](const Call& node) -> std::string {
                          if (node.callee.function != nullptr) return answer_of(node.callee.function->name);
                          if (node.callee.effect != nullptr) return answer_of(node.callee.effect->fields[node.callee.operation].name);
                          if (node.callee.kind == Callee::Kind::value) {
                            if (const auto* called = std::get_if<VariableRef>(&node.callee.value->node)) return answer_of(called->variable->base);
                            if (const auto* called = std::get_if<Member>(&node.callee.value->node)) {
                              return answer_of(called->decl->fields[called->field].name);
                            }
                            return "answer";
                          }
                          return name_for(expr.type);
                        },
                        [](const Member& node) { return node.decl->fields[node.field].name; },
                        [](const BinaryOp& node) -> std::string { return result_of(node.op); },
                        [](const UnaryOp& node) -> std::string { return node.op == Unary::negate ? "negative" : "condition"; },
                        [](const Wrapped& node) { return suggested_name(*node.operand); },
                        [](const Text&) -> std::string { return "text"; },
                        [&](const auto&) { return name_for(expr.type); },
                    },
                    expr.node);
}

bool Body::is_bare(const Expr* expr) const {
  if (const auto* literal = std::get_if<Literal>(&expr->node)) {
    return !literal->typed && (literal->kind == Literal::Kind::integer || literal->kind == Literal::Kind::string ||
                               literal->kind == Literal::Kind::character);
  }
  if (const auto* op = std::get_if<UnaryOp>(&expr->node)) return is_bare(op->operand);
  if (const auto* either = std::get_if<Conditional>(&expr->node)) return is_bare(either->then) && is_bare(either->otherwise);
  return false;
}

bool Body::is_exact(const Expr* expr) const {
  if (is_bare(expr)) return false;
  return std::visit(Overloaded{
                        [&](const VariableRef& node) { return known_lambdas_.count(node.variable) == 0 && callbacks_.count(node.variable) == 0; },
                        [](const Lambda&) { return false; },
                        [](const FunctionName&) { return false; },
                        [](const Holds&) { return false; },
                        [&](const Wrapped& node) { return is_exact(node.operand); },
                        [](const auto&) { return true; },
                    },
                    expr->node);
}

Expr* Body::exact(Expr* expr) {
  if (!is_bare(expr)) return expr;
  Expr* made = make(expr->span, expr->type, expr->node);
  if (auto* literal = std::get_if<Literal>(&made->node)) literal->typed = true;
  if (auto* op = std::get_if<UnaryOp>(&made->node)) op->operand = exact(op->operand);
  if (auto* either = std::get_if<Conditional>(&made->node)) either->then = exact(either->then);
  return made;
}

}  // namespace khora2cpp::lower
