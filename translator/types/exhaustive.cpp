// Exhaustiveness and reachability of patterns, by the usefulness of a row against the rows before it (P7, P9).
#include <algorithm>
#include <bit>
#include <cstdlib>

#include "types/body.hpp"

namespace khora2cpp::types {

namespace {

using PatternRow = std::vector<const Pattern*>;

/// A shape that the first column of a matrix can be split by.
struct Shape {
  enum class Kind { variant_case, product, boolean, literal };
  Kind kind;
  std::size_t index = 0;                 ///< the case, or 0/1 of a boolean
  std::string literal;
  std::vector<Type*> parts;
};

/// Literals of one value have one text, however they are written.
std::string value_text(const LiteralPattern& literal) {
  if (literal.kind == syntax::LiteralPattern::Kind::integer) {
    const std::size_t first = literal.text.find_first_not_of('0');
    return first == std::string::npos ? "0" : literal.text.substr(first);
  }
  if (literal.kind == syntax::LiteralPattern::Kind::floating) {
    return std::to_string(std::bit_cast<std::uint64_t>(std::strtod(literal.text.c_str(), nullptr)));
  }
  return literal.text;
}

class Matrix {
 public:
  explicit Matrix(Solver& solver) : solver_(solver) {}

  /// A row of values that none of `rows` matches, as texts; empty when there is none.
  std::vector<std::string> missing(const std::vector<PatternRow>& rows, const std::vector<Type*>& types) {
    if (types.empty()) return rows.empty() ? std::vector<std::string>{"."} : std::vector<std::string>{};
    if (++steps_ > 200000) return {};
    const std::vector<Type*> rest(types.begin() + 1, types.end());
    Type* type = solver_.normalized_head(types[0]);
    const std::vector<Shape> shapes = all_shapes(type, rows);
    const bool complete = is_complete(type);
    const bool used = std::any_of(rows.begin(), rows.end(), [](const PatternRow& row) { return !is_wild(row[0]); });
    if (complete && (used || type->kind != Kind::nominal)) {
      for (const Shape& shape : shapes) {
        std::vector<Type*> inner = shape.parts;
        inner.insert(inner.end(), rest.begin(), rest.end());
        std::vector<std::string> found = missing(specialized(rows, shape), inner);
        if (found.empty()) continue;
        return rebuilt(type, shape, std::move(found), rest.empty());
      }
      return {};
    }
    // Literals, or nothing but wildcards: a value that no literal names is left over.
    std::vector<PatternRow> defaults;
    for (const PatternRow& row : rows) {
      if (is_wild(row[0])) defaults.emplace_back(row.begin() + 1, row.end());
    }
    std::vector<std::string> found = missing(defaults, rest);
    if (found.empty()) return {};
    found.insert(found.begin(), "_");
    return found;
  }

  bool useful(const std::vector<PatternRow>& rows, const PatternRow& row, const std::vector<Type*>& types) {
    if (types.empty()) return rows.empty();
    if (++steps_ > 200000) return true;
    const std::vector<Type*> rest(types.begin() + 1, types.end());
    Type* type = solver_.normalized_head(types[0]);
    if (!is_wild(row[0])) {
      const Shape shape = shape_of(type, row[0]);
      std::vector<Type*> inner = shape.parts;
      inner.insert(inner.end(), rest.begin(), rest.end());
      return useful(specialized(rows, shape), specialized({row}, shape)[0], inner);
    }
    if (is_complete(type)) {
      const bool used = std::any_of(rows.begin(), rows.end(), [](const PatternRow& one) { return !is_wild(one[0]); });
      if (used) {
        for (const Shape& shape : all_shapes(type, rows)) {
          std::vector<Type*> inner = shape.parts;
          inner.insert(inner.end(), rest.begin(), rest.end());
          if (useful(specialized(rows, shape), specialized({row}, shape)[0], inner)) return true;
        }
        return false;
      }
    }
    std::vector<PatternRow> defaults;
    for (const PatternRow& one : rows) {
      if (is_wild(one[0])) defaults.emplace_back(one.begin() + 1, one.end());
    }
    return useful(defaults, PatternRow(row.begin() + 1, row.end()), rest);
  }

