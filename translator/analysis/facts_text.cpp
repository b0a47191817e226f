#include "analysis/facts_text.hpp"

#include <cstdlib>
#include <sstream>

#include "analysis/type_query.hpp"

namespace khora2cpp::analysis {

using types::Function;
using types::Kind;
using types::Type;
using types::TypeParam;

namespace {

constexpr const char* pragma = "@facts ";

std::vector<TypeParam*> parameters_of(const Function& function) {
  std::vector<TypeParam*> all;
  const auto add = [&](const std::vector<TypeParam*>& parameters) { all.insert(all.end(), parameters.begin(), parameters.end()); };
  add(function.parameters);
  if (function.impl != nullptr) add(function.impl->parameters);
  if (function.trait != nullptr) {
    all.push_back(function.trait->self);
    add(function.trait->parameters);
  }
  return all;
}

/// `find` among the bounds and their supertraits.
const types::TypeParam::Bound* bound_named(const std::vector<TypeParam::Bound>& bounds, const std::string& name) {
  for (const TypeParam::Bound& bound : bounds) {
    if (bound.trait->name == name) return &bound;
    if (const TypeParam::Bound* inherited = bound_named(bound.trait->supertraits, name)) return inherited;
  }
  return nullptr;
}

std::string subject_text(const Type* given) {
  const Type* type = types::resolved(given);
  if (type->kind == Kind::projection) return subject_text(type->self) + "::" + type->name;
  return types::to_string(type);
}

/// Owns the terms that interface facts mention; a program's arena is not at hand where they are read.
types::Arena& terms() {
  static thread_local types::Arena arena;
  return arena;
}

/// `A` or `A::Item`, and the bounds that hold for it.
Type* subject_of(const Function& function, const std::string& text, std::vector<TypeParam::Bound>& bounds) {
  const std::size_t separator = text.rfind("::");
  if (separator != std::string::npos) {
    std::vector<TypeParam::Bound> outer;
    Type* self = subject_of(function, text.substr(0, separator), outer);
    if (self == nullptr) return nullptr;
    const std::string name = text.substr(separator + 2);
    for (const TypeParam::Bound& bound : outer) {
      for (const types::AssociatedType& associated : bound.trait->types) {
        if (associated.name != name) continue;
        Type* type = terms().make(Kind::projection);
        type->trait = bound.trait;
        type->self = self;
        type->arguments = bound.arguments;
        type->name = name;
        bounds = associated.bounds;
        return type;
      }
    }
    return nullptr;
  }
  for (TypeParam* parameter : parameters_of(function)) {
    const bool is_self = parameter->is_self && text == "Self";
    if (parameter->name != text && !is_self) continue;
    Type* type = terms().make(Kind::parameter);
    type->parameter = parameter;
    bounds = parameter->bounds;
    if (parameter->is_self && function.trait != nullptr) {
      TypeParam::Bound own;
      own.trait = function.trait;
      bounds.push_back(own);
    }
    return type;
  }
  return nullptr;
}

bool read_bound(const Function& function, const std::string& text, BoundCall& call) {
  const std::size_t dot = text.rfind('.');
  const std::size_t method = text.rfind("::");
  if (dot == std::string::npos || method == std::string::npos || method < dot) return false;
  std::vector<TypeParam::Bound> bounds;
  call.self = subject_of(function, text.substr(0, dot), bounds);
  if (call.self == nullptr) return false;
  const TypeParam::Bound* bound = bound_named(bounds, text.substr(dot + 1, method - dot - 1));
  if (bound == nullptr) return false;
  call.trait = bound->trait;
  call.trait_arguments = bound->arguments;
  call.function = bound->trait->find(text.substr(method + 2));
  return call.function != nullptr;
}

/// `0,2`: the arguments taken by value.
void read_sinks(const std::string& text, std::vector<bool>& sinks) {
  std::istringstream numbers(text);
  for (std::string number; std::getline(numbers, number, ',');) {
    const std::size_t at = std::strtoul(number.c_str(), nullptr, 10);
    if (at > 1000) continue;  // no function has as many: the file is not ours
    if (sinks.size() <= at) sinks.resize(at + 1);
    sinks[at] = true;
  }
}

std::string sinks_text(const std::vector<bool>& sinks) {
  std::string text;
  for (std::size_t i = 0; i < sinks.size(); ++i) {
    if (sinks[i]) text += (text.empty() ? " sinks=" : ",") + std::to_string(i);
  }
  return text;
}

}  // namespace

bool read_facts(const Function& function, FunctionFacts& facts) {
  if (!function.from_interface || function.leading == nullptr) return false;
  for (const syntax::Comment& comment : *function.leading) {
    const std::size_t at = comment.text.find(pragma);
    if (at == std::string::npos) continue;
    facts.from_text = true;
    std::istringstream words(comment.text.substr(at + std::string(pragma).size()));
    for (std::string word; words >> word;) {
      if (word == "tagged") facts.tagged = true;
      if (word == "stops") facts.stops = true;
      if (word == "raises") facts.raises = true;
      if (word == "entry") facts.entry_check = true;
      if (word == "hands-off") facts.hands_off = true;
      if (word.starts_with("sinks=")) read_sinks(word.substr(6), facts.sinks);
      if (word != "depends") continue;
      while (words >> word) {
        if (word.back() == ',') word.pop_back();
        BoundCall call;
        if (read_bound(function, word, call)) facts.depends.push_back(call);
      }
    }
    return true;
  }
  return false;
}

std::string facts_text(const FunctionFacts& facts) {
  std::string text = pragma;
  text += facts.tagged ? "tagged" : "plain";
  if (facts.stops) text += " stops";
  if (facts.entry_check) text += " entry";
  if (facts.raises) text += " raises";
  if (facts.hands_off) text += " hands-off";
  text += sinks_text(facts.sinks);
  const char* separator = " depends ";
  for (const BoundCall& call : facts.depends) {
    text += separator + subject_text(call.self) + "." + call.trait->name + "::" + call.function->name;
    separator = ", ";
  }
  return text;
}

}  // namespace khora2cpp::analysis
