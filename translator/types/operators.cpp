// Operators and assignment (syntax-and-types.md 4.7, 4.9).
#include "types/body.hpp"

namespace khora2cpp::types {

Expr* Body::infer_unary(const syntax::Expr& written, const syntax::UnaryExpr& unary, Type* expected) {
  const Span span = written.span;
  if (unary.op == syntax::UnaryOp::logical_not) {
    return make(span, bool_type(), UnaryExpr{unary.op, check(*unary.operand, bool_type(), "the operand of `!`")});
  }
  // Minus before a literal is one number for the range check (T31).
  if (const auto* literal = std::get_if<syntax::IntegerLiteral>(&unary.operand->node)) {
    Type* type = solver_.fresh_integer(span);
    if (expected != nullptr) solver_.unify(type, expected);
    Expr* made = make(span, type, IntegerExpr{true, literal->digits});
    literals_.push_back(made);
    return made;
  }
  Expr* operand = infer(*unary.operand, expected);
  operators_.push_back({span, "negate", operand->type});
  return make(span, operand->type, UnaryExpr{unary.op, operand});
}

/// What is called in `f<Int>(x)`, which reads as two comparisons (T26); null for all that can be meant as such.
const syntax::PathExpr* Body::called_with_types(const syntax::BinaryExpr& binary) {
  const auto* less = std::get_if<syntax::BinaryExpr>(&binary.left->node);
  if (binary.op != syntax::BinaryOp::greater || less == nullptr || less->op != syntax::BinaryOp::less) return nullptr;
  const auto* type = std::get_if<syntax::PathExpr>(&less->right->node);
  if (type == nullptr || !type->path.single() || find_local(type->path.last().text) != nullptr) return nullptr;
  const std::string& name = type->path.last().text;
  const bool names_type =
      world_.find_type(name, types_) != nullptr || world_.find_parameter(name, TypeParam::Kind::type, types_) != nullptr;
  return names_type ? std::get_if<syntax::PathExpr>(&less->left->node) : nullptr;
}

Expr* Body::infer_binary(const syntax::Expr& written, const syntax::BinaryExpr& binary, Type* expected) {
  using Op = syntax::BinaryOp;
  const Span span = written.span;
  if (const syntax::PathExpr* callee = called_with_types(binary)) {
    diagnostics_.error("D415", span, "type arguments are not written at a call: they are inferred")
        .suggest("write `" + modules::to_string(callee->path) +
                 "(..)`, and give the type of the result where it is open: `let x: Type = ..;`");
    return bad(span);
  }
  if (binary.op == Op::logical_and || binary.op == Op::logical_or) {
    const std::string role = binary.op == Op::logical_and ? "an operand of `&&`" : "an operand of `||`";
    Expr* left = check(*binary.left, bool_type(), role);
    Expr* right = check(*binary.right, bool_type(), role);
    return make(span, bool_type(), BinaryExpr{binary.op, left, right});
  }
  static const char* const texts[] = {"+", "-", "*", "/", "%", "==", "!=", "<", "<=", ">", ">=", "&&", "||"};
  const std::string text = texts[static_cast<int>(binary.op)];
  const bool compares = binary.op >= Op::equal;
  Expr* left = infer(*binary.left, compares ? nullptr : expected);
  Expr* right = infer(*binary.right, left->type);
  Type* type = solver_.normalized_head(left->type);
  if (type->kind == Kind::never) type = solver_.normalized_head(right->type);
  const bool never = solver_.normalized_head(left->type)->kind == Kind::never || solver_.normalized_head(right->type)->kind == Kind::never;
  if (!never && !is_error(left->type) && !is_error(right->type) && !solver_.unify(left->type, right->type)) {
    auto& error = diagnostics_.error("D413", binary.op_span,
                                     "both operands of `" + text + "` need one type, and these are " + distinct(left->type, right->type));
    const auto number = [&](const Type* one) {
      one = resolved(one);
      if (one->kind == Kind::variable) return one->integer_literal;
      return one->kind == Kind::nominal && one->decl->builtin >= Builtin::int_ && one->decl->builtin <= Builtin::float_;
    };
    const auto text_type = [&](const Type* one) {
      one = resolved(one);
      return one->kind == Kind::nominal && one->decl->builtin == Builtin::string;
    };
    const auto* chained = std::get_if<BinaryExpr>(&left->node);
    if (compares && chained != nullptr && chained->op >= Op::equal && chained->op <= Op::greater_equal) {
      error.suggest("comparisons do not chain: write `a < b && b < c`");
    } else if (number(left->type) && number(right->type)) error.suggest("numbers are never converted silently");
    else if (text == "+" && text_type(left->type) != text_type(right->type)) error.suggest("a value is put into a text by a hole: `\"${a}${b}\"`");
    for (const Type* one : {resolved(left->type), resolved(right->type)}) {
      if (one->kind == Kind::nominal && one->decl->shape == TypeDecl::Shape::wrapper) {
        error.suggest("`" + one->decl->name + "` is a type of its own: take the value out with the pattern `" + one->decl->name + "(x)`");
      }
    }
    return bad(span);
  }
  if (!is_error(type)) operators_.push_back({binary.op_span, text, type});
  return make(span, compares ? bool_type() : type, BinaryExpr{binary.op, left, right});
}

Expr* Body::infer_assign(const syntax::Expr& written, const syntax::AssignExpr& assign) {
  const Span span = written.span;
  const syntax::Expr* target = assign.target.get();
  while (const auto* paren = std::get_if<syntax::ParenExpr>(&target->node)) target = paren->inner.get();
  if (const auto* path = std::get_if<syntax::PathExpr>(&target->node); path != nullptr && path->path.single()) {
    const std::string& name = path->path.last().text;
    std::size_t frame = 0;
    Local* local = find_local(name, &frame);
    if (local == nullptr) {
      if (world_.names(types_).values.contains(name) && !world_.is_unknown(name, types_)) {
        diagnostics_.error("D318", target->span, "`" + name + "` cannot be assigned: only a `let mut` binding can");
      } else {
        report_unknown_value(path->path.last());
      }
      infer(*assign.value, nullptr);
      return bad(span);
    }
    Expr* value = check(*assign.value, local->type, "the assigned value");
    if (!local->is_mut) {
      diagnostics_.error("D318", target->span, "`" + name + "` cannot be assigned, since it is not `mut`")
          .label(local->span, "declared here")
          .suggest(local->origin == Local::Origin::let ? "declare it with `let mut`" : "bind it to a `let mut` of its own");
    } else if (frame + 1 != frames_.size()) {
      diagnostics_.error("D318", target->span, "`" + name + "` is captured, and a closure has its own copy that cannot be assigned")
          .label(local->span, "declared here")
          .suggest("keep what changes in a record with a `mut` field, or in a `Shared`");
    }
    return make(span, solver_.unit(), AssignLocalExpr{local, value});
  }
  if (const auto* field = std::get_if<syntax::FieldExpr>(&target->node)) {
    Expr* place = infer(*target, nullptr);
    auto* read = std::get_if<FieldExpr>(&place->node);
    if (read == nullptr) {
      infer(*assign.value, nullptr);
      return bad(span);
    }
    if (!read->decl->fields[read->field].is_mut) {
      diagnostics_
          .error("D319", field->field.span,
                 "the field `" + field->field.text + "` of `" + read->decl->name + "` cannot be assigned, since it is not `mut`")
          .label(read->decl->fields[read->field].span, "declared here");
    }
    Expr* value = check(*assign.value, place->type, "the assigned value");
    return make(span, solver_.unit(), AssignFieldExpr{read->object, read->decl, read->field, value});
  }
  diagnostics_.error("D318", target->span, "this cannot be assigned: the left of `=` is a `let mut` binding or a `mut` field");
  infer(*assign.value, nullptr);
  return bad(span);
}

}  // namespace khora2cpp::types