 private:
  static bool is_wild(const Pattern* pattern) {
    return std::holds_alternative<WildcardPattern>(pattern->node) || std::holds_alternative<BindPattern>(pattern->node);
  }

  static bool is_bool(const Type* type) { return type->kind == Kind::nominal && type->decl->builtin == Builtin::bool_; }

  /// Whether the values of a type are exactly its shapes.
  static bool is_complete(const Type* type) {
    if (type->kind == Kind::tuple || type->kind == Kind::never) return true;
    if (type->kind != Kind::nominal) return false;
    return is_bool(type) || type->decl->shape == TypeDecl::Shape::variant || type->decl->shape == TypeDecl::Shape::record ||
           type->decl->shape == TypeDecl::Shape::wrapper;
  }

  std::vector<Type*> parts(const Type* type, const std::vector<Field>& fields) {
    Substitution substitution;
    for (std::size_t at = 0; at < type->decl->parameters.size() && at < type->arguments.size(); ++at) {
      substitution.set(type->decl->parameters[at], type->arguments[at]);
    }
    std::vector<Type*> types;
    for (const Field& field : fields) types.push_back(substitution.empty() ? field.type : substitution.apply(solver_, field.type));
    return types;
  }

  std::vector<Shape> all_shapes(Type* type, const std::vector<PatternRow>& rows) {
    std::vector<Shape> shapes;
    if (type->kind == Kind::never) return shapes;
    if (type->kind == Kind::tuple) return {{Shape::Kind::product, 0, "", type->arguments}};
    if (is_bool(type)) return {{Shape::Kind::boolean, 1, "", {}}, {Shape::Kind::boolean, 0, "", {}}};
    if (type->kind == Kind::nominal && type->decl->shape == TypeDecl::Shape::variant) {
      for (std::size_t at = 0; at < type->decl->cases.size(); ++at) {
        shapes.push_back({Shape::Kind::variant_case, at, "", parts(type, type->decl->cases[at].payload)});
      }
      return shapes;
    }
    if (type->kind == Kind::nominal && (type->decl->shape == TypeDecl::Shape::record || type->decl->shape == TypeDecl::Shape::wrapper)) {
      return {{Shape::Kind::product, 0, "", parts(type, type->decl->fields)}};
    }
    for (const PatternRow& row : rows) {
      if (!is_wild(row[0])) shapes.push_back(shape_of(type, row[0]));
    }
    return shapes;
  }

  Shape shape_of(Type* type, const Pattern* pattern) {
    if (const auto* one = std::get_if<CasePattern>(&pattern->node)) {
      return {Shape::Kind::variant_case, one->index, "",
              type->kind == Kind::nominal ? parts(type, one->decl->cases[one->index].payload) : std::vector<Type*>()};
    }
    if (const auto* literal = std::get_if<LiteralPattern>(&pattern->node)) {
      if (literal->kind == syntax::LiteralPattern::Kind::boolean) return {Shape::Kind::boolean, literal->text == "true" ? 1u : 0u, "", {}};
      return {Shape::Kind::literal, 0, value_text(*literal), {}};
    }
    if (type->kind == Kind::tuple) return {Shape::Kind::product, 0, "", type->arguments};
    return {Shape::Kind::product, 0, "", type->kind == Kind::nominal ? parts(type, type->decl->fields) : std::vector<Type*>()};
  }

  const Pattern* wild() {
    static const Pattern wildcard{{}, nullptr, WildcardPattern{}};
    return &wildcard;
  }

