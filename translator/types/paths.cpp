// Names and paths as expressions: locals, items, constants, cases, functions of types (syntax-and-types.md 3.2).
#include <algorithm>
#include <cctype>
#include <iterator>
#include <string_view>

#include "types/body.hpp"

namespace khora2cpp::types {

namespace {

struct ForeignValue {
  std::string_view name;
  const char* advice;
};

constexpr const char* printing = "`print(..)` writes a line: `import std::core::{print};`";
constexpr const char* absence = "what may be missing is an `Option`: `Option::Some(..)` or `Option::None`";

/// Values of other languages, and what stands for them here.
constexpr ForeignValue foreign_values[] = {
    {"println", printing},
    {"printf", printing},
    {"puts", printing},
    {"echo", printing},
    {"console", printing},
    {"null", absence},
    {"nil", absence},
    {"undefined", absence},
    {"None", absence},
    {"this", "the receiver of a method is `self`"},
    {"True", "write `true`"},
    {"False", "write `false`"},
    {"spawn", "fibers are started in a nursery: `nursery(fn () => { nursery.spawn(fn () => ..) })!`; `Fiber::spawn(fn () => ..)` starts one alone"},
    {"go", "fibers are started in a nursery: `nursery(fn () => { nursery.spawn(fn () => ..) })!`"},
};

}  // namespace

Expr* Body::infer_path(const syntax::Expr& written, const syntax::PathExpr& path, Type* expected) {
  const Span span = written.span;
  if (path.path.single()) {
    const syntax::Name& name = path.path.last();
    std::size_t frame = 0;
    if (Local* local = find_local(name.text, &frame)) {
      if (local->origin == Local::Origin::recursive_lambda) {
        if (frame + 2 < frames_.size()) {
          diagnostics_.error("D317", span, "only the lambda itself may use its name `" + name.text + "`, not a lambda inside it")
              .suggest("declare a named function");
          return bad(span);
        }
        recursive_used_.insert(local);
      }
      return make(span, local->type, LocalExpr{local});
    }
    for (std::size_t at = frames_.size(); at-- > 1;) {
      if (Type* effect = named_effect(at, name.text)) return make(span, effect, LocalExpr{lambda_capability(at, name.text, effect)});
    }
    const modules::Names& values = world_.names(types_).values;
    if (const auto at = values.find(name.text); at != values.end()) {
      const syntax::Item* item = at->second.item.item;
      if (const auto function = world_.functions.find(item); function != world_.functions.end()) {
        if (is_assertion(*function->second)) {
          diagnostics_.error("D323", span, "`" + name.text + "` is only called, inside a `test` block");
          return bad(span);
        }
        return function_value(instantiate(*function->second, span, name.text, nullptr), span, expected);
      }
      if (const auto constant = world_.constants.find(item); constant != world_.constants.end()) {
        if (!bodies_.ensure(*constant->second, span)) return bad(span);
        return make(span, constant->second->type, ConstantExpr{constant->second});
      }
    }
    if (TypeDecl* decl = world_.find_type(name.text, types_); decl != nullptr && decl->shape == TypeDecl::Shape::wrapper) {
      diagnostics_.error("D401", span, "the constructor `" + name.text + "` is no function value")
          .suggest("write `fn x => " + name.text + "(x)`");
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
          diagnostics_
              .error("D405", span,
                     "`" + decl->name + "::" + decl->cases[at].name + "` takes " + std::to_string(decl->cases[at].payload.size()) +
                         " value" + (decl->cases[at].payload.size() == 1 ? "" : "s"))
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
  if (find_associated(path.path, instance, reported)) return function_value(std::move(instance), span, expected);
  return bad(span);
}

void Body::report_unknown_value(const syntax::Name& name) {
  // It may be a label of a row that could not be understood.
  if (world_.is_unknown_again(name.text, name.span, types_)) return;
  if (function_.capabilities != nullptr && function_.capabilities->is_unsure) {
    diagnostics_.meet_again();
    return;
  }
  // A bare case name is the commonest mistake of all.
  for (const auto& [type_name, binding] : world_.names(types_).types) {
    const auto decl = world_.types.find(binding.item.item);
    if (decl == world_.types.end()) continue;
    for (const Case& one : decl->second->cases) {
      if (one.name == name.text) {
        diagnostics_.error("D308", name.span, "cannot find `" + name.text + "` in this scope")
            .suggest("cases are qualified: write `" + type_name + "::" + name.text + "`");
        return;
      }
    }
  }
  std::vector<std::string> candidates;
  for (const Scope& scope : scopes_) {
    for (const auto& [known, local] : scope.names) candidates.push_back(known);
  }
  for (const auto& [known, binding] : world_.names(types_).values) candidates.push_back(known);
  const std::string message = "cannot find `" + name.text + "` in this scope";
  for (diagnostics::Diagnostic& earlier : diagnostics_.all()) {
    if (earlier.code != std::string_view("D301") || earlier.message != message) continue;
    earlier.label(name.span, "and here");
    diagnostics_.meet_again();
    return;
  }
  auto& error = diagnostics_.error("D301", name.span, message);
  // A constructor or a constant stands for one thing in the whole file; two functions may well have forgotten a local of one name each.
  const bool is_one_thing = std::isupper(static_cast<unsigned char>(name.text[0])) != 0 && world_.find_type(name.text, types_) == nullptr;
  if (is_one_thing) error.subject = name.text;
  const modules::Module* core = world_.graph.find("std::core");
  const std::string close = near_miss(name.text, candidates);
  const auto* const foreign = std::find_if(std::begin(foreign_values), std::end(foreign_values),
                                           [&](const ForeignValue& one) { return one.name == name.text; });
  if (world_.names(types_).contexts.contains(name.text)) {
    error.suggest("`" + name.text + "` is a context, which is installed and is no value: `with " + name.text + " { .. }`");
  } else if (core != nullptr && core->own.values.contains(name.text)) {
    error.suggest("import it: `import std::core::{" + name.text + "};`");
    error.subject = name.text;
  } else if (const std::string advice = about_missing_capability(name.text); !advice.empty()) {
    error.suggest(advice);
  } else if (foreign != std::end(foreign_values)) {
    error.suggest(foreign->advice);
  } else if (!close.empty()) {
    error.suggest("did you mean `" + close + "`?");
  } else if (world_.find_type(name.text, types_) != nullptr) {
    error.suggest("`" + name.text + "` is a type; a value of it comes from a case, a literal or a function");
  }
}

/// For a name that nothing here has: the effect in scope that it was probably meant to label, and how to ask for it. By its name, or by the
/// operation that is called of it.
std::string Body::about_missing_capability(const std::string& name) {
  std::string by_name;
  std::vector<std::string> by_operation;
  for (const auto& [effect, binding] : world_.names(types_).types) {
    const auto found = world_.types.find(binding.item.item);
    if (found == world_.types.end() || found->second->shape != TypeDecl::Shape::effect) continue;
    std::string label = effect;
    label[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(label[0])));
    if (label == name) by_name = effect;
    const std::vector<Field>& operations = found->second->fields;
    if (std::any_of(operations.begin(), operations.end(), [&](const Field& one) { return one.name == called_operation_; })) {
      by_operation.push_back(effect);
    }
  }
  const std::string effect = !by_name.empty() ? by_name : by_operation.size() == 1 ? by_operation.front() : std::string();
  if (effect.empty()) return {};
  const bool installs = function_.role == Function::Role::test || function_.role == Function::Role::constant ||
                        (function_.role == Function::Role::function && function_.name == "main");
  return "an effect `" + effect + "` is in scope; " +
         (installs ? "install it: `with { " + name + ": handler for " + effect + " { .. } } { .. }`"
                   : "require it: `with { " + name + ": " + effect + " }`");
}

/// A member of the type that was probably meant: one spelt nearly so, or one that other languages call so. Empty when there is none.
std::string Body::near_member(const Type& type, const std::string& name, bool called) {
  if (type.kind != Kind::nominal) return {};
  std::vector<std::string> members;
  if (!called || type.decl->shape == TypeDecl::Shape::effect) {
    for (const Field& field : type.decl->fields) members.push_back(field.name);
  }
  const std::size_t fields = members.size();
  if (const auto impls = world_.inherent.find(type.decl); impls != world_.inherent.end()) {
    for (const ImplDecl* impl : impls->second) {
      for (const Function* function : impl->functions) {
        if (visible(*function) && (function->has_self || called)) members.push_back(function->name);
      }
    }
  }
  std::string meant = near_miss(name, members);
  static const std::vector<std::vector<std::string>> synonyms = {{"length", "len", "size", "count", "char_length", "byte_length"},
                                                                 {"push", "append", "add", "insert"}};
  for (const std::vector<std::string>& words : synonyms) {
    if (!meant.empty() || std::find(words.begin(), words.end(), name) == words.end()) continue;
    for (const std::string& word : words) {
      if (meant.empty() && std::find(members.begin(), members.end(), word) != members.end()) meant = word;
    }
  }
  const bool is_method = std::find(members.begin(), members.begin() + static_cast<std::ptrdiff_t>(fields), meant) ==
                         members.begin() + static_cast<std::ptrdiff_t>(fields);
  return meant.empty() || called || !is_method ? meant : meant + "()";
}

}  // namespace khora2cpp::types
