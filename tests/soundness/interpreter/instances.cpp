#include "interpreter/instances.hpp"

#include "interpreter/outcome.hpp"

namespace khora2cpp::interpreter {

using types::Kind;
using types::Type;

namespace {

void append(std::string& text, const Type* type);

void append(std::string& text, const void* identity) { text += std::to_string(reinterpret_cast<std::uintptr_t>(identity)); }

void append(std::string& text, const types::Row& row) {
  const types::Row flat = types::flattened(row);
  text += '{';
  for (const auto& [label, type] : flat.entries) {
    text += label + ':';
    append(text, type);
    text += ',';
  }
  for (const Type* type : flat.unlabeled) {
    text += '+';
    append(text, type);
  }
  text += '}';
}

void append(std::string& text, const std::vector<Type*>& list) {
  text += '<';
  for (const Type* one : list) {
    append(text, one);
    text += ',';
  }
  text += '>';
}

void append(std::string& text, const Type* type) {
  type = types::resolved(type);
  switch (type->kind) {
    case Kind::nominal:
      append(text, static_cast<const void*>(type->decl));
      if (!type->arguments.empty()) append(text, type->arguments);
      break;
    case Kind::tuple:
      text += 't';
      append(text, type->arguments);
      break;
    case Kind::function:
      text += 'f';
      append(text, type->parameters);
      append(text, type->result);
      if (type->capabilities != nullptr) append(text, *type->capabilities);
      if (type->failures != nullptr) append(text, *type->failures);
      break;
    case Kind::constant: text += '#' + std::to_string(type->value); break;
    case Kind::row: append(text, *type->row); break;
    case Kind::never: text += '!'; break;
    case Kind::parameter:
      text += 'p';
      append(text, static_cast<const void*>(type->parameter));
      break;
    default: text += '?' + types::to_string(type); break;
  }
}

}  // namespace

std::string key(const Type* type) {
  std::string text;
  append(text, type);
  return text;
}

Type* Instances::closed(const Instance& inside, Type* type) {
  const auto known = inside.closed.find(type);
  if (known != inside.closed.end()) return known->second;
  Type* result = type;
  if (!inside.parameters.empty()) result = types::substituted(program_, type, inside.parameters, inside.arguments);
  result = types::normalized(program_, result);
  inside.closed.emplace(type, result);
  return result;
}

const Instance& Instances::interned(Instance instance) {
  std::string name;
  append(name, static_cast<const void*>(instance.function));
  name += static_cast<char>('0' + static_cast<int>(instance.kind));
  if (instance.self != nullptr) append(name, instance.self);
  append(name, instance.arguments);
  auto& place = known_[name];
  if (!place) place = std::make_unique<Instance>(std::move(instance));
  return *place;
}

const Instance& Instances::plain(const types::Function& function) {
  Instance instance;
  instance.function = &function;
  return interned(std::move(instance));
}

const Instance& Instances::callee(const Instance& inside, const types::Callee& callee) {
  const auto known = inside.callees.find(&callee);
  if (known != inside.callees.end()) return *known->second;
  const types::Function& function = *callee.function;
  std::vector<Type*> own;
  for (Type* argument : callee.arguments) own.push_back(closed(inside, argument));
  const Instance* result = nullptr;
  if (function.trait != nullptr) {
    std::vector<Type*> trait_arguments;
    for (Type* argument : callee.trait_arguments) trait_arguments.push_back(closed(inside, argument));
    result = &of_trait(function.trait, trait_arguments, closed(inside, callee.self), function.name, own);
  } else {
    Instance instance;
    instance.function = &function;
    if (function.impl != nullptr) {
      instance.parameters = function.impl->parameters;
      for (Type* argument : callee.owner_arguments) instance.arguments.push_back(closed(inside, argument));
    }
    instance.parameters.insert(instance.parameters.end(), function.parameters.begin(), function.parameters.end());
    instance.arguments.insert(instance.arguments.end(), own.begin(), own.end());
    if (function.body == nullptr) instance.kind = Instance::Kind::native;
    result = &interned(std::move(instance));
  }
  inside.callees.emplace(&callee, result);
  return *result;
}

const Instance& Instances::of_trait(const types::TraitDecl* trait, const std::vector<Type*>& trait_arguments, Type* self,
                                    const std::string& name, const std::vector<Type*>& own) {
  std::string asked = name + ' ';
  append(asked, static_cast<const void*>(trait));
  append(asked, trait_arguments);
  append(asked, self);
  append(asked, own);
  const auto known = chosen_.find(asked);
  if (known != chosen_.end()) return *known->second;

  Instance instance;
  instance.function = trait->find(name);
  instance.self = self;
  const auto add = [&](const std::vector<types::TypeParam*>& parameters, const std::vector<Type*>& arguments) {
    instance.parameters.insert(instance.parameters.end(), parameters.begin(), parameters.end());
    for (Type* argument : arguments) instance.arguments.push_back(types::normalized(program_, argument));
  };
  const bool is_structural = trait == program_.eq || trait == program_.ord || trait == program_.show || trait == program_.hash;
  if (types::resolved(self)->kind == Kind::tuple && is_structural) {
    instance.kind = Instance::Kind::structural;
  } else {
    const types::SelectedImpl selected = types::select_impl(program_, trait, trait_arguments, self);
    if (selected.impl == nullptr) throw Unsupported("no impl of " + trait->name + " for " + types::to_string(self));
    if (const types::Function* written = selected.impl->find(name)) {
      instance.function = written;
      add(selected.impl->parameters, selected.arguments);
      add(written->parameters, own);
      if (written->body == nullptr) instance.kind = Instance::Kind::native;
    } else if (selected.impl->is_derived) {
      instance.kind = Instance::Kind::structural;
    } else {  // the trait's default
      add({trait->self}, {self});
      add(trait->parameters, trait_arguments);
      add(instance.function->parameters, own);
    }
  }
  const Instance& result = interned(std::move(instance));
  chosen_.emplace(std::move(asked), &result);
  return result;
}

}  // namespace khora2cpp::interpreter