  std::vector<PatternRow> specialized(const std::vector<PatternRow>& rows, const Shape& shape) {
    std::vector<PatternRow> result;
    for (const PatternRow& row : rows) {
      PatternRow inner;
      const Pattern* first = row[0];
      if (is_wild(first)) {
        inner.assign(shape.parts.size(), wild());
      } else if (const auto* one = std::get_if<CasePattern>(&first->node)) {
        if (shape.kind != Shape::Kind::variant_case || one->index != shape.index) continue;
        inner.assign(one->arguments.begin(), one->arguments.end());
      } else if (const auto* literal = std::get_if<LiteralPattern>(&first->node)) {
        if (literal->kind == syntax::LiteralPattern::Kind::boolean
                ? shape.kind != Shape::Kind::boolean || (literal->text == "true") != (shape.index == 1)
                : shape.kind != Shape::Kind::literal || value_text(*literal) != shape.literal) {
          continue;
        }
      } else if (const auto* wrapper = std::get_if<WrapperPattern>(&first->node)) {
        inner.push_back(wrapper->inner);
      } else if (const auto* record = std::get_if<RecordPattern>(&first->node)) {
        inner.assign(shape.parts.size(), wild());
        for (const auto& [index, part] : record->fields) {
          if (index < inner.size()) inner[index] = part;
        }
      } else if (const auto* tuple = std::get_if<TuplePattern>(&first->node)) {
        inner.assign(tuple->elements.begin(), tuple->elements.end());
      }
      if (inner.size() != shape.parts.size()) inner.resize(shape.parts.size(), wild());
      inner.insert(inner.end(), row.begin() + 1, row.end());
      result.push_back(std::move(inner));
    }
    return result;
  }

  /// Folds the texts of a shape's parts into one.
  std::vector<std::string> rebuilt(const Type* type, const Shape& shape, std::vector<std::string> found, bool) {
    const std::size_t count = shape.parts.size();
    std::string text;
    std::string inside;
    for (std::size_t at = 0; at < count && at < found.size(); ++at) {
      if (type->kind == Kind::nominal && type->decl->shape == TypeDecl::Shape::record) {
        inside += (at == 0 ? " " : ", ") + type->decl->fields[at].name + ": " + found[at];
      } else {
        inside += (at == 0 ? "" : ", ") + found[at];
      }
    }
    switch (shape.kind) {
      case Shape::Kind::boolean: text = shape.index == 1 ? "true" : "false"; break;
      case Shape::Kind::variant_case:
        text = type->decl->name + "::" + type->decl->cases[shape.index].name;
        if (count != 0) text += "(" + inside + ")";
        break;
      case Shape::Kind::product:
        if (type->kind == Kind::tuple) {
          text = "(" + inside + (count == 1 ? ",)" : ")");
        } else if (type->decl->shape == TypeDecl::Shape::record) {
          text = type->decl->name + " {" + inside + (count == 0 ? "}" : " }");
        } else {
          text = type->decl->name + "(" + inside + ")";
        }
        break;
      case Shape::Kind::literal: text = shape.literal; break;
    }
    std::vector<std::string> result{text};
    for (std::size_t at = count; at < found.size(); ++at) result.push_back(found[at]);
    return result;
  }

  Solver& solver_;
  std::size_t steps_ = 0;
};

}  // namespace

std::string uncovered(Solver& solver, const std::vector<const Pattern*>& rows, Type* type) {
  std::vector<PatternRow> matrix;
  for (const Pattern* pattern : rows) matrix.push_back({pattern});
  const std::vector<std::string> found = Matrix(solver).missing(matrix, {type});
  return found.empty() ? "" : found[0];
}

bool useful(Solver& solver, const std::vector<const Pattern*>& rows, const Pattern* pattern, Type* type) {
  std::vector<PatternRow> matrix;
  for (const Pattern* row : rows) matrix.push_back({row});
  return Matrix(solver).useful(matrix, {pattern}, {type});
}

}  // namespace khora2cpp::types
