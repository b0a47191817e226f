// Equality, order, text and hash of values: by impl, built in, or by the parts of the value (syntax-and-types.md 4.7, 7.5).
#include "interpreter/arithmetic.hpp"
#include "interpreter/interpreter.hpp"

namespace khora2cpp::interpreter {

using types::Kind;
using types::Type;
using types::TypeDecl;

namespace {

template <class T>
int order(const T& left, const T& right) {
  return left < right ? -1 : right < left ? 1 : 0;
}

}  // namespace

Value make_case(const TypeDecl* decl, const char* name, Values parts) {
  for (std::size_t at = 0; at < decl->cases.size(); ++at) {
    if (decl->cases[at].name == name) return make_data(decl, at, std::move(parts));
  }
  throw Unsupported("`" + decl->name + "` has no case `" + name + "`");
}

bool Interpreter::equal(Type* type, const Value& left, const Value& right) {
  if (const Wide* number_left = std::get_if<Wide>(&left)) return *number_left == number(right);
  if (const bool* truth_left = std::get_if<bool>(&left)) return *truth_left == truth(right);
  if (const char32_t* character = std::get_if<char32_t>(&left)) return *character == std::get<char32_t>(right);
  if (std::holds_alternative<std::shared_ptr<const std::string>>(left)) return text_of(left) == text_of(right);
  return truth(call(instances_.of_trait(program_.eq, {}, type, "eq", {}), {left, right}));
}

int Interpreter::compare(Type* type, const Value& left, const Value& right) {
  if (const Wide* number_left = std::get_if<Wide>(&left)) return order(*number_left, number(right));
  if (const char32_t* character = std::get_if<char32_t>(&left)) return order(*character, std::get<char32_t>(right));
  if (std::holds_alternative<std::shared_ptr<const std::string>>(left)) return order(text_of(left), text_of(right));
  const Value answer = call(instances_.of_trait(program_.ord, {}, type, "cmp", {}), {left, right});
  return static_cast<int>(data(answer).which) - 1;  // Less, Equal, Greater
}

std::string Interpreter::show(Type* type, const Value& value) {
  if (std::holds_alternative<std::shared_ptr<const std::string>>(value)) return text_of(value);
  return text_of(call(instances_.of_trait(program_.show, {}, type, "show", {}), {value}));
}

Wide Interpreter::hash(Type* type, const Value& value) {
  return number(call(instances_.of_trait(program_.hash, {}, type, "hash", {}), {value}));
}

/// The types of a value's parts: elements of a tuple, fields, the payload of a case.
std::vector<Type*> Interpreter::part_types(Type* type, std::size_t which) {
  type = types::resolved(type);
  if (type->kind == Kind::tuple) return type->arguments;
  const TypeDecl& decl = *type->decl;
  const std::vector<types::Field>& fields = decl.shape == TypeDecl::Shape::variant ? decl.cases[which].payload : decl.fields;
  std::vector<Type*> result;
  for (const types::Field& field : fields) {
    result.push_back(types::normalized(program_, types::substituted(program_, field.type, decl.parameters, type->arguments)));
  }
  return result;
}

Value Interpreter::structural(const Instance& instance, const Values& arguments) {
  Type* const self = types::resolved(instance.self);
  const std::string& name = instance.function->name;
  const bool is_tuple = self->kind == Kind::tuple;
  static const Values nothing;
  const auto parts_of = [&](const Value& value) -> const Values& {
    return std::holds_alternative<Unit>(value) ? nothing : data(value).parts;
  };
  const auto which_of = [&](const Value& value) { return std::holds_alternative<Unit>(value) ? std::size_t{0} : data(value).which; };
  const Values& parts = parts_of(arguments[0]);
  const std::size_t which = which_of(arguments[0]);
  const std::vector<Type*> part_type = part_types(self, which);

  if (name == "eq") {
    if (which != which_of(arguments[1])) return false;
    for (std::size_t at = 0; at < parts.size(); ++at) {
      if (!equal(part_type[at], parts[at], parts_of(arguments[1])[at])) return false;
    }
    return true;
  }
  if (name == "cmp") {
    int result = order(which, which_of(arguments[1]));
    for (std::size_t at = 0; result == 0 && at < parts.size(); ++at) result = compare(part_type[at], parts[at], parts_of(arguments[1])[at]);
    return make_case(program_.ordering, result < 0 ? "Less" : result > 0 ? "Greater" : "Equal");
  }
  if (name == "hash") {
    Wide total = static_cast<Wide>(which);
    for (std::size_t at = 0; at < parts.size(); ++at) {
      total = wrapped(types::Builtin::int_, wrapped(types::Builtin::int_, total * 31) + hash(part_type[at], parts[at]));
    }
    return total;
  }
  if (name != "show") throw Unsupported("deriving `" + name + "` is not interpreted");
  std::vector<std::string> texts;
  for (std::size_t at = 0; at < parts.size(); ++at) texts.push_back(show(part_type[at], parts[at]));
  const auto joined = [&](const std::vector<std::string>& names) {
    std::string all;
    for (std::size_t at = 0; at < texts.size(); ++at) all += (at == 0 ? "" : ", ") + (names.empty() ? "" : names[at] + ": ") + texts[at];
    return all;
  };
  if (is_tuple) return text("(" + joined({}) + (texts.size() == 1 ? ",)" : ")"));
  const TypeDecl& decl = *self->decl;
  if (decl.shape == TypeDecl::Shape::record) {
    std::vector<std::string> names;
    for (const types::Field& field : decl.fields) names.push_back(field.name);
    return text(decl.name + (texts.empty() ? " {}" : " { " + joined(names) + " }"));
  }
  const std::string head = decl.shape == TypeDecl::Shape::variant ? decl.name + "::" + decl.cases[which].name : decl.name;
  return text(texts.empty() ? head : head + "(" + joined({}) + ")");
}

}  // namespace khora2cpp::interpreter
