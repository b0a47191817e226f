// Expressions but calls and control flow: names, literals, operators, records, lists, lambdas (syntax-and-types.md 4).
#include <algorithm>

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
            diagnostics_.error("D302", span, "cannot find a type `Decimal` in this scope").suggest("a decimal literal needs `import std::decimal::{Decimal};`");
            return bad(span);
          }
          const std::optional<DecimalParts> parts = decimal_parts(node.text);
          if (!parts) {
            diagnostics_.error("D412", span, node.text + "d does not fit `Decimal`").suggest("its digits are a whole number of at most 127 bits, about 38 digits");
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
            Expr* element = hints[at] != nullptr ? check(*node.elements[at], hints[at], "an element of the tuple") : infer(*node.elements[at], nullptr);
            elements.push_back(element);
            types.push_back(hints[at] != nullptr && resolved(element->type)->kind == Kind::never ? hints[at] : element->type);
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
          if (effect == nullptr || effect->shape != TypeDecl::Shape::effect) {
            diagnostics_.error("D514", node.effect.span, effect == nullptr ? "cannot find an effect `" + node.effect.last().text + "` in this scope"
                                                                           : "`" + node.effect.last().text + "` is no effect, and `handler for` makes a value of one");
            return bad(span);
          }
          return infer_handler(span, *effect, node.operations, expected, node.effect.span);
        } else if constexpr (std::is_same_v<Node, syntax::RaiseExpr>) {
          Expr* value = infer(*node.value, nullptr);
          Type* type = resolved(value->type);
          if (!is_error(type)) {
            Row* row = solver_.empty_row();
            if (type->kind == Kind::nominal && type->decl->shape != TypeDecl::Shape::builtin && type->decl->shape != TypeDecl::Shape::effect) {
              row->entries[type->decl->name] = type;
            } else if (type->kind == Kind::parameter) {
              row->unlabeled.push_back(type);
            } else if (type->kind != Kind::never) {
              diagnostics_.error("D401", node.value->span, "`" + to_string(type) + "` cannot be raised: a failure is a value of a declared type")
                  .suggest("declare one, such as `type Fault = | Broken;`");
            }
            raise(row, span, "raise");
          }
          return make(span, solver_.never(), RaiseExpr{value});
        } else if constexpr (std::is_same_v<Node, syntax::BreakExpr>) {
          return infer_break(written, node);
        } else if constexpr (std::is_same_v<Node, syntax::ContinueExpr>) {
          if (loops_.size() <= frames_.back().loops || loops_.back().kind == Loop::Kind::element) {
            if (loops_.size() <= frames_.back().loops) {
              diagnostics_.error("D321", span, "`continue` stands outside a loop").suggest(frames_.size() > 1 ? "a lambda is no part of the loop around it" : "");
            } else {
              diagnostics_.error("D321", span, "`continue` cannot leave an element of a list").suggest("to leave out elements write `for .. => if condition => value`");
            }
          }
          return make(span, solver_.never(), ContinueExpr{});
        } else if constexpr (std::is_same_v<Node, syntax::ReturnExpr>) {
          Expr* value = nullptr;
          if (node.value) {
            value = check(*node.value, frames_.back().result, "the returned value");
          } else if (!solver_.unify(solver_.unit(), frames_.back().result)) {
            diagnostics_.error("D401", span, "`return` without a value answers `()`, and `" + to_string(frames_.back().result) + "` is expected");
          }
          return make(span, solver_.never(), ReturnExpr{value});
        } else if constexpr (std::is_same_v<Node, syntax::CallExpr>) {
          return infer_call(written, node, expected, false, nullptr);
        } else if constexpr (std::is_same_v<Node, syntax::FieldExpr>) {
          if (const auto* path = std::get_if<syntax::PathExpr>(&node.object->node);
              path != nullptr && path->path.single() && find_local(path->path.last().text) == nullptr &&
              !world_.names(types_).values.contains(path->path.last().text) && world_.find_type(path->path.last().text, types_) != nullptr) {
            diagnostics_.error("D303", span, "`" + path->path.last().text + "` is a type, and `.` reads from a value")
                .suggest("write `" + path->path.last().text + "::" + node.field.text + "`");
            return bad(span);
          }
          Expr* object = infer(*node.object, nullptr);
          Type* type = head(object);
          if (is_error(type)) return bad(span);
          if (type->kind == Kind::variable) {
            diagnostics_.error("D420", node.object->span, "the type of this value is not known here, so `." + node.field.text + "` cannot be looked up").suggest("annotate it");
            return bad(span);
          }
          if (type->kind == Kind::nominal && type->decl->shape == TypeDecl::Shape::record) {
            const TypeDecl& decl = *type->decl;
            for (std::size_t at = 0; at < decl.fields.size(); ++at) {
              if (decl.fields[at].name != node.field.text) continue;
              if (!decl.fields[at].is_pub && !opens(decl)) {
                diagnostics_.error("D309", node.field.span, "the field `" + node.field.text + "` of `" + decl.name + "` is private to module `" + decl.module->path + "`");
                return bad(span);
              }
              note_use(decl, node.field.span);
              Substitution substitution;
              for (std::size_t index = 0; index < decl.parameters.size(); ++index) substitution.set(decl.parameters[index], type->arguments[index]);
              return make(span, substitution.apply(solver_, decl.fields[at].type), FieldExpr{object, &decl, at});
            }
          }
          auto& error = diagnostics_.error("D314", node.field.span, "`" + to_string(type) + "` has no field `" + node.field.text + "`");
          if (type->kind == Kind::nominal) {
            std::vector<std::string> candidates;
            for (const Field& field : type->decl->fields) candidates.push_back(field.name);
            const std::string close = near_miss(node.field.text, candidates);
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

Expr* Body::infer_path(const syntax::Expr& written, const syntax::PathExpr& path, Type* expected) {
  const Span span = written.span;
  if (path.path.single()) {
    const syntax::Name& name = path.path.last();
    std::size_t frame = 0;
    if (Local* local = find_local(name.text, &frame)) {
      if (local->origin == Local::Origin::recursive_lambda) {
        if (frame + 2 < frames_.size()) {
          diagnostics_.error("D317", span, "only the lambda itself may use its name `" + name.text + "`, not a lambda inside it").suggest("declare a named function");
          return bad(span);
        }
        recursive_used_.insert(local);
      }
      return make(span, local->type, LocalExpr{local});
    }
    for (std::size_t at = frames_.size(); at-- > 1;) {
      if (frames_[at].named == nullptr) continue;
      if (const auto entry = frames_[at].named->entries.find(name.text); entry != frames_[at].named->entries.end()) {
        return make(span, entry->second, LocalExpr{lambda_capability(at, name.text, entry->second)});
      }
    }
    const modules::Names& values = world_.names(types_).values;
    if (const auto at = values.find(name.text); at != values.end()) {
      const syntax::Item* item = at->second.item.item;
      if (const auto function = world_.functions.find(item); function != world_.functions.end()) {
        if (is_assertion(*function->second)) {
          diagnostics_.error("D323", span, "`" + name.text + "` is only called, inside a `test` block");
          return bad(span);
        }
        return function_value(instantiate(*function->second, span, name.text, nullptr), span);
      }
      if (const auto constant = world_.constants.find(item); constant != world_.constants.end()) {
        if (!bodies_.ensure(*constant->second, span)) return bad(span);
        return make(span, constant->second->type, ConstantExpr{constant->second});
      }
    }
    if (TypeDecl* decl = world_.find_type(name.text, types_); decl != nullptr && decl->shape == TypeDecl::Shape::wrapper) {
      diagnostics_.error("D401", span, "the constructor `" + name.text + "` is no function value").suggest("write `fn x => " + name.text + "(x)`");
      return bad(span);
    }
    report_unknown_value(name);
    return bad(span);
  }
  const syntax::Name& first = path.path.segments.front();
  if (path.path.segments.size() == 2 && world_.find_parameter(first.text, TypeParam::Kind::type, types_) == nullptr) {
    TypeDecl* decl = first.text == "Self" && types_.self != nullptr && resolved(types_.self)->kind == Kind::nominal
                         ? const_cast<TypeDecl*>(resolved(types_.self)->decl)
                         : world_.find_type(first.text, types_);
    if (decl != nullptr) {
      for (std::size_t at = 0; at < decl->cases.size(); ++at) {
        if (decl->cases[at].name != path.path.last().text) continue;
        if (decl->cases[at].has_payload) {
          diagnostics_.error("D405", span, "`" + decl->name + "::" + decl->cases[at].name + "` takes " + std::to_string(decl->cases[at].payload.size()) + " value" + (decl->cases[at].payload.size() == 1 ? "" : "s"))
              .suggest("write `" + decl->name + "::" + decl->cases[at].name + "(..)`; as a function value write `fn x => ..`");
          return bad(span);
        }
        Type* type = open_nominal(*decl, span, nullptr);
        if (expected != nullptr) solver_.unify(type, expected);
        return make(span, type, CaseExpr{decl, at, {}});
      }
    }
  }
  Instance instance;
  bool reported = false;
  if (find_associated(path.path, instance, reported)) return function_value(std::move(instance), span);
  return bad(span);
}

void Body::report_unknown_value(const syntax::Name& name) {
  // A bare case name is the commonest mistake of all.
  for (const auto& [type_name, binding] : world_.names(types_).types) {
    const auto decl = world_.types.find(binding.item.item);
    if (decl == world_.types.end()) continue;
    for (const Case& one : decl->second->cases) {
      if (one.name == name.text) {
        diagnostics_.error("D308", name.span, "cannot find `" + name.text + "` in this scope").suggest("cases are qualified: write `" + type_name + "::" + name.text + "`");
        return;
      }
    }
  }
  std::vector<std::string> candidates;
  for (const Scope& scope : scopes_) {
    for (const auto& [known, local] : scope.names) candidates.push_back(known);
  }
  for (const auto& [known, binding] : world_.names(types_).values) candidates.push_back(known);
  auto& error = diagnostics_.error("D301", name.span, "cannot find `" + name.text + "` in this scope");
  const modules::Module* core = world_.graph.find("std::core");
  const std::string close = near_miss(name.text, candidates);
  if (core != nullptr && core->own.values.contains(name.text)) {
    error.suggest("import it: `import std::core::{" + name.text + "};`");
  } else if (!close.empty()) {
    error.suggest("did you mean `" + close + "`?");
  } else if (world_.find_type(name.text, types_) != nullptr) {
    error.suggest("`" + name.text + "` is a type; a value of it comes from a case, a literal or a function");
  }
}

Type* Body::open_nominal(const TypeDecl& decl, Span span, Substitution* substitution) {
  std::vector<Type*> arguments;
  for (const TypeParam* parameter : decl.parameters) {
    Type* argument = parameter->kind == TypeParam::Kind::row ? solver_.row_type(solver_.open_row()) : solver_.fresh(span);
    if (substitution != nullptr) substitution->set(parameter, argument);
    arguments.push_back(argument);
    for (const TypeParam::Bound& bound : parameter->bounds) need(bound.trait, {}, argument, span, decl.name);
  }
  return solver_.nominal(&decl, std::move(arguments));
}

Expr* Body::infer_text(const syntax::Expr& written, const syntax::StringLiteral& literal) {
  TextExpr text;
  text.pieces = literal.pieces;
  for (const syntax::ExprPtr& hole : literal.holes) {
    Expr* value = infer(*hole, nullptr);
    need(world_.program.show, {}, value->type, hole->span, "a string", "D414");
    text.holes.push_back(value);
  }
  return make(written.span, builtin(Builtin::string), std::move(text));
}

Expr* Body::infer_list(const syntax::Expr& written, const syntax::ListExpr& list, Type* expected) {
  if (world_.program.list == nullptr) return bad(written.span);
  Type* item = nullptr;
  if (expected != nullptr) {
    const Type* known = solver_.normalized_head(expected);
    if (known->kind == Kind::nominal && known->decl == world_.program.list) item = known->arguments[0];
  }
  if (item == nullptr) item = solver_.fresh(written.span);
  ListExpr made{item, {}};
  for (const syntax::ElementPtr& element : list.elements) made.elements.push_back(infer_element(*element, item));
  return make(written.span, solver_.nominal(world_.program.list, {item}), std::move(made));
}

Element* Body::infer_element(const syntax::Element& element, Type* item) {
  world_.program.elements.push_back({element.span, ValueElement{}});
  Element* made = &world_.program.elements.back();
  std::visit(
      [&](const auto& node) {
        using Node = std::decay_t<decltype(node)>;
        if constexpr (std::is_same_v<Node, syntax::ValueElement>) {
          sole_element_ = node.value.get();
          made->node = ValueElement{check(*node.value, item, "an element of the list")};
        } else if constexpr (std::is_same_v<Node, syntax::SpreadElement>) {
          made->node = SpreadElement{check(*node.list, solver_.nominal(world_.program.list, {item}), "a spread list")};
        } else if constexpr (std::is_same_v<Node, syntax::IfElement>) {
          IfElement branch;
          branch.condition = check(*node.condition, bool_type(), "the condition of an element");
          branch.then = infer_element(*node.then, item);
          if (node.otherwise) branch.otherwise = infer_element(*node.otherwise, item);
          made->node = branch;
        } else {
          ForElement loop;
          loop.iterable = infer(*node.iterable, nullptr);
          const auto [yielded, walk] = iterable(loop.iterable, node.iterable->span, loop.effects);
          loop.walk = walk;
          push_scope();
          loop.pattern = bind_pattern(*node.pattern, yielded, false, Local::Origin::pattern, "for");
          loops_.push_back({Loop::Kind::element, nullptr, false, false, frames_.size() - 1});
          loop.body = infer_element(*node.body, item);
          loops_.pop_back();
          pop_scope();
          made->node = std::move(loop);
        }
      },
      element.node);
  return made;
}

Expr* Body::infer_record(const syntax::Expr& written, const syntax::RecordExpr& record, Type* expected) {
  const Span span = written.span;
  std::vector<std::string> names;
  for (const syntax::FieldInit& field : record.fields) names.push_back(field.name.text);
  std::sort(names.begin(), names.end());
  const TypeDecl* decl = nullptr;
  Type* known = expected != nullptr ? solver_.normalized_head(expected) : nullptr;
  if (known != nullptr && known->kind == Kind::nominal) {
    if (known->decl->shape == TypeDecl::Shape::effect) return infer_handler(span, *known->decl, record.fields, expected, span);
    if (known->decl->shape == TypeDecl::Shape::record) decl = known->decl;
  }
  if (decl == nullptr) {
    // Without an expected record the one in scope with exactly these fields is meant (T17).
    std::vector<const TypeDecl*> candidates;
    for (const auto& [name, binding] : world_.names(types_).types) {
      const auto found = world_.types.find(binding.item.item);
      if (found == world_.types.end() || found->second->shape != TypeDecl::Shape::record) continue;
      std::vector<std::string> fields;
      for (const Field& field : found->second->fields) fields.push_back(field.name);
      std::sort(fields.begin(), fields.end());
      if (fields == names && std::find(candidates.begin(), candidates.end(), found->second) == candidates.end()) candidates.push_back(found->second);
    }
    if (candidates.size() == 1) {
      decl = candidates[0];
    } else {
      std::string listed;
      for (const std::string& name : names) listed += (listed.empty() ? "`" : ", `") + name + "`";
      if (names.empty() && candidates.empty()) {
        diagnostics_.error("D409", span, "`{}` is the value of a record without fields, and none fits here").suggest("for no value write `()`");
      } else if (candidates.empty()) {
        diagnostics_.error("D407", span, "no record in scope has exactly the fields " + listed).suggest("declare one with `type Name = { .. };`, or say which type is meant");
      } else {
        std::string types;
        for (const TypeDecl* candidate : candidates) types += (types.empty() ? "`" : ", `") + candidate->name + "`";
        diagnostics_.error("D408", span, "several records have the fields " + listed + ": " + types).suggest("say which type is meant: `let x: Type = { .. };`");
      }
      for (const syntax::FieldInit& field : record.fields) infer(*field.value, nullptr);
      return bad(span);
    }
  }
  Substitution substitution;
  Type* type = open_nominal(*decl, span, &substitution);
  if (expected != nullptr) solver_.unify(type, expected);
  const bool hidden = report_hidden_record(*decl, span);
  RecordExpr made{decl, nullptr, {}};
  for (const syntax::FieldInit& field : record.fields) {
    const auto at = std::find_if(decl->fields.begin(), decl->fields.end(), [&](const Field& one) { return one.name == field.name.text; });
    if (at == decl->fields.end()) {
      std::vector<std::string> candidates;
      for (const Field& one : decl->fields) candidates.push_back(one.name);
      const std::string close = near_miss(field.name.text, candidates);
      auto& error = diagnostics_.error("D410", field.name.span, "`" + decl->name + "` has no field `" + field.name.text + "`");
      if (!close.empty()) error.suggest("did you mean `" + close + "`?");
      infer(*field.value, nullptr);
      continue;
    }
    const auto index = static_cast<std::size_t>(at - decl->fields.begin());
    if (std::any_of(made.fields.begin(), made.fields.end(), [&](const auto& one) { return one.first == index; })) {
      diagnostics_.error("D410", field.name.span, "the field `" + field.name.text + "` is given twice");
    }
    made.fields.emplace_back(index, check(*field.value, substitution.empty() ? at->type : substitution.apply(solver_, at->type), "the field `" + at->name + "`"));
  }
  std::string missing;
  for (std::size_t at = 0; at < decl->fields.size(); ++at) {
    if (std::none_of(made.fields.begin(), made.fields.end(), [&](const auto& one) { return one.first == at; })) {
      missing += (missing.empty() ? "`" : ", `") + decl->fields[at].name + "`";
    }
  }
  if (!missing.empty() && !hidden) diagnostics_.error("D410", span, "this `" + decl->name + "` also needs " + missing);
  return make(span, type, std::move(made));
}

/// A value of a record with a private field is built only where the type is declared (T7). True when that was reported.
bool Body::report_hidden_record(const TypeDecl& decl, Span span) {
  if (opens(decl)) return false;
  for (const Field& field : decl.fields) {
    if (field.is_pub) continue;
    diagnostics_.error("D310", span, "`" + decl.name + "` can be built only in module `" + decl.module->path + "`, since its field `" + field.name + "` is private")
        .suggest("call a function that returns one, or make every field `pub`");
    return true;
  }
  return false;
}

Expr* Body::infer_update(const syntax::Expr& written, const syntax::RecordExpr& record, Type* expected) {
  const Span span = written.span;
  Expr* base = infer(*record.base, expected);
  Type* type = head(base);
  if (is_error(type)) return bad(span);
  if (type->kind != Kind::nominal || type->decl->shape != TypeDecl::Shape::record) {
    diagnostics_.error("D411", record.base->span, "only a record can be updated, and this is `" + to_string(type) + "`");
    return bad(span);
  }
  const TypeDecl& decl = *type->decl;
  report_hidden_record(decl, span);
  Substitution substitution;
  for (std::size_t at = 0; at < decl.parameters.size(); ++at) substitution.set(decl.parameters[at], type->arguments[at]);
  RecordExpr made{&decl, base, {}};
  const std::size_t errors = diagnostics_.error_count();
  for (const syntax::FieldInit& field : record.fields) {
    const auto at = std::find_if(decl.fields.begin(), decl.fields.end(), [&](const Field& one) { return one.name == field.name.text; });
    if (at == decl.fields.end()) {
      diagnostics_.error("D410", field.name.span, "`" + decl.name + "` has no field `" + field.name.text + "`");
      infer(*field.value, nullptr);
      continue;
    }
    const auto index = static_cast<std::size_t>(at - decl.fields.begin());
    if (std::any_of(made.fields.begin(), made.fields.end(), [&](const auto& one) { return one.first == index; })) {
      diagnostics_.error("D410", field.name.span, "the field `" + field.name.text + "` is given twice");
    }
    made.fields.emplace_back(index, check(*field.value, substitution.empty() ? at->type : substitution.apply(solver_, at->type), "the field `" + at->name + "`"));
  }
  // A field that does not fit was perhaps meant to change the record's arguments, which an update never does (T20).
  if (!decl.parameters.empty() && diagnostics_.error_count() != errors) return bad(span);
  return make(span, type, std::move(made));
}

Expr* Body::infer_handler(Span span, const TypeDecl& effect, const std::vector<syntax::FieldInit>& operations, Type* expected, Span name_span) {
  Substitution substitution;
  Type* type = open_nominal(effect, name_span, &substitution);
  if (expected != nullptr) solver_.unify(type, expected);
  const bool is_scope = effect.name == "Scope" && effect.module->path == "std::core";
  HandlerExpr made{&effect, {}};
  for (const syntax::FieldInit& operation : operations) {
    const auto at = std::find_if(effect.fields.begin(), effect.fields.end(), [&](const Field& one) { return one.name == operation.name.text; });
    if (at == effect.fields.end()) {
      std::vector<std::string> candidates;
      for (const Field& one : effect.fields) candidates.push_back(one.name);
      const std::string close = near_miss(operation.name.text, candidates);
      auto& error = diagnostics_.error("D512", operation.name.span, "`" + effect.name + "` has no operation `" + operation.name.text + "`");
      if (!close.empty()) error.suggest("did you mean `" + close + "`?");
      continue;
    }
    const auto index = static_cast<std::size_t>(at - effect.fields.begin());
    if (std::any_of(made.operations.begin(), made.operations.end(), [&](const auto& one) { return one.first == index; })) {
      diagnostics_.error("D512", operation.name.span, "the operation `" + operation.name.text + "` is given twice");
    }
    Expr* value = check(*operation.value, substitution.empty() ? at->type : substitution.apply(solver_, at->type), "the operation `" + at->name + "`");
    if (!is_scope) check_sendable_body(value, operation.value->span, "a handler's operation", true);
    made.operations.emplace_back(index, value);
  }
  std::string missing;
  for (std::size_t at = 0; at < effect.fields.size(); ++at) {
    if (std::none_of(made.operations.begin(), made.operations.end(), [&](const auto& one) { return one.first == at; })) {
      missing += (missing.empty() ? "`" : ", `") + effect.fields[at].name + "`";
    }
  }
  if (!missing.empty()) diagnostics_.error("D512", span, "a handler for `" + effect.name + "` also needs " + missing);
  return make(span, type, std::move(made));
}

Expr* Body::infer_lambda(Span span, const std::vector<syntax::Parameter>& parameters, const syntax::Expr* body,
                         const std::function<Expr*(Local*, Type*)>& flow, Type* expected) {
  Type* wanted = expected != nullptr ? solver_.normalized_head(expected) : nullptr;
  if (wanted != nullptr && wanted->kind != Kind::function) wanted = nullptr;
  const std::size_t count = flow ? 1 : parameters.size();
  if (wanted != nullptr && wanted->parameters.size() != count) wanted = nullptr;  // `coerce` reports the difference
  world_.program.lambdas.emplace_back();
  Lambda* lambda = &world_.program.lambdas.back();
  lambda->parent = frames_.back().lambda;
  frames_.push_back({lambda, nullptr, wanted != nullptr ? wanted->capabilities : nullptr, loops_.size()});
  scopes_.push_back({{}, frames_.size() - 1, {}});
  std::vector<Type*> types;
  if (flow) {
    Type* type = wanted != nullptr ? wanted->parameters[0] : solver_.fresh(span);
    world_.program.locals.push_back({Local::Origin::parameter, "piped", type, false, span, lambda});
    lambda->parameters.push_back(&world_.program.locals.back());
    types.push_back(type);
  }
  for (std::size_t at = 0; !flow && at < parameters.size(); ++at) {
    const syntax::Parameter& parameter = parameters[at];
    Type* type = wanted != nullptr ? wanted->parameters[at] : solver_.fresh(parameter.name.span);
    if (parameter.type) {
      Type* annotated = world_.resolve(*parameter.type, types_);
      if (!solver_.unify(annotated, type)) {
        diagnostics_.error("D401", parameter.type->span, "this parameter is annotated `" + to_string(annotated) + "`, and `" + to_string(type) + "` is expected");
      }
      type = annotated;
    }
    const std::string name = parameter.name.text == "_" ? "" : parameter.name.text;
    if (!name.empty() && scopes_.back().names.contains(name)) {
      diagnostics_.error("D307", parameter.name.span, "the parameter `" + name + "` is declared twice");
    }
    world_.program.locals.push_back({Local::Origin::parameter, name, type, false, parameter.name.span, lambda});
    Local* local = &world_.program.locals.back();
    if (!name.empty()) scopes_.back().names[name] = local;
    lambda->parameters.push_back(local);
    types.push_back(type);
  }
  // Labels that the expected type writes are parameters in C++, needed or not.
  if (wanted != nullptr) {
    for (const auto& [label, effect] : wanted->capabilities->entries) lambda_capability(frames_.size() - 1, label, effect);
  }
  Sink sink;
  sinks_.push_back(&sink);
  Type* result = wanted != nullptr ? wanted->result : solver_.fresh(span);
  frames_.back().result = result;
  lambda->body = flow ? coerce(flow(lambda->parameters[0], result), result, span, "the answer of this flow") : check(*body, result, "the answer of this function");
  sinks_.pop_back();
  // A body that never answers fits any result; without an expectation its result is `Never`.
  if (wanted == nullptr && resolved(result)->kind == Kind::variable && resolved(lambda->body->type)->kind == Kind::never) solver_.unify(result, solver_.never());
  scopes_.pop_back();
  frames_.pop_back();
  Row* capabilities = solver_.empty_row();
  std::sort(lambda->capabilities.begin(), lambda->capabilities.end(), [](const Local* a, const Local* b) { return a->name < b->name; });
  for (const Local* local : lambda->capabilities) capabilities->entries[local->name] = local->type;
  return make(span, solver_.function(types, result, capabilities, collected(sink, span)), LambdaExpr{lambda});
}

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

Expr* Body::infer_binary(const syntax::Expr& written, const syntax::BinaryExpr& binary, Type* expected) {
  using Op = syntax::BinaryOp;
  const Span span = written.span;
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
  if (!is_error(left->type) && !is_error(right->type) && !solver_.unify(left->type, right->type)) {
    auto& error = diagnostics_.error("D413", binary.op_span, "both operands of `" + text + "` need one type, and these are " + distinct(left->type, right->type));
    const auto number = [&](const Type* one) {
      one = resolved(one);
      if (one->kind == Kind::variable) return one->integer_literal;
      return one->kind == Kind::nominal && one->decl->builtin >= Builtin::int_ && one->decl->builtin <= Builtin::float_;
    };
    if (number(left->type) && number(right->type)) error.suggest("numbers are never converted silently");
    for (const Type* one : {resolved(left->type), resolved(right->type)}) {
      if (one->kind == Kind::nominal && one->decl->shape == TypeDecl::Shape::wrapper) error.suggest("`" + one->decl->name + "` is a type of its own: take the value out with the pattern `" + one->decl->name + "(x)`");
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
      if (world_.names(types_).values.contains(name)) {
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
      diagnostics_.error("D319", field->field.span, "the field `" + field->field.text + "` of `" + read->decl->name + "` cannot be assigned, since it is not `mut`")
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
