#include "lower/touch.hpp"

#include <algorithm>
#include <set>

#include "analysis/type_query.hpp"
#include "lower/lower.hpp"
#include "types/walk.hpp"

namespace khora2cpp::lower {

using types::Overloaded;

namespace {

template <class T>
void add_new(std::vector<T>& to, const std::vector<T>& from) {
  for (const T& one : from) {
    if (std::find(to.begin(), to.end(), one) == to.end()) to.push_back(one);
  }
}

template <class T>
bool meet(const std::vector<T>& left, const std::vector<T>& right) {
  return std::any_of(left.begin(), left.end(), [&](const T& one) { return std::find(right.begin(), right.end(), one) != right.end(); });
}

/// Whether it can be told which of the two trapped.
bool traps_differ(const std::vector<std::string>& left, const std::vector<std::string>& right) {
  if (left.empty() || right.empty()) return false;
  return left.size() > 1 || right.size() > 1 || left.front() != right.front() || left.front() == "?";
}

bool is_integer(const Type* type) {
  const types::TypeDecl* decl = analysis::declaration(type);
  return decl != nullptr && decl->builtin >= types::Builtin::int_ && decl->builtin <= types::Builtin::u64;
}

/// Library functions of built-in types that neither trap nor do anything but answer.
bool is_harmless(const std::string& name) {
  static const std::set<std::string> names = {
      "to_string", "to_int",     "length",    "byte_length", "is_empty", "wrapping_add", "wrapping_sub", "wrapping_mul", "xor",
      "and",       "or",         "shl",       "shr",         "to_float", "code",         "trim",         "contains",     "starts_with",
      "ends_with", "to_upper",   "to_lower",  "is_digit",    "is_alpha", "is_whitespace", "head",        "last",         "reverse",
      "push",      "concat",     "take",      "drop",        "eq",       "cmp",          "show",         "hash",         "is_alphanumeric",
      "wrapping",  "utf8_length"};
  return names.count(name) != 0;
}

}  // namespace

void Touch::add(const Touch& other) {
  effect = effect || other.effect;
  reads_fields = reads_fields || other.reads_fields;
  add_new(reads, other.reads);
  add_new(writes, other.writes);
  add_new(traps, other.traps);
}

bool conflict(const Touch& first, const Touch& second) {
  if (first.effect && (second.effect || second.reads_fields || !second.traps.empty())) return true;
  if (second.effect && (first.reads_fields || !first.traps.empty())) return true;
  if (traps_differ(first.traps, second.traps)) return true;
  return meet(first.reads, second.writes) || meet(first.writes, second.reads) || meet(first.writes, second.writes);
}

bool is_silent(const types::Function& function, bool& traps) {
  traps = false;
  if (function.body != nullptr && !(function.module != nullptr && function.module->is_std())) return false;
  if (function.native.tagged || function.native.stops || function.impl == nullptr) return false;
  const types::TypeDecl* owner = analysis::declaration(function.impl->target);
  if (owner == nullptr) return false;
  const bool immutable = owner->builtin != types::Builtin::none || owner->name == "List" || owner->name == "Option";
  if (!immutable || owner->builtin == types::Builtin::ptr) return false;
  traps = !is_harmless(function.name) || function.name == "to_int";
  return true;
}

const Touch& Touches::of(const Expr* expr) {
  auto found = known_.find(expr);
  if (found != known_.end()) return found->second;
  Touch touch = work_out(*expr);
  return known_.emplace(expr, std::move(touch)).first->second;
}

Touch Touches::work_out(const Expr& expr) {
  Touch touch;
  const auto part = [&](const Expr* one) {
    if (one != nullptr) touch.add(of(one));
  };
  const auto parts = [&](const std::vector<Expr*>& all) {
    for (const Expr* one : all) part(one);
  };
  const auto variable = [&](const Variable* one) {
    if (one->changes) touch.reads.push_back(one);
  };
  std::visit(Overloaded{
                 [&](const VariableRef& node) { variable(node.variable); },
                 [&](const ConstantRef& node) {
                   touch.add(of_initializer(*node.constant));
                   touch.effect = touch.effect || expr.tagged;
                 },
                 [&](const Call& node) {
                   parts(node.arguments);
                   part(node.callee.value);
                   part(node.row);
                   bool traps = false;
                   const bool silent = node.callee.kind == Callee::Kind::runtime ||
                                       (node.callee.function != nullptr && !expr.tagged && is_silent(*node.callee.function, traps));
                   if (!silent) touch.effect = true;
                   if (traps) touch.traps.push_back("?");
                 },
                 [&](const Member& node) {
                   part(node.object);
                   if (node.decl->fields[node.field].is_mut) touch.reads_fields = true;
                 },
                 [&](const Payload& node) { part(node.object); },
                 [&](const CaseTest& node) { part(node.object); },
                 [&](const TupleGet& node) { part(node.object); },
                 [&](const MakeRecord& node) { parts(node.fields); },
                 [&](const MakeCase& node) { parts(node.arguments); },
                 [&](const MakeWrapper& node) { part(node.value); },
                 [&](const MakeTuple& node) { parts(node.elements); },
                 [&](const MakeList& node) { parts(node.elements); },
                 [&](const MakeHandler& node) { parts(node.operations); },
                 [&](const MakeRow& node) {
                   for (const auto& entry : node.entries) part(entry.second);
                 },
                 [&](const RowEntry& node) { part(node.row); },
                 [&](const MergeRows& node) { parts(node.rows); },
                 [&](const RowPart& node) { part(node.row); },
                 [&](const Lambda& node) {
                   for (const Capture& capture : node.captures) {
                     if (capture.init != nullptr) {
                       part(capture.init);
                     } else {
                       variable(capture.variable);
                     }
                   }
                   if (node.captures_by_reference) touch.effect = true;
                 },
                 [&](const UnaryOp& node) {
                   part(node.operand);
                   if (node.op == Unary::negate && is_integer(expr.type)) touch.traps.push_back("?");
                 },
                 [&](const BinaryOp& node) {
                   part(node.left);
                   part(node.right);
                   if (node.op > Binary::remainder || !is_integer(expr.type)) return;
                   const bool one_text = node.op <= Binary::multiply;
                   add_new(touch.traps, {one_text ? std::to_string(static_cast<int>(node.op)) + types::to_string(expr.type) : "?"});
                 },
                 [&](const Conditional& node) { part(node.condition), part(node.then), part(node.otherwise); },
                 [&](const Text& node) { parts(node.pieces); },
                 [&](const Wrapped& node) {
                   part(node.operand);
                   if (node.kind != Wrapped::Kind::move) return;
                   if (const auto* moved = std::get_if<VariableRef>(&node.operand->node)) touch.writes.push_back(moved->variable);
                 },
                 [&](const Holds& node) { part(node.lambda); },
                 [](const auto&) {},
             },
             expr.node);
  return touch;
}

/// A constant that is a function in C++ is computed at each mention, and may do anything; most only put values together.
const Touch& Touches::of_initializer(const types::Constant& constant) {
  if (const auto found = constants_.find(&constant); found != constants_.end()) return found->second;
  Touch touch;
  const types::Function* initializer = constant.initializer;
  if (constant.module != module_ || initializer == nullptr || initializer->body == nullptr) {
    touch.effect = !is_literal(constant);
  } else if (!is_literal(constant)) {
    add_initializer(*initializer->body, touch);
  }
  return constants_.emplace(&constant, std::move(touch)).first->second;
}

void Touches::add_initializer(const types::Expr& expr, Touch& touch) {
  const auto parts = [&] { types::each_child(expr, [&](const types::Expr& part) { add_initializer(part, touch); }); };
  const auto other = [&] { touch.effect = true; };
  std::visit(Overloaded{
                 [](const types::UnitExpr&) {},
                 [](const types::IntegerExpr&) {},
                 [](const types::FloatExpr&) {},
                 [](const types::DecimalExpr&) {},
                 [](const types::CharExpr&) {},
                 [](const types::BoolExpr&) {},
                 [](const types::StringExpr&) {},
                 [](const types::LambdaExpr&) {},
                 [](const types::FunctionExpr&) {},
                 [&](const types::ConstantExpr& node) { touch.add(of_initializer(*node.constant)); },
                 [&](const types::CaseExpr&) { parts(); },
                 [&](const types::WrapperExpr&) { parts(); },
                 [&](const types::RecordExpr&) { parts(); },
                 [&](const types::TupleExpr&) { parts(); },
                 [&](const types::HandlerExpr&) { parts(); },
                 [&](const types::ListExpr& node) {
                   const bool plain = std::all_of(node.elements.begin(), node.elements.end(), [](const types::Element* element) {
                     return std::holds_alternative<types::ValueElement>(element->node);
                   });
                   plain ? parts() : other();
                 },
                 [&](const types::BlockExpr& node) { node.block->statements.empty() ? parts() : other(); },
                 [&](const types::UnaryExpr& node) {
                   parts();
                   if (node.op == syntax::UnaryOp::negate && is_integer(expr.type)) touch.traps.push_back("?");
                 },
                 [&](const types::BinaryExpr& node) {
                   if (!types::has_builtin_operators(node.left->type)) return other();
                   parts();
                   if (is_integer(expr.type)) touch.traps.push_back("?");
                 },
                 [&](const auto&) { other(); },
             },
             expr.node);
}

Touch Touches::of(const Block& block) {
  Touch touch;
  for (const Statement& statement : block.statements) touch.add(of(statement));
  return touch;
}

Touch Touches::of(const Statement& statement) {
  Touch touch;
  const auto effect = [&] { touch.effect = true; };
  const auto target = [&](const Expr* place) {
    if (place == nullptr) return;
    if (const auto* variable = std::get_if<VariableRef>(&place->node)) {
      if (variable->variable->changes) touch.writes.push_back(variable->variable);
    } else {
      effect();
    }
  };
  std::visit(Overloaded{
                 [&](const Declare& node) {
                   if (node.init != nullptr) touch.add(of(node.init));
                 },
                 [&](const Assign& node) {
                   touch.add(of(node.value));
                   target(node.target);
                 },
                 [&](const Evaluate& node) { touch.add(of(node.value)); },
                 [&](const CallOrLeave& node) {
                   effect();
                   touch.add(of(node.call));
                   target(node.target);
                 },
                 [&](const If& node) {
                   for (const Branch& branch : node.branches) {
                     if (branch.condition != nullptr) touch.add(of(branch.condition));
                     touch.add(of(*branch.body));
                   }
                   if (node.otherwise != nullptr) touch.add(of(*node.otherwise));
                 },
                 [&](const Switch& node) {
                   touch.add(of(node.scrutinee));
                   for (const SwitchArm& arm : node.arms) touch.add(of(*arm.body));
                 },
                 [&](const Loop& node) { effect(), touch.add(of(*node.body)); },
                 [&](const While& node) { effect(), touch.add(of(*node.body)); },
                 [&](const ForRange& node) { effect(), touch.add(of(*node.body)); },
                 [&](const Nested& node) { touch.add(of(*node.body)); },
                 [&](const Labelled& node) { effect(), touch.add(of(*node.body)); },
                 [](const Remark&) {},
                 [&](const auto&) { effect(); },  // checks and everything that leaves
             },
             statement.node);
  return touch;
}

}  // namespace khora2cpp::lower
