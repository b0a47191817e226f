#include <set>

#include "analysis/template_shape.hpp"
#include "analysis/type_query.hpp"
#include "emit/code.hpp"
#include "emit/reserved.hpp"

namespace khora2cpp::emit {

using namespace lower;
using types::Kind;

namespace {

/// Modules in whose namespaces argument-dependent lookup looks for a function called with a value of this type.
void associated_modules(const Type* type, std::set<const modules::Module*>& found) {
  type = types::resolved(type);
  if (type->kind == Kind::nominal && type->decl->module != nullptr) found.insert(type->decl->module);
  for (const Type* argument : type->arguments) associated_modules(argument, found);
  if (type->kind == Kind::function) {
    for (const Type* parameter : type->parameters) associated_modules(parameter, found);
    associated_modules(type->result, found);
  }
}

bool is_builtin(const Type* type, types::Builtin builtin) {
  type = types::resolved(type);
  return type->kind == Kind::nominal && type->decl->builtin == builtin;
}

/// Whether arguments are converted to parameter types that the declaration spells out.
bool parameters_are_fixed(const Callee& callee) {
  switch (callee.kind) {
    case Callee::Kind::member:
      // Methods of `impl<A> Pair<A, A>` are templates over what is not the class's.
      if (const types::ImplDecl* impl = callee.function->impl; impl != nullptr && !impl->parameters.empty() && !is_for_whole_type(*impl)) return false;
      [[fallthrough]];
    case Callee::Kind::function:
      return !analysis::template_shape(*callee.function).is_template();
    case Callee::Kind::trait_member:
      // Some defaults find out what `Self` is from their arguments.
      return callee.function->body == nullptr && !analysis::template_shape(*callee.function).is_template();
    case Callee::Kind::operation:
      return true;
    case Callee::Kind::value:
      return !callee.through_call && !std::holds_alternative<Lambda>(callee.value->node);
    case Callee::Kind::runtime:
    case Callee::Kind::method:
      return false;
  }
  return false;
}

}  // namespace

std::string Code::explicit_arguments(const Callee& callee) {
  std::string text;
  for (const Type* argument : callee.explicit_arguments) {
    if (!text.empty()) text += ", ";
    text += types_.argument(argument);
  }
  return text.empty() ? text : "<" + text + ">";
}

/// A function of the same name elsewhere would take part in the call, because of the types of the arguments.
bool Code::needs_qualifier(const Callee& callee, const std::vector<Expr*>& arguments) const {
  const Names& names = types_.input().names;
  const std::string& name = names.of(callee.function);
  if (arguments.empty()) return false;
  if (is_runtime_function(name)) return true;
  std::set<const modules::Module*> associated;
  for (const Expr* argument : arguments) {
    if (analysis::mentions_parameter(argument->type)) return true;
    associated_modules(argument->type, associated);
  }
  for (const modules::Module* module : associated) {
    if (module != callee.function->module && names.has_function(module, name)) return true;
  }
  return false;
}

Doc Code::callee(const Callee& callee, const std::vector<Expr*>& arguments) {
  const Names& names = types_.input().names;
  const std::string written = explicit_arguments(callee);
  switch (callee.kind) {
    case Callee::Kind::function:
      return types_.name(callee.function, needs_qualifier(callee, arguments)) + written;
    case Callee::Kind::member: {
      types_.uses().include(types_.input().files.stem(*callee.function) + ".hpp");
      std::string owner;
      if (is_builtin(callee.owner, types::Builtin::bool_)) {
        owner = types_.runtime("BoolMethods");
      } else if (is_builtin(callee.owner, types::Builtin::float_)) {
        owner = types_.runtime("FloatMethods");
      } else {
        owner = types_.type(callee.owner);
      }
      const bool keyword = !written.empty() && analysis::mentions_parameter(callee.owner);
      return owner + "::" + (keyword ? "template " : "") + names.of(callee.function) + written;
    }
    case Callee::Kind::trait_member: {
      const std::string owner = types_.impl(callee.function->trait, callee.owner, callee.trait_arguments);
      const bool keyword = !written.empty() && analysis::mentions_parameter(callee.owner);
      return owner + "::" + (keyword ? "template " : "") + names.of(callee.function) + written;
    }
    case Callee::Kind::value:
      return object(callee.value);
    case Callee::Kind::operation:
      return object(callee.value) + Doc("->" + names.field(callee.effect, callee.operation));
    case Callee::Kind::method:
      return object(callee.value) + Doc("." + callee.runtime_name);
    case Callee::Kind::runtime: {
      static constexpr std::string_view prefix = "khora::";
      const std::string_view full = callee.runtime_name;
      return (full.starts_with(prefix) ? types_.runtime(full.substr(prefix.size())) : std::string(full)) + written;
    }
  }
  return {};
}

Code::Piece Code::print(const Expr&, const Call& call) {
  std::vector<Doc> items;
  if (call.row == nullptr && call.callee.kind == Callee::Kind::value && call.callee.through_call) items.push_back(doc(call.callee.value));
  const bool fixed = parameters_are_fixed(call.callee);
  if (call.row != nullptr) {
    items.push_back(call.callee.kind == Callee::Kind::operation ? callee(call.callee, {}) : doc(call.callee.value));
    items.push_back(doc(call.row));
  }
  for (const Expr* argument : call.arguments) {
    // The type of a row is known from what comes before it, or is written.
    const auto* row = std::get_if<MakeRow>(&argument->node);
    items.push_back(row != nullptr ? capabilities(*row) : fixed ? initializer(argument) : doc(argument));
  }
  if (call.row != nullptr) return {Doc::list(types_.runtime("call_with") + "(", std::move(items), ")")};
  if (call.callee.kind == Callee::Kind::value && call.callee.through_call) {
    return {Doc::list(types_.runtime("call") + "(", std::move(items), ")")};
  }
  Doc called = callee(call.callee, call.arguments);
  const bool on_the_spot = call.callee.value != nullptr && std::holds_alternative<Lambda>(call.callee.value->node);
  if (!on_the_spot && called.width() != Doc::never_fits) return {Doc::list(called.flat() + "(", std::move(items), ")")};
  return {called + Doc::list("(", std::move(items), ")")};
}

Code::Piece Code::print(const Expr&, const FunctionName& name) { return {callee(name.callee, {})}; }

}  // namespace khora2cpp::emit
