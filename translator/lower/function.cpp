// One function: parameters, convention, entry check, body. And the program: which functions are lowered.
#include "analysis/type_query.hpp"
#include "lower/body.hpp"
#include "lower/cleanup.hpp"
#include "lower/lower.hpp"
#include "lower/used.hpp"

namespace khora2cpp::lower {

namespace {

using types::Function;

/// What its callers see: for a member of a trait's impl that is the trait's declaration.
const Function& declaration_of(const Function& source) {
  if (source.role != Function::Role::impl_member || source.impl == nullptr || source.impl->trait == nullptr) return source;
  const Function* of_trait = source.impl->trait->find(source.name);
  return of_trait != nullptr ? *of_trait : source;
}

Convention convention_of(const Function& source, const analysis::FunctionFacts& facts) {
  if (facts.tagged) return Convention::tagged;
  // Generic code calls the methods of impls without knowing what they answer, so these always answer a value.
  const bool of_trait = source.role == Function::Role::trait_member || source.role == Function::Role::impl_member;
  return analysis::is_unit(source.result) && !of_trait ? Convention::nothing : Convention::plain;
}

}  // namespace

lower::Function Body::function(const types::Function& source) {
  const analysis::FunctionFacts& facts = facts_.of(&source);
  lower::Function made;
  made.source = &source;
  made.convention = convention_of(source, facts);
  Frame frame{Frame::Kind::function, nullptr, made.convention, source.result, {}, false, false, nullptr, false};
  if (source.result == nullptr) frame.result = unit_type();
  frame_ = &frame;
  hands_off_ = facts.hands_off;
  on_cycle_ = facts.on_cycle;
  in_template_ = analysis::is_in_template(source);
  touches_.look_from(source.module);

  const analysis::TemplateShape shape = analysis::template_shape(source);
  for (std::size_t i = 0; i < source.arguments.size(); ++i) {
    Variable* parameter = variable_of(source.arguments[i]);
    if (shape.callbacks[i]) callbacks_[parameter] = true;
    made.parameters.push_back(parameter);
    made.sinks.push_back(i < facts.sinks.size() && facts.sinks[i]);
  }
  const types::Function& declared = declaration_of(source);
  for (const types::RowTail& tail : types::passed_tails(*declared.capabilities)) {
    Type* row = row_type(tail);
    if (&declared != &source) {
      // An impl knows the row its trait leaves open.
      types::Callee own{&declared, {}, {}, source.impl->target, source.impl->trait_arguments};
      for (const types::TypeParam* parameter : source.parameters) own.arguments.push_back(type_of(parameter));
      row = instantiated(own, row);
    }
    rows_.push_back(tree_.variable("effects", row_type(types::passed(*row->row))));
    owners_[rows_.back()] = &frame;
  }
  made.rows = rows_;
  std::map<Variable*, std::vector<const types::Local*>> in_rows;
  for (const types::Local* capability : source.capability_locals) {
    if (declared.capabilities->entries.contains(capability->name)) {
      made.capabilities.push_back(variable_of(capability));
      continue;
    }
    for (Variable* row : rows_) {
      if (!types::passed(*row->type->row).entries.contains(capability->name)) continue;
      in_rows[row].push_back(capability);
      break;
    }
  }
  if (source.body == nullptr) {
    for (Variable* parameter : made.parameters) parameter->is_read = source.is_extern;  // passed on to C
    return made;
  }

  made.body = in_block([&] {
    if (facts.entry_check) emit(source.name_span, Check{true, false, false});
    for (Variable* row : rows_) take_entries(in_rows[row], row);
    into(*source.body, {Dest::Kind::give, nullptr});
  });
  frame_ = nullptr;
  for (Variable* parameter : made.parameters) parameter->is_read = false;
  for (Variable* capability : made.capabilities) capability->is_read = false;
  for (Variable* row : made.rows) row->is_read = false;
  clean_up(*made.body, made.convention);
  return made;
}

std::unique_ptr<Program> lower(types::Program& program, const analysis::Facts& facts, const source::SourceSet& sources, types::Blocks blocks) {
  auto made = std::make_unique<Program>();
  for (const types::Function& source : program.functions) {
    if (!is_lowered(source)) continue;
    made->functions.emplace(&source, Body(program, facts, sources, made->tree).function(source));
  }
  find_used(program, facts, blocks, *made);
  return made;
}

bool is_lowered(const types::Function& function) {
  if (function.module == nullptr || (!function.module->is_interface && function.module->is_requested)) return true;
  return function.body != nullptr && !function.from_interface && analysis::is_in_template(function);
}

bool is_literal(const types::Constant& constant) {
  const types::Expr* value = constant.initializer == nullptr ? nullptr : constant.initializer->body;
  while (value != nullptr) {
    const auto* block = std::get_if<types::BlockExpr>(&value->node);
    if (block == nullptr) break;
    if (!block->block->statements.empty()) return false;
    value = block->block->value;
  }
  if (value == nullptr) return false;
  return std::holds_alternative<types::IntegerExpr>(value->node) || std::holds_alternative<types::FloatExpr>(value->node) ||
         std::holds_alternative<types::BoolExpr>(value->node) || std::holds_alternative<types::CharExpr>(value->node) ||
         std::holds_alternative<types::StringExpr>(value->node);
}

}  // namespace khora2cpp::lower
