#include "emit/signatures.hpp"

#include "analysis/template_shape.hpp"
#include "analysis/type_query.hpp"
#include "emit/indent.hpp"

namespace khora2cpp::emit {

using types::Function;
using types::TypeParam;

namespace {

/// Bounds that C++ can ask for. `Share` is the checker's business alone.
std::vector<const TypeParam::Bound*> concepts_of(const TypeText& types, const TypeParam& parameter) {
  std::vector<const TypeParam::Bound*> found;
  for (const TypeParam::Bound& bound : parameter.bounds) {
    if (bound.trait != types.input().program.share) found.push_back(&bound);
  }
  return found;
}

std::string bound_arguments(const TypeText& types, const TypeParam::Bound& bound) {
  return types.arguments(bound.arguments, bound.trait->parameters);
}

}  // namespace

std::string template_parameter(const TypeText& types, const TypeParam& parameter, bool constrained) {
  const std::string& name = types.input().names.of(&parameter);
  if (parameter.kind == TypeParam::Kind::constant) {
    types.uses().include_std("cstdint");
    return "std::int64_t " + name;
  }
  if (parameter.arity > 0) {
    std::string text = "template <class";
    for (int i = 1; i < parameter.arity; ++i) text += ", class";
    return text + "> class " + name;
  }
  if (constrained) {
    const auto bounds = concepts_of(types, parameter);
    if (!bounds.empty()) return types.concept_name(bounds[0]->trait) + bound_arguments(types, *bounds[0]) + " " + name;
  }
  return "class " + name;
}

bool is_template_parameters(const std::vector<TypeParam*>& parameters) {
  for (const TypeParam* parameter : parameters) {
    if (analysis::has_cpp_form(parameter)) return true;
  }
  return false;
}

std::string plain_template_head(const TypeText& types, const std::vector<TypeParam*>& parameters, std::size_t indent) {
  std::string text;
  for (const TypeParam* parameter : parameters) {
    if (!analysis::has_cpp_form(parameter) || types.input().names.of(parameter).empty()) continue;
    if (!text.empty()) text += ", ";
    text += template_parameter(types, *parameter, false);
  }
  return text.empty() ? text : spaces(indent) + "template <" + text + ">\n";
}

namespace {

/// Whether the signature of a trait's default function, as C++ has it, mentions an associated type of `Self`.
bool needs_late_self(const Function& function, const analysis::TemplateShape& shape) {
  if (function.trait == nullptr || function.impl != nullptr || function.body == nullptr) return false;
  const TypeParam* self = function.trait->self;
  if (analysis::mentions_projection_of(function.result, self)) return true;
  for (const types::RowTail& tail : types::passed_tails(*function.capabilities)) {
    if (tail.projection != nullptr && analysis::mentions_projection_of(tail.projection, self)) return true;
  }
  for (std::size_t i = 0; i < function.arguments.size(); ++i) {
    if (i < shape.callbacks.size() && shape.callbacks[i]) continue;
    if (analysis::mentions_projection_of(function.arguments[i]->type, self)) return true;
  }
  return false;
}

TypeText with_late_self(const TypeText& types, const TypeParam* self) {
  Place place = types.place();
  place.late_self = self;
  return TypeText(types.input(), place, types.uses());
}

}  // namespace

std::string template_head(const TypeText& types, const Function& function, const analysis::TemplateShape& shape, std::size_t indent,
                          bool is_definition) {
  const bool late_self = needs_late_self(function, shape);
  if (!shape.is_template() && !late_self) return {};
  std::vector<Doc> parameters;
  std::string clause;
  for (const TypeParam* parameter : shape.parameters) {
    parameters.push_back(template_parameter(types, *parameter, true));
    const auto bounds = concepts_of(types, *parameter);
    for (std::size_t i = parameter->arity > 0 ? 0 : 1; i < bounds.size(); ++i) {
      const std::string& name = types.input().names.of(parameter);
      std::string arguments = bound_arguments(types, *bounds[i]);
      arguments = arguments.empty() ? "<" + name + ">" : "<" + name + ", " + arguments.substr(1);
      clause += (clause.empty() ? "requires " : " && ") + types.concept_name(bounds[i]->trait) + arguments;
    }
  }
  for (std::size_t i = 0; i < shape.callbacks.size(); ++i) {
    if (shape.callbacks[i]) parameters.push_back("class " + types.input().names.callback(&function, i));
  }
  if (late_self) {
    const std::string name(late_self_name);
    parameters.push_back("class " + name + (is_definition ? "" : " = " + types.input().names.of(function.trait->self)));
  }
  std::string text = spaces(indent) + Doc::list("template <", std::move(parameters), ">").layout(indent, indent) + "\n";
  if (!clause.empty()) text += spaces(indent + 2) + clause + "\n";
  return text;
}

std::string with_note(const std::string& text, const std::string& note, std::size_t indent) {
  if (note.empty()) return text + "\n";
  const std::size_t line = text.rfind('\n');
  const std::size_t last = columns(line == std::string::npos ? text : text.substr(line + 1));
  if (last + 5 + columns(note) <= line_limit) return text + "  // " + note + "\n";
  return spaces(indent) + "// " + note + "\n" + text + "\n";
}

std::unique_ptr<Locals> name_locals(const Input& input, const lower::Function* function) {
  if (function == nullptr) return nullptr;
  return std::make_unique<Locals>(*function, what_locals_avoid(*function, input.names), fields_around(*function->source, input.names));
}

lower::Convention convention(const Translation& translation, const Function& function) {
  if (const lower::Function* lowered = translation.lowered.find(&function)) return lowered->convention;
  if (translation.input.facts.of(&function).tagged) return lower::Convention::tagged;
  const bool is_member_of_impl = function.trait != nullptr || (function.impl != nullptr && function.impl->trait != nullptr);
  return is_unit(function.result) && !is_member_of_impl ? lower::Convention::nothing : lower::Convention::plain;
}

std::string signature(const Translation& translation, const Function& function, const Locals* locals, const TypeText& around,
                      const TypeText& within, const SignatureForm& form, std::size_t indent, std::size_t tail) {
  const TypeParam* self = needs_late_self(function, analysis::template_shape(function)) ? function.trait->self : nullptr;
  const TypeText outside = with_late_self(around, self);
  const TypeText inside = with_late_self(within, self);
  std::string result;
  switch (convention(translation, function)) {
    case lower::Convention::nothing:
      result = "void";
      break;
    case lower::Convention::plain:
      result = outside.type(function.result);
      break;
    case lower::Convention::tagged:
      result = outside.runtime("Tagged") + "<" + outside.type(function.result) + ">";
      break;
  }
  const lower::Function* lowered = translation.lowered.find(&function);
  const analysis::TemplateShape shape = analysis::template_shape(function);
  std::vector<Doc> parameters;
  const auto add = [&](std::string type, const std::string& name) { parameters.push_back(name.empty() ? type : type + " " + name); };
  for (std::size_t i = 0; i < function.arguments.size(); ++i) {
    std::string type = inside.parameter(function.arguments[i]->type);
    std::string name = function.arguments[i]->name;
    if (lowered != nullptr && lowered->sinks.size() > i && lowered->sinks[i]) type = inside.type(function.arguments[i]->type);
    if (shape.callbacks.size() > i && shape.callbacks[i]) type = "const " + inside.input().names.callback(&function, i) + "&";
    if (lowered != nullptr && locals != nullptr && i < lowered->parameters.size()) {
      const lower::Variable* variable = lowered->parameters[i];
      name = form.is_definition && !variable->is_read ? "" : locals->of(variable);
      if (!form.is_definition && function.arguments[i]->name.empty()) name.clear();
    } else if (!name.empty()) {
      name = uncaptured(name);
    }
    add(type, name);
  }
  if (lowered != nullptr && locals != nullptr) {
    for (const lower::Variable* variable : lowered->capabilities) {
      add(inside.parameter(variable->type), form.is_definition && !variable->is_read ? "" : locals->of(variable));
    }
    for (const lower::Variable* row : lowered->rows) {
      add("const " + inside.type(row->type) + "&", form.is_definition && !row->is_read ? "" : locals->of(row));
    }
  } else {
    for (const types::Local* local : function.capability_locals) add(inside.parameter(local->type), uncaptured(local->name));
  }
  const std::string start = form.prefix + result + " " + form.qualifier + inside.input().names.of(&function) + "(";
  return spaces(indent) + Doc::list(start, std::move(parameters), ")").layout(indent, indent, tail);
}

std::string raises_note(const Function& function) {
  if (function.failures == nullptr) return {};
  const types::Row row = types::flattened(*function.failures);
  std::string text;
  const auto add = [&](const types::Type* type) { text += (text.empty() ? "raises " : " + ") + types::to_string(type); };
  for (const auto& [label, type] : row.entries) add(type);
  for (const types::Type* type : row.unlabeled) add(type);
  return text;
}

}  // namespace khora2cpp::emit
