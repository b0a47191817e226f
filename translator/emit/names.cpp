#include "emit/names.hpp"

#include <algorithm>
#include <set>

#include "analysis/template_shape.hpp"
#include "emit/reserved.hpp"

namespace khora2cpp::emit {

using types::TypeDecl;

namespace {

std::vector<std::string> split_path(std::string_view path) {
  std::vector<std::string> segments;
  while (!path.empty()) {
    const std::size_t end = std::min(path.find("::"), path.size());
    segments.emplace_back(path.substr(0, end));
    path.remove_prefix(std::min(end + 2, path.size()));
  }
  return segments;
}

std::string joined(const std::vector<std::string>& segments, std::size_t count) {
  std::string path;
  for (std::size_t i = 0; i < count; ++i) {
    if (i != 0) path += "::";
    path += segments[i];
  }
  return path;
}

/// Names of payload fields that Khora leaves unnamed.
std::string positional_name(std::size_t index, std::size_t count) {
  static constexpr std::string_view ordinals[] = {"first", "second", "third", "fourth", "fifth", "sixth"};
  if (count == 1) return "value";
  if (index < std::size(ordinals)) return std::string(ordinals[index]);
  return "part_" + std::to_string(index + 1);
}

/// What emitted classes call their own members, and what they inherit from the runtime's, its private members and the names of its classes
/// too: C++ looks names up before it asks who may use them.
constexpr std::string_view own_members[] = {"fields", "khora_name", "writable"};
constexpr std::string_view handle_members[] = {"Ref", "Handler", "object_", "unique", "same_as", "visit_references"};
constexpr std::string_view variant_members[] = {
    "Case", "which", "index", "is", "as", "if_", "unique", "visit_references", "Variant", "BoxedVariant", "VariantStorage",
    "storage_", "index_", "node_", "payload", "copy_from", "move_from", "destroy", "visit_node", "release_node"};

/// A class cannot be called like one of its members.
bool is_own_member(std::string_view name) {
  const auto in = [&](const auto& members) { return std::find(std::begin(members), std::end(members), name) != std::end(members); };
  return in(own_members) || in(handle_members) || in(variant_members);
}

template <class Visit>
void each_declaration(const types::Program& program, Visit visit) {
  for (const types::Part& part : program.parts) {
    for (const types::Declaration& declaration : part.declarations) visit(part, declaration);
  }
}

}  // namespace

bool is_for_whole_type(const types::ImplDecl& impl) {
  const types::Type* target = types::resolved(impl.target);
  if (target->kind != types::Kind::nominal || target->arguments.size() != target->decl->parameters.size()) return false;
  std::set<const types::TypeParam*> seen;
  for (const types::Type* argument : target->arguments) {
    argument = types::resolved(argument);
    const types::TypeParam* parameter = nullptr;
    if (argument->kind == types::Kind::parameter) parameter = argument->parameter;
    if (argument->kind == types::Kind::row && argument->row->entries.empty() && argument->row->tails.size() == 1) {
      parameter = argument->row->tails[0].parameter;
    }
    if (parameter == nullptr || !seen.insert(parameter).second) return false;
  }
  return true;
}

Names::Names(const types::Program& program, const analysis::Facts& facts) {
  name_items(program, facts);
  name_namespaces(program);
  name_c_sides(program);
  each_declaration(program, [&](const types::Part&, const types::Declaration& declaration) {
    if (const auto* decl = std::get_if<TypeDecl*>(&declaration)) name_type(**decl, facts.is_boxed(*decl));
    if (const auto* trait = std::get_if<types::TraitDecl*>(&declaration)) name_trait(**trait);
  });
  each_declaration(program, [&](const types::Part&, const types::Declaration& declaration) {
    if (const auto* impl = std::get_if<types::ImplDecl*>(&declaration)) name_impl(**impl);
    if (const auto* function = std::get_if<types::Function*>(&declaration)) name_function(**function);
  });
}

/// Items get their names before namespaces do: of a module `a::queue` and an item `queue` of `a` it is the namespace that gives way.
void Names::name_items(const types::Program& program, const analysis::Facts& facts) {
  for (const types::Part& part : program.parts) {
    Scope& scope = item_scopes_[part.module];
    scope.reserve("detail");
  }
  each_declaration(program, [&](const types::Part& part, const types::Declaration& declaration) {
    Scope& scope = item_scopes_[part.module];
    if (const auto* decl = std::get_if<TypeDecl*>(&declaration)) {
      types_[*decl] = scope.take(is_own_member((*decl)->name) ? (*decl)->name + "_" : (*decl)->name);
      hidden_by_locals_[part.module].reserve(types_[*decl]);
      if (part.module->path == "std::core" && (*decl)->is_pub) library_types_.reserve(types_[*decl]);
    }
    if (const auto* trait = std::get_if<types::TraitDecl*>(&declaration)) traits_[*trait] = scope.take((*trait)->name);
  });
  each_declaration(program, [&](const types::Part& part, const types::Declaration& declaration) {
    Scope& scope = item_scopes_[part.module];
    if (const auto* function = std::get_if<types::Function*>(&declaration)) {
      functions_[*function] = scope.take((*function)->name);
      function_scopes_[part.module].reserve(functions_[*function]);
    }
    if (const auto* constant = std::get_if<types::Constant*>(&declaration)) {
      constants_[*constant] = scope.take((*constant)->name);
      hidden_by_locals_[part.module].reserve(constants_[*constant]);
      function_scopes_[part.module].reserve(constants_[*constant]);
      if ((*constant)->initializer != nullptr) functions_[(*constant)->initializer] = constants_[*constant];
    }
  });
  each_declaration(program, [&](const types::Part& part, const types::Declaration& declaration) {
    Scope& scope = item_scopes_[part.module];
    if (const auto* found = std::get_if<TypeDecl*>(&declaration)) {
      const TypeDecl* decl = *found;
      const bool is_boxed_wrapper = decl->shape == TypeDecl::Shape::wrapper && facts.is_boxed(decl);
      if (decl->shape == TypeDecl::Shape::record || is_boxed_wrapper) companions_[decl] = scope.take(types_[decl] + "Fields");
      if (decl->shape == TypeDecl::Shape::variant) companions_[decl] = scope.take(types_[decl] + "Cases");
      if (decl->shape == TypeDecl::Shape::effect) companions_[decl] = scope.take(types_[decl] + "Ops");
    }
  });
}

void Names::name_namespaces(const types::Program& program) {
  // Khora path -> C++ segments; parents first, for which the order of paths is enough.
  std::map<std::string, const modules::Module*> by_path;
  for (const types::Part& part : program.parts) by_path[part.module->path] = part.module;

  std::map<std::string, std::vector<std::string>> spelled;
  spelled["std"] = {"khora"};
  for (const auto& [path, module] : by_path) {
    const std::vector<std::string> segments = split_path(path);
    for (std::size_t count = 1; count <= segments.size(); ++count) {
      const std::string prefix = joined(segments, count);
      if (spelled.count(prefix) != 0) continue;
      const std::string& last = segments[count - 1];
      if (count == 1) {
        std::string name = uncaptured(last);
        while (is_captured(name) || is_captured_globally(name) || root_scope_.contains(name)) name += '_';
        root_scope_.reserve(name);
        spelled[prefix] = {name};
        continue;
      }
      std::vector<std::string> parent = spelled[joined(segments, count - 1)];
      const std::string parent_path = joined(parent, parent.size());
      Scope& scope = namespace_scopes_[parent_path];
      if (const auto found = by_path.find(joined(segments, count - 1)); found != by_path.end()) {
        scope.reserve_all(item_scopes_[found->second]);
      }
      std::string name = uncaptured(last);
      while (scope.contains(name) || is_captured(name) || (parent_path == "khora" && is_runtime_function(name))) name += '_';
      scope.reserve(name);
      parent.push_back(name);
      spelled[prefix] = parent;
    }
    namespaces_[module] = spelled[path];
  }
  root_scope_.reserve("khora");
  for (const std::string_view name : runtime_short_names()) runtime_types_.reserve(std::string(name));
  for (const auto& [path, module] : by_path) {
    Scope& scope = namespace_scopes_[namespace_path(module)];
    scope.reserve_all(item_scopes_[module]);
  }
  for (const types::Part& part : program.parts) {
    Scope& scope = namespace_scopes_[namespace_path(part.module)];
    if (test_namespaces_.count(part.module) == 0) test_namespaces_[part.module] = scope.take("tests");
  }
  // Tests name the functions of their module, and types, as they are called, so none may hide one. Types have capitals.
  std::map<const modules::Module*, Scope> tests;
  for (const types::Part& part : program.parts) {
    const auto [scope, is_new] = tests.try_emplace(part.module);
    if (is_new) scope->second.stand_inside(item_scopes_[part.module]);
    for (const std::vector<types::Function*>* blocks : {&part.tests, &part.benches}) {
      for (const types::Function* block : *blocks) {
        std::string name = as_identifier(block->name);
        std::transform(name.begin(), name.end(), name.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
        functions_[block] = scope->second.take_numbered(name);
      }
    }
  }
}

void Names::name_c_sides(const types::Program& program) {
  each_declaration(program, [&](const types::Part& part, const types::Declaration& declaration) {
    const auto* function = std::get_if<types::Function*>(&declaration);
    if (function == nullptr || !(*function)->is_extern) return;
    const std::string& symbol = (*function)->name;
    const bool is_taken = symbol.starts_with("_") || is_captured(symbol) || is_captured_globally(symbol) || is_c_builtin(symbol) ||
                          root_scope_.contains(symbol);
    c_sides_[*function] = {is_taken ? namespace_scopes_[namespace_path(part.module)].take("c_" + symbol) : symbol, is_taken};
  });
}

std::string Names::namespace_path(const modules::Module* module) const {
  const std::vector<std::string>& segments = namespace_of(module);
  return joined(segments, segments.size());
}

bool Names::namespace_declares(std::string_view path, std::string_view name) const {
  if (path.empty()) return root_scope_.contains(name);
  const auto found = namespace_scopes_.find(path);
  return found != namespace_scopes_.end() && found->second.contains(name);
}

bool Names::class_declares(const TypeDecl* decl, std::string_view name) const {
  const auto found = class_scopes_.find(decl);
  return found != class_scopes_.end() && found->second.contains(name);
}

bool Names::has_function(const modules::Module* module, const std::string& name) const {
  const auto found = function_scopes_.find(module);
  return found != function_scopes_.end() && found->second.contains(name);
}

/// What a type parameter declared in a module must not be called: it would hide a type that the text below it may have to name.
Scope Names::around_parameters(const modules::Module* module) const {
  Scope scope;
  scope.stand_inside(root_scope_);
  scope.stand_inside(library_types_);
  scope.stand_inside(runtime_types_);
  if (const auto found = item_scopes_.find(module); found != item_scopes_.end()) scope.stand_inside(found->second);
  return scope;
}

void Names::name_parameters(const std::vector<types::TypeParam*>& parameters, Scope& scope) {
  for (const types::TypeParam* parameter : parameters) {
    std::string base = parameter->kind == types::TypeParam::Kind::row ? capitalized(parameter->name) : parameter->name;
    parameters_[parameter] = scope.take(std::move(base));
  }
}

/// A row that no type of the signature carries is no parameter of the template, and has no name.
void Names::name_parameters(const types::Function& function, Scope& scope) {
  const std::vector<types::TypeParam*> in_template = analysis::template_shape(function).parameters;
  for (types::TypeParam* parameter : function.parameters) {
    if (std::find(in_template.begin(), in_template.end(), parameter) == in_template.end()) {
      parameters_[parameter].clear();
    } else {
      name_parameters({parameter}, scope);
    }
  }
}

void Names::name_parameters(const types::ImplDecl& impl, Scope& scope) {
  for (types::TypeParam* parameter : impl.parameters) {
    if (analysis::has_cpp_form(parameter)) {
      name_parameters({parameter}, scope);
    } else {
      parameters_[parameter].clear();
    }
  }
}

void Names::name_type(const TypeDecl& decl, bool boxed) {
  Scope around = around_parameters(decl.module);
  name_parameters(decl.parameters, around);
  name_members(decl, boxed);
}

void Names::name_members(const TypeDecl& decl, bool boxed) {
  Scope scope;  // of the class itself
  scope.reserve(types_[&decl]);
  const auto reserve = [&](const auto& members) {
    for (const std::string_view member : members) scope.reserve(std::string(member));
  };
  reserve(own_members);
  if (boxed || decl.shape == TypeDecl::Shape::effect) reserve(handle_members);
  for (const types::TypeParam* parameter : decl.parameters) scope.reserve(parameters_[parameter]);

  if (decl.shape == TypeDecl::Shape::variant) {
    reserve(variant_members);
    scope.reserve(companions_[&decl]);
    std::vector<std::string> names;
    for (const types::Case& one : decl.cases) names.push_back(scope.take(one.name));
    for (std::size_t index = 0; index < decl.cases.size(); ++index) {
      Scope payload;
      for (const std::string& name : names) payload.reserve(name);
      payload.reserve("fields");
      for (const types::TypeParam* parameter : decl.parameters) payload.reserve(parameters_[parameter]);
      std::vector<std::string> fields;
      const std::vector<types::Field>& declared = decl.cases[index].payload;
      for (std::size_t i = 0; i < declared.size(); ++i) {
        fields.push_back(payload.take(declared[i].name.empty() ? positional_name(i, declared.size()) : declared[i].name));
      }
      payloads_[{&decl, index}] = std::move(fields);
    }
    Scope enumerators;
    const Scope& items = item_scopes_[decl.module];
    std::vector<std::string> enumerator_names;
    for (const std::string& name : names) {
      const bool hides = items.contains(name) || is_runtime_short_name(name) || library_types_.contains(name);
      enumerator_names.push_back(enumerators.take(hides ? name + "_" : name));
    }
    enumerators_[&decl] = std::move(enumerator_names);
    cases_[&decl] = std::move(names);
  } else {
    std::vector<std::string> names;
    for (const types::Field& field : decl.fields) {
      names.push_back(scope.take(decl.shape == TypeDecl::Shape::wrapper ? "value" : field.name));
    }
    fields_[&decl] = std::move(names);
  }
  class_scopes_[&decl] = std::move(scope);
}

void Names::name_trait(const types::TraitDecl& trait) {
  Scope scope;
  scope.stand_inside(runtime_types_);
  scope.reserve(traits_[&trait]);
  defaults_[&trait] = traits_[&trait] + "Defaults";
  scope.reserve(defaults_[&trait]);
  for (const types::AssociatedType& type : trait.types) associated_[{&trait, type.name}] = scope.take(type.name);
  for (const types::Function* function : trait.functions) functions_[function] = scope.take(function->name);

  Scope around = around_parameters(trait.module);
  around.reserve_all(scope);
  if (trait.self != nullptr) parameters_[trait.self] = around.take("Self");
  name_parameters(trait.parameters, around);
  for (const types::Function* function : trait.functions) {
    Scope inside = around;
    name_parameters(*function, inside);
    for (std::size_t i = 0; i < function->arguments.size(); ++i) {
      callbacks_[{function, i}] = inside.take(capitalized(function->arguments[i]->name.empty() ? "F" : function->arguments[i]->name));
    }
  }
  trait_scopes_[&trait] = std::move(scope);
}

void Names::name_impl(const types::ImplDecl& impl) {
  Scope around = around_parameters(impl.module);
  Scope* members = nullptr;
  if (impl.trait != nullptr) {
    around.reserve_all(trait_scopes_[impl.trait]);
    name_parameters(impl, around);
  } else {
    const types::Type* target = types::resolved(impl.target);
    const TypeDecl* decl = target->kind == types::Kind::nominal ? target->decl : nullptr;
    if (decl != nullptr && is_for_whole_type(impl)) {
      for (std::size_t i = 0; i < target->arguments.size(); ++i) {
        const types::Type* argument = types::resolved(target->arguments[i]);
        const types::TypeParam* own =
            argument->kind == types::Kind::parameter ? argument->parameter : argument->row->tails[0].parameter;
        parameters_[own] = parameters_[decl->parameters[i]];
        around.reserve(parameters_[own]);
      }
    } else {
      if (decl != nullptr) {
        for (const types::TypeParam* parameter : decl->parameters) around.reserve(parameters_[parameter]);
      }
      name_parameters(impl, around);
    }
    if (decl != nullptr) members = &class_scopes_[decl];
  }
  for (const types::Function* function : impl.functions) {
    if (impl.trait != nullptr) {
      const types::Function* declared = impl.trait->find(function->name);
      functions_[function] = declared == nullptr ? uncaptured(function->name) : functions_[declared];
    } else {
      functions_[function] = members == nullptr ? uncaptured(function->name) : members->take(function->name);
    }
    Scope inside = around;
    if (members != nullptr) inside.reserve_all(*members);
    name_parameters(*function, inside);
    for (std::size_t i = 0; i < function->arguments.size(); ++i) {
      callbacks_[{function, i}] = inside.take(capitalized(function->arguments[i]->name.empty() ? "F" : function->arguments[i]->name));
    }
  }
}

void Names::name_function(const types::Function& function) {
  Scope around = around_parameters(function.module);
  name_parameters(function, around);
  for (std::size_t i = 0; i < function.arguments.size(); ++i) {
    callbacks_[{&function, i}] = around.take(capitalized(function.arguments[i]->name.empty() ? "F" : function.arguments[i]->name));
  }
}

}  // namespace khora2cpp::emit
