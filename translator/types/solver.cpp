// Making types and rows.
#include "types/solver.hpp"

namespace khora2cpp::types {

Type* Solver::fresh(Span origin) {
  Type* type = arena_.make(Kind::variable);
  type->id = ++next_id_;
  type->origin = origin;
  return type;
}

Type* Solver::fresh_integer(Span origin) {
  Type* type = fresh(origin);
  type->integer_literal = true;
  return type;
}

Type* Solver::nominal(const TypeDecl* decl, std::vector<Type*> arguments) {
  Type* type = arena_.make(Kind::nominal);
  type->decl = decl;
  type->arguments = std::move(arguments);
  return type;
}

Type* Solver::tuple(std::vector<Type*> elements) {
  Type* type = arena_.make(Kind::tuple);
  type->arguments = std::move(elements);
  return type;
}

Type* Solver::function(std::vector<Type*> parameters, Type* result, Row* capabilities, Row* failures) {
  Type* type = arena_.make(Kind::function);
  type->parameters = std::move(parameters);
  type->result = result;
  type->capabilities = capabilities;
  type->failures = failures;
  return type;
}

Type* Solver::parameter(const TypeParam* parameter) {
  Type* type = arena_.make(Kind::parameter);
  type->parameter = parameter;
  return type;
}

Type* Solver::row_type(Row* row) {
  Type* type = arena_.make(Kind::row);
  type->row = row;
  return type;
}

Type* Solver::projection(const TraitDecl* trait, std::vector<Type*> trait_arguments, Type* self, std::string name) {
  Type* type = arena_.make(Kind::projection);
  type->trait = trait;
  type->arguments = std::move(trait_arguments);
  type->self = self;
  type->name = std::move(name);
  return type;
}

Row* Solver::open_row(const TypeParam* parameter) {
  Row* row = arena_.make_row();
  row->tails.push_back({arena_.make_row_variable(), nullptr, nullptr});
  row->tails[0].variable->is_bound = parameter != nullptr && parameter->is_bound;
  return row;
}

}  // namespace khora2cpp::types
