#include "types/typed_builder.hpp"

namespace khora2cpp::types {


Type* TypedBuilder::nominal(const types::TypeDecl* decl, std::vector<Type*> arguments) {
  Type* type = program_.arena.make(types::Kind::nominal);
  type->decl = decl;
  type->arguments = std::move(arguments);
  return type;
}

Type* TypedBuilder::tuple(std::vector<Type*> elements) {
  Type* type = program_.arena.make(types::Kind::tuple);
  type->arguments = std::move(elements);
  return type;
}

types::Local* TypedBuilder::local(types::Local::Origin origin, std::string name, Type* type) {
  types::Local& made = program_.locals.emplace_back();
  made.origin = origin;
  made.name = std::move(name);
  made.type = type;
  made.span = span_;
  return &made;
}

Expr* TypedBuilder::text(std::vector<std::string> pieces, std::vector<Expr*> holes) {
  Type* type = builtin(types::Builtin::string);
  if (holes.empty()) return expr(type, types::StringExpr{pieces.front()});
  return expr(type, types::TextExpr{std::move(pieces), std::move(holes)});
}

Expr* TypedBuilder::trait_call(const types::Function* function, Type* result, std::vector<Expr*> arguments) {
  types::CallExpr call;
  call.callee.function = function;
  call.callee.self = arguments.front()->type;
  call.arguments = std::move(arguments);
  return expr(result, std::move(call));
}

Expr* TypedBuilder::list(Type* element, const std::vector<Expr*>& values) {
  types::ListExpr node;
  node.element = element;
  for (Expr* value : values) {
    types::Element& made = program_.elements.emplace_back();
    made.span = span_;
    made.node = types::ValueElement{value};
    node.elements.push_back(&made);
  }
  return expr(nominal(program_.list, {element}), std::move(node));
}

Expr* TypedBuilder::block(std::vector<types::Statement> statements, Expr* value) {
  types::Block& made = program_.blocks.emplace_back();
  made.statements = std::move(statements);
  made.value = value;
  return expr(value->type, types::BlockExpr{&made});
}

Expr* TypedBuilder::match(Type* type, Expr* scrutinee, std::vector<std::pair<types::Pattern*, Expr*>> arms) {
  types::MatchExpr node;
  node.scrutinee = scrutinee;
  for (auto& [pattern, body] : arms) node.arms.push_back({pattern, nullptr, body, span_, nullptr});
  return expr(type, std::move(node));
}

types::Statement TypedBuilder::let(types::Local* local, Expr* value) {
  types::Statement made;
  made.span = span_;
  made.node = types::LetStatement{bind(local), value, false};
  return made;
}

types::Statement TypedBuilder::statement(Expr* value) {
  types::Statement made;
  made.span = span_;
  made.node = types::ExprStatement{value};
  return made;
}

}  // namespace khora2cpp::types
