// Expressions: what each kind of node is inferred by; literals, fields, and the ways out of a body.
#include "types/body.hpp"
#include "types/decimal_literal.hpp"

namespace khora2cpp::types {

Expr* Body::infer(const syntax::Expr& written, Type* expected) {
  return std::visit(
      [&](const auto& node) -> Expr* {
        using Node = std::decay_t<decltype(node)>;
        const Span span = written.span;
        if constexpr (std::is_same_v<Node, syntax::IntegerLiteral>) {
          Type* type = solver_.fresh_integer(span);
          if (expected != nullptr) solver_.unify(type, expected);
          Expr* literal = make(span, type, IntegerExpr{false, node.digits});
          literals_.push_back(literal);
          return literal;
        } else if constexpr (std::is_same_v<Node, syntax::FloatLiteral>) {
          return make(span, builtin(Builtin::float_), FloatExpr{node.text});
        } else if constexpr (std::is_same_v<Node, syntax::DecimalLiteral>) {
          TypeDecl* decimal = world_.find_type("Decimal", types_);
          if (decimal == nullptr) {
            if (world_.is_unknown_again("Decimal", span, types_)) return bad(span);
            world_.report_unknown("D302", "Decimal", span, "cannot find a type `Decimal` in this scope", types_)
                .suggest("a decimal literal needs `import std::decimal::{Decimal};`");
            return bad(span);
          }
          const std::optional<DecimalParts> parts = decimal_parts(node.text);
          if (!parts) {
            diagnostics_.error("D412", span, node.text + "d does not fit `Decimal`")
                .suggest("its digits are a whole number of at most 127 bits, about 38 digits");
            return bad(span);
          }
          const Function* of_parts = nullptr;
          if (decimal->module != nullptr && decimal->module->path == "std::decimal") {
            for (const ImplDecl* impl : world_.inherent[decimal]) of_parts = of_parts != nullptr ? of_parts : impl->find("of_parts");
          }
          if (of_parts == nullptr) {
            diagnostics_.error("D401", span, "a decimal literal is a `std::decimal::Decimal`, and here `Decimal` is another type");
            return bad(span);
          }
          const auto part = [&](std::uint64_t value) {
            const auto number = static_cast<std::int64_t>(value);
            return make(span, builtin(Builtin::int_), IntegerExpr{number < 0, std::to_string(number < 0 ? 0 - value : value)});
          };
          CallExpr call;
          call.callee.function = of_parts;
          call.arguments = {part(parts->high), part(parts->low), part(parts->scale)};
          return make(span, solver_.nominal(decimal, {}), std::move(call));
        } else if constexpr (std::is_same_v<Node, syntax::CharLiteral>) {
          return make(span, builtin(Builtin::char_), CharExpr{node.value});
        } else if constexpr (std::is_same_v<Node, syntax::BoolLiteral>) {
          return make(span, bool_type(), BoolExpr{node.value});
        } else if constexpr (std::is_same_v<Node, syntax::StringLiteral>) {
          if (node.holes.empty()) return make(span, builtin(Builtin::string), StringExpr{node.pieces[0]});
          return infer_text(written, node);
        } else if constexpr (std::is_same_v<Node, syntax::Placeholder>) {
          diagnostics_.error("D320", span, "`_` stands for the piped value, and only as an argument of a pipeline stage's call");
          return bad(span);
        } else if constexpr (std::is_same_v<Node, syntax::PathExpr>) {
          return infer_path(written, node, expected);
        } else if constexpr (std::is_same_v<Node, syntax::TupleExpr>) {
          if (node.elements.empty()) return make(span, solver_.unit(), UnitExpr{});
          std::vector<Type*> hints(node.elements.size(), nullptr);
          if (expected != nullptr) {
            const Type* known = resolved(expected);
            if (known->kind == Kind::tuple && known->arguments.size() == hints.size()) hints = known->arguments;
          }
          std::vector<Expr*> elements;
          std::vector<Type*> types;
          for (std::size_t at = 0; at < node.elements.size(); ++at) {
            Expr* element = infer(*node.elements[at], hints[at]);
            elements.push_back(element);
            const bool leaves = resolved(element->type)->kind == Kind::never;
            types.push_back(!leaves ? element->type : hints[at] != nullptr ? hints[at] : solver_.fresh(element->span));
            // It stands for what the other branches have there (T50).
            if (leaves && hints[at] == nullptr) never_answered_.push_back(types.back());
          }
          return make(span, solver_.tuple(types), TupleExpr{elements});
        } else if constexpr (std::is_same_v<Node, syntax::ParenExpr>) {
          return infer(*node.inner, expected);
        } else if constexpr (std::is_same_v<Node, syntax::ListExpr>) {
          return infer_list(written, node, expected);
        } else if constexpr (std::is_same_v<Node, syntax::RecordExpr>) {
          return node.base ? infer_update(written, node, expected) : infer_record(written, node, expected);
        } else if constexpr (std::is_same_v<Node, syntax::LambdaExpr>) {
          return infer_lambda(span, node.parameters, node.body.get(), {}, expected);
        } else if constexpr (std::is_same_v<Node, syntax::BlockExpr>) {
          return infer_block(*node.block, expected);
        } else if constexpr (std::is_same_v<Node, syntax::IfExpr>) {
          return infer_if(written, node, expected);
        } else if constexpr (std::is_same_v<Node, syntax::MatchExpr>) {
          return infer_match(written, node, expected);
        } else if constexpr (std::is_same_v<Node, syntax::ForExpr>) {
          return infer_for(written, node);
        } else if constexpr (std::is_same_v<Node, syntax::WhileExpr>) {
          return infer_while(written, node);
        } else if constexpr (std::is_same_v<Node, syntax::LoopExpr>) {
          return infer_loop(written, node, expected);
        } else if constexpr (std::is_same_v<Node, syntax::WithBlockExpr>) {
          return infer_with(span, node.install, expected, [&](Type* type) { return infer_block(*node.body, type); });
        } else if constexpr (std::is_same_v<Node, syntax::WithExpr>) {
          return infer_with(span, node.install, expected, [&](Type* type) { return infer(*node.operand, type); });
        } else if constexpr (std::is_same_v<Node, syntax::HandlerExpr>) {
          TypeDecl* effect = node.effect.single() ? world_.find_type(node.effect.last().text, types_) : nullptr;
          if (effect == nullptr && world_.is_unknown_again(node.effect.last().text, node.effect.span, types_)) {
            for (const syntax::FieldInit& operation : node.operations) infer(*operation.value, solver_.error());
            return bad(span);
          }
          if (effect == nullptr || effect->shape != TypeDecl::Shape::effect) {
            const std::string& name = node.effect.last().text;
            if (effect == nullptr) {
              world_.report_unknown("D514", name, node.effect.span, "cannot find an effect `" + name + "` in this scope", types_)
                  .suggest(world_.near_type(name, types_));
            } else {
              diagnostics_.error("D514", node.effect.span, "`" + name + "` is no effect, and `handler for` makes a value of one");
            }
            return bad(span);
          }
          return infer_handler(span, *effect, node.operations, expected, node.effect.span);
        } else if constexpr (std::is_same_v<Node, syntax::RaiseExpr>) {
          Expr* value = infer(*node.value, nullptr);
          Type* type = resolved(value->type);
          Row* row = solver_.empty_row();
          row->is_unsure = is_error(type);
          if (type->kind == Kind::nominal && type->decl->shape != TypeDecl::Shape::builtin &&
              type->decl->shape != TypeDecl::Shape::effect) {
            row->entries[type->decl->name] = type;
          } else if (type->kind == Kind::parameter) {
            row->unlabeled.push_back(type);
          } else if (type->kind != Kind::never && !is_error(type) && (function_.failures == nullptr || !function_.failures->is_unsure)) {
            diagnostics_
                .error("D401", node.value->span, "`" + to_string(type) + "` cannot be raised: a failure is a value of a declared type")
                .suggest("declare one, such as `type Fault = | Broken;`");
          }
          raise(row, span, "raise");
          return make(span, solver_.never(), RaiseExpr{value});
        } else if constexpr (std::is_same_v<Node, syntax::BreakExpr>) {
          return infer_break(written, node);
        } else if constexpr (std::is_same_v<Node, syntax::ContinueExpr>) {
          if (loops_.size() <= frames_.back().loops || loops_.back().kind == Loop::Kind::element) {
            if (loops_.size() <= frames_.back().loops) {
              diagnostics_.error("D321", span, "`continue` stands outside a loop")
                  .suggest(frames_.size() > 1 ? "a lambda is no part of the loop around it" : "");
            } else {
              diagnostics_.error("D321", span, "`continue` cannot leave an element of a list")
                  .suggest("to leave out elements write `for .. => if condition => value`");
            }
          }
          return make(span, solver_.never(), ContinueExpr{});
        } else if constexpr (std::is_same_v<Node, syntax::ReturnExpr>) {
          Expr* value = nullptr;
          if (node.value) {
            value = check(*node.value, frames_.back().result, "the returned value");
          } else if (!solver_.same(solver_.unit(), frames_.back().result)) {
            diagnostics_.error("D401", span,
                               "`return` without a value answers `()`, and `" + to_string(frames_.back().result) + "` is expected");
          }
          return make(span, solver_.never(), ReturnExpr{value});
        } else if constexpr (std::is_same_v<Node, syntax::CallExpr>) {
          return infer_call(written, node, expected, false, nullptr);
        } else if constexpr (std::is_same_v<Node, syntax::FieldExpr>) {
          if (const auto* path = std::get_if<syntax::PathExpr>(&node.object->node);
              path != nullptr && path->path.single() && find_local(path->path.last().text) == nullptr &&
              !world_.names(types_).values.contains(path->path.last().text) &&
              world_.find_type(path->path.last().text, types_) != nullptr) {
            diagnostics_.error("D303", span, "`" + path->path.last().text + "` is a type, and `.` reads from a value")
                .suggest("write `" + path->path.last().text + "::" + node.field.text + "`");
            return bad(span);
          }
          Expr* object = infer(*node.object, nullptr);
          Type* type = head(object);
          if (is_error(type)) return bad(span);
          if (type->kind == Kind::variable) {
            diagnostics_
                .error("D420", node.object->span,
                       "the type of this value is not known here, so `." + node.field.text + "` cannot be looked up")
                .suggest("annotate it");
            return bad(span);
          }
          if (type->kind == Kind::nominal && type->decl->shape == TypeDecl::Shape::record) {
            const TypeDecl& decl = *type->decl;
            for (std::size_t at = 0; at < decl.fields.size(); ++at) {
              if (decl.fields[at].name != node.field.text) continue;
              if (!decl.fields[at].is_pub && !opens(decl)) {
                diagnostics_.error(
                    "D309", node.field.span,
                    "the field `" + node.field.text + "` of `" + decl.name + "` is private to module `" + decl.module->path + "`");
                return bad(span);
              }
              note_use(decl, node.field.span);
              Substitution substitution;
              for (std::size_t index = 0; index < decl.parameters.size(); ++index) {
                substitution.set(decl.parameters[index], type->arguments[index]);
              }
              return make(span, substitution.apply(solver_, decl.fields[at].type), FieldExpr{object, &decl, at});
            }
          }
          if (type->kind == Kind::nominal && type->decl->is_unsure) return bad(span);
          auto& error = diagnostics_.error("D314", node.field.span, "`" + to_string(type) + "` has no field `" + node.field.text + "`");
          if (type->kind == Kind::nominal) {
            const std::string close = near_member(*type, node.field.text, false);
            Instance method;
            bool reported = true;
            if (!close.empty()) {
              error.suggest("did you mean `" + close + "`?");
            } else if (type->decl->shape == TypeDecl::Shape::effect) {
              error.suggest("an operation is called: write `." + node.field.text + "(..)`");
            } else if (find_method(type, node.field, method, reported, span)) {
              error.suggest("`" + node.field.text + "` is a method: call it with `." + node.field.text + "()`");
            }
          }
          return bad(span);
        } else if constexpr (std::is_same_v<Node, syntax::MarkExpr>) {
          const syntax::Expr* operand = node.operand.get();
          while (const auto* paren = std::get_if<syntax::ParenExpr>(&operand->node)) operand = paren->inner.get();
          if (const auto* call = std::get_if<syntax::CallExpr>(&operand->node)) return infer_call(*operand, *call, expected, true, nullptr);
          if (std::holds_alternative<syntax::BadExpr>(operand->node)) return bad(span);
          Expr* value = infer(*operand, expected);
          if (!is_error(value->type)) {
            diagnostics_.error("D516", span, "`!` marks a call that may fail, and this is no call");
          }
          return value;
        } else if constexpr (std::is_same_v<Node, syntax::CatchExpr>) {
          return infer_catch(span, node, [&](Type* type) { return infer(*node.operand, type); }, expected);
        } else if constexpr (std::is_same_v<Node, syntax::UnaryExpr>) {
          return infer_unary(written, node, expected);
        } else if constexpr (std::is_same_v<Node, syntax::BinaryExpr>) {
          return infer_binary(written, node, expected);
        } else if constexpr (std::is_same_v<Node, syntax::AssignExpr>) {
          return infer_assign(written, node);
        } else if constexpr (std::is_same_v<Node, syntax::PipeExpr>) {
          return infer_pipe(written, node, expected);
        } else if constexpr (std::is_same_v<Node, syntax::FlowExpr>) {
          return infer_flow(written, node, expected);
        } else {
          return bad(span);
        }
      },
      written.node);
}

}  // namespace khora2cpp::types
