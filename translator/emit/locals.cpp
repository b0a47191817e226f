#include "emit/locals.hpp"

#include "emit/reserved.hpp"
#include "emit/visit.hpp"

namespace khora2cpp::emit {

namespace {

/// Every variable of the function in the order of the text, once.
std::vector<const lower::Variable*> variables_of(const lower::Function& function) {
  std::vector<const lower::Variable*> found;
  std::map<const lower::Variable*, bool> seen;
  const auto add = [&](const lower::Variable* variable) {
    if (variable != nullptr && !seen[variable]) {
      seen[variable] = true;
      found.push_back(variable);
    }
  };
  for (const lower::Variable* variable : function.parameters) add(variable);
  for (const lower::Variable* variable : function.capabilities) add(variable);
  for (const lower::Variable* variable : function.rows) add(variable);
  Visitor visitor;
  visitor.introduced = [&](const lower::Variable& variable) { add(&variable); };
  // Variables are also named where they are only read: a capture of something that this function does not introduce.
  visitor.expression = [&](const lower::Expr& expr) {
    if (const auto* reference = std::get_if<lower::VariableRef>(&expr.node)) add(reference->variable);
    if (const auto* lambda = std::get_if<lower::Lambda>(&expr.node)) {
      for (const lower::Capture& capture : lambda->captures) add(capture.variable);
    }
  };
  visit(function.body, visitor);
  return found;
}

/// The variables that lambdas of the function introduce.
std::set<const lower::Variable*> variables_of_lambdas(const lower::Function& function) {
  std::set<const lower::Variable*> found;
  Visitor inside;
  inside.introduced = [&](const lower::Variable& variable) { found.insert(&variable); };
  Visitor visitor;
  visitor.expression = [&](const lower::Expr& expr) {
    const auto* lambda = std::get_if<lower::Lambda>(&expr.node);
    if (lambda == nullptr) return;
    found.insert(lambda->parameters.begin(), lambda->parameters.end());
    visit(lambda->body, inside);
  };
  visit(function.body, visitor);
  return found;
}

}  // namespace

Locals::Locals(const lower::Function& function, Scope avoided, Scope fields)
    : scope_(std::move(avoided)), fields_(std::move(fields)), in_lambdas_(variables_of_lambdas(function)) {
  const std::vector<const lower::Variable*> variables = variables_of(function);
  // A name as somebody wrote it comes before a number that we append and before names that lowering made up.
  std::vector<const lower::Variable*> later;
  for (const lower::Variable* variable : variables) {
    if (variable->local != nullptr && !scope_.contains(uncaptured(variable->base))) {
      name(variable);
    } else {
      later.push_back(variable);
    }
  }
  for (const lower::Variable* variable : later) {
    if (variable->local != nullptr) name(variable);
  }
  for (const lower::Variable* variable : later) {
    if (variable->local == nullptr) name(variable);
  }
  Visitor visitor;
  visitor.statement = [&](const lower::Statement& statement) {
    if (const auto* labelled = std::get_if<lower::Labelled>(&statement.node)) {
      labels_[labelled->label] = scope_.take_numbered(labelled->label->base);
    }
  };
  visit(function.body, visitor);
  find_mentioned(function.body);
}

void Locals::find_mentioned(const lower::Block* body) {
  Visitor visitor;
  visitor.expression = [&](const lower::Expr& expr) {
    if (const auto* reference = std::get_if<lower::VariableRef>(&expr.node)) mentioned_.insert(reference->variable);
    if (const auto* answered = std::get_if<lower::Answered>(&expr.node)) mentioned_.insert(answered->tried);
    if (const auto* caught = std::get_if<lower::CaughtValue>(&expr.node)) mentioned_.insert(caught->caught);
    if (const auto* lambda = std::get_if<lower::Lambda>(&expr.node)) {
      for (const lower::Capture& capture : lambda->captures) {
        mentioned_.insert(capture.variable);
        captured_.insert(capture.variable);
      }
    }
    if (const auto* holds = std::get_if<lower::Holds>(&expr.node)) mentioned_.insert(holds->held.begin(), holds->held.end());
  };
  visitor.statement = [&](const lower::Statement& statement) {
    if (const auto* leave = std::get_if<lower::Return>(&statement.node)) mentioned_.insert(leave->tried);
    if (const auto* drop = std::get_if<lower::DropError>(&statement.node)) mentioned_.insert(drop->tried);
    if (const auto* let_go = std::get_if<lower::LetGo>(&statement.node)) mentioned_.insert(let_go->variable);
    if (const auto* branches = std::get_if<lower::If>(&statement.node)) {
      for (const lower::Branch& branch : branches->branches) mentioned_.insert(branch.tried);
    }
  };
  visit(body, visitor);
}

void Locals::name(const lower::Variable* variable) {
  const std::string base = variable->base.empty() ? "unnamed" : variable->base;
  std::string name = scope_.take_numbered(base);
  while (in_lambdas_.count(variable) != 0 && fields_.contains(name)) name = scope_.take_numbered(base);
  names_[variable] = std::move(name);
}

std::string Locals::rest(std::size_t depth) const {
  std::string name = "rest";
  std::size_t number = 1;
  for (;;) {
    if (!scope_.contains(name)) {
      if (depth == 0) return name;
      --depth;
    }
    name = "rest_" + std::to_string(++number);
  }
}

Scope what_locals_avoid(const lower::Function& function, const Names& names) {
  Scope avoided;
  for (const char* name : {"khora", "std", "impl", "detail"}) avoided.reserve(name);
  const types::Function& source = *function.source;
  const auto add_parameters = [&](const std::vector<types::TypeParam*>& parameters) {
    for (const types::TypeParam* parameter : parameters) avoided.reserve(names.of(parameter));
  };
  add_parameters(source.parameters);
  if (source.impl != nullptr) add_parameters(source.impl->parameters);
  if (source.trait != nullptr) {
    add_parameters(source.trait->parameters);
    if (source.trait->self != nullptr) avoided.reserve(names.of(source.trait->self));
  }
  for (std::size_t i = 0; i < source.arguments.size(); ++i) {
    if (source.role == types::Function::Role::function || source.impl != nullptr || source.trait != nullptr) {
      avoided.reserve(names.callback(&source, i));
    }
  }
  avoided.stand_inside(names.library_types());
  if (const Scope* hidden = names.hidden_by_locals(source.module)) avoided.stand_inside(*hidden);
  Visitor visitor;
  visitor.expression = [&](const lower::Expr& expr) {
    const lower::Callee* callee = nullptr;
    if (const auto* call = std::get_if<lower::Call>(&expr.node)) callee = &call->callee;
    if (const auto* name = std::get_if<lower::FunctionName>(&expr.node)) callee = &name->callee;
    if (callee != nullptr && callee->kind == lower::Callee::Kind::function && callee->function->module == source.module) {
      avoided.reserve(names.of(callee->function));
    }
  };
  visit(function.body, visitor);
  return avoided;
}

Scope fields_around(const types::Function& function, const Names& names) {
  Scope fields;
  if (function.impl == nullptr || function.impl->trait != nullptr) return fields;
  const types::Type* target = types::resolved(function.impl->target);
  if (target->kind != types::Kind::nominal || target->decl->shape == types::TypeDecl::Shape::variant) return fields;
  for (std::size_t i = 0; i < target->decl->fields.size(); ++i) fields.reserve(names.field(target->decl, i));
  return fields;
}

}  // namespace khora2cpp::emit
