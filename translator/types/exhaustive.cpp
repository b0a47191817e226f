// Exhaustiveness and reachability of patterns, by the usefulness of a row against the rows before it (P7, P9).
#include <algorithm>
#include <bit>
#include <compare>
#include <cstdlib>
#include <map>
#include <optional>

#include "types/body.hpp"

namespace khora2cpp::types {

namespace {

using PatternRow = std::vector<const Pattern*>;

/// What a pattern that is no wildcard asks of a value before it looks inside.
struct Head {
  enum class Kind { variant_case, product, boolean, literal };
  Kind kind = Kind::product;
  std::size_t index = 0;  ///< the case, or 0/1 of a boolean
  std::string literal;
  friend auto operator<=>(const Head&, const Head&) = default;
};

/// The rows of a matrix by the heads of their first patterns.
struct Columns {
  std::map<Head, std::vector<const PatternRow*>> by_head;
  std::vector<const PatternRow*> wild;
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

/// The algorithm of Maranget's "Warnings for pattern matching": a matrix is split by the heads of its first column. Where some head of a
/// type is missing from the column, only the rows with a wildcard there matter.
class Matrix {
 public:
  explicit Matrix(Solver& solver) : solver_(solver) {}

  /// A row of values that none of `rows` matches, as texts with one more behind them; empty when there is none.
  std::vector<std::string> missing(const std::vector<PatternRow>& rows, const std::vector<Type*>& types) {
    if (has_wild_row(rows)) return {};
    // A matrix beyond all reason counts as not covered: a wildcard arm settles it.
    if (types.empty() || ++steps_ > step_limit) return std::vector<std::string>(types.size() + 1, "_");
    Type* type = solver_.normalized_head(types[0]);
    const std::vector<Type*> rest(types.begin() + 1, types.end());
    const Columns columns = split(rows);
    std::optional<Head> absent;
    if (is_complete(type) && (!columns.by_head.empty() || type->kind != Kind::nominal)) {
      const std::vector<Head> heads = all_heads(type);
      const auto is_absent = [&](const Head& head) { return !columns.by_head.contains(head) && !is_empty(type, head); };
      const auto found = std::find_if(heads.begin(), heads.end(), is_absent);
      if (found == heads.end()) {
        for (const Head& head : heads) {
          if (!columns.by_head.contains(head)) continue;
          std::vector<Type*> inner = parts(type, head);
          const std::size_t count = inner.size();
          inner.insert(inner.end(), rest.begin(), rest.end());
          std::vector<std::string> texts = missing(specialized(columns, head, count), inner);
          if (!texts.empty()) return rebuilt(type, head, count, std::move(texts));
        }
        return {};
      }
      absent = *found;
    } else if (is_empty(type)) {
      return {};
    }
    std::vector<std::string> texts = missing(defaults(columns), rest);
    if (texts.empty()) return {};
    if (!absent) {
      texts.insert(texts.begin(), "_");
      return texts;
    }
    std::vector<std::string> whole = missing({}, parts(type, *absent));
    const std::size_t count = whole.size() - 1;
    whole.pop_back();
    whole.insert(whole.end(), texts.begin(), texts.end());
    return rebuilt(type, *absent, count, std::move(whole));
  }

  bool useful(const std::vector<PatternRow>& rows, const PatternRow& row, const std::vector<Type*>& types) {
    if (has_wild_row(rows)) return false;
    if (types.empty() || ++steps_ > step_limit) return true;
    Type* type = solver_.normalized_head(types[0]);
    const std::vector<Type*> rest(types.begin() + 1, types.end());
    const Columns columns = split(rows);
    const auto within = [&](const Head& head) {
      std::vector<Type*> inner = parts(type, head);
      const std::size_t count = inner.size();
      inner.insert(inner.end(), rest.begin(), rest.end());
      return useful(specialized(columns, head, count), opened(row, count), inner);
    };
    if (!is_wild(row[0])) return within(head_of(row[0]));
    if (is_complete(type) && !columns.by_head.empty()) {
      const std::vector<Head> heads = all_heads(type);
      const bool all = std::all_of(heads.begin(), heads.end(),
                                   [&](const Head& head) { return columns.by_head.contains(head) || is_empty(type, head); });
      if (all) {
        return std::any_of(heads.begin(), heads.end(), [&](const Head& head) { return columns.by_head.contains(head) && within(head); });
      }
    }
    return useful(defaults(columns), PatternRow(row.begin() + 1, row.end()), rest);
  }

  static bool is_wild(const Pattern* pattern) {
    return std::holds_alternative<WildcardPattern>(pattern->node) || std::holds_alternative<BindPattern>(pattern->node);
  }

  static Head head_of(const Pattern* pattern) {
    if (const auto* one = std::get_if<CasePattern>(&pattern->node)) return {Head::Kind::variant_case, one->index, ""};
    if (const auto* literal = std::get_if<LiteralPattern>(&pattern->node)) {
      if (literal->kind == syntax::LiteralPattern::Kind::boolean) return {Head::Kind::boolean, literal->text == "true" ? 1u : 0u, ""};
      return {Head::Kind::literal, 0, value_text(*literal)};
    }
    return {};
  }

 private:
  static constexpr std::size_t step_limit = 200'000;

  static bool has_wild_row(const std::vector<PatternRow>& rows) {
    return std::any_of(rows.begin(), rows.end(), [](const PatternRow& row) { return std::all_of(row.begin(), row.end(), is_wild); });
  }

  static bool is_bool(const Type* type) { return type->kind == Kind::nominal && type->decl->builtin == Builtin::bool_; }

  /// Whether the values of a type are exactly those of its heads.
  static bool is_complete(const Type* type) {
    if (type->kind == Kind::tuple || type->kind == Kind::never) return true;
    if (type->kind != Kind::nominal) return false;
    return is_bool(type) || type->decl->shape == TypeDecl::Shape::variant || type->decl->shape == TypeDecl::Shape::record ||
           type->decl->shape == TypeDecl::Shape::wrapper;
  }

  static std::vector<Head> all_heads(const Type* type) {
    if (type->kind == Kind::never) return {};
    if (is_bool(type)) return {{Head::Kind::boolean, 1, ""}, {Head::Kind::boolean, 0, ""}};
    if (type->kind != Kind::nominal || type->decl->shape != TypeDecl::Shape::variant) return {{}};
    std::vector<Head> heads;
    for (std::size_t at = 0; at < type->decl->cases.size(); ++at) heads.push_back({Head::Kind::variant_case, at, ""});
    return heads;
  }

  /// The types of what is inside a value with that head.
  std::vector<Type*> parts(const Type* type, const Head& head) {
    if (head.kind == Head::Kind::boolean || head.kind == Head::Kind::literal) return {};
    if (type->kind == Kind::tuple) return type->arguments;
    if (type->kind != Kind::nominal) return {};
    const std::vector<Field>& fields =
        head.kind == Head::Kind::variant_case ? type->decl->cases[head.index].payload : type->decl->fields;
    Substitution substitution;
    for (std::size_t at = 0; at < type->decl->parameters.size() && at < type->arguments.size(); ++at) {
      substitution.set(type->decl->parameters[at], type->arguments[at]);
    }
    std::vector<Type*> types;
    for (const Field& field : fields) types.push_back(substitution.empty() ? field.type : substitution.apply(solver_, field.type));
    return types;
  }

  /// Whether a type has no values, so that nothing of it needs an arm (P8). A type that contains itself has some.
  bool is_empty(Type* type) {
    type = solver_.normalized_head(type);
    if (type->kind == Kind::never) return true;
    if (!is_complete(type) || is_bool(type)) return false;
    const TypeDecl* decl = type->kind == Kind::nominal ? type->decl : nullptr;
    if (decl != nullptr && std::find(inside_.begin(), inside_.end(), decl) != inside_.end()) return false;
    inside_.push_back(decl);
    const std::vector<Head> heads = all_heads(type);
    const bool empty = std::all_of(heads.begin(), heads.end(), [&](const Head& head) { return is_empty(type, head); });
    inside_.pop_back();
    return empty;
  }
  bool is_empty(const Type* type, const Head& head) {
    const std::vector<Type*> inner = parts(type, head);
    return std::any_of(inner.begin(), inner.end(), [&](Type* part) { return is_empty(part); });
  }

  static const Pattern* wild() {
    static const Pattern wildcard{{}, nullptr, WildcardPattern{}};
    return &wildcard;
  }

  static Columns split(const std::vector<PatternRow>& rows) {
    Columns columns;
    for (const PatternRow& row : rows) {
      if (is_wild(row[0])) columns.wild.push_back(&row);
      else columns.by_head[head_of(row[0])].push_back(&row);
    }
    return columns;
  }

  static std::vector<PatternRow> defaults(const Columns& columns) {
    std::vector<PatternRow> rows;
    for (const PatternRow* row : columns.wild) rows.emplace_back(row->begin() + 1, row->end());
    return rows;
  }

  /// The rows that match values with that head, with the patterns for its `count` parts in front.
  static std::vector<PatternRow> specialized(const Columns& columns, const Head& head, std::size_t count) {
    std::vector<PatternRow> rows;
    if (const auto found = columns.by_head.find(head); found != columns.by_head.end()) {
      for (const PatternRow* row : found->second) rows.push_back(opened(*row, count));
    }
    for (const PatternRow* row : columns.wild) rows.push_back(opened(*row, count));
    return rows;
  }

  /// The row with its first pattern replaced by those for its parts.
  static PatternRow opened(const PatternRow& row, std::size_t count) {
    PatternRow inner;
    const Pattern* first = row[0];
    if (const auto* one = std::get_if<CasePattern>(&first->node)) {
      inner.assign(one->arguments.begin(), one->arguments.end());
    } else if (const auto* wrapper = std::get_if<WrapperPattern>(&first->node)) {
      inner.push_back(wrapper->inner);
    } else if (const auto* record = std::get_if<RecordPattern>(&first->node)) {
      inner.assign(count, wild());
      for (const auto& [index, part] : record->fields) {
        if (index < inner.size()) inner[index] = part;
      }
    } else if (const auto* tuple = std::get_if<TuplePattern>(&first->node)) {
      inner.assign(tuple->elements.begin(), tuple->elements.end());
    }
    inner.resize(count, wild());
    inner.insert(inner.end(), row.begin() + 1, row.end());
    return inner;
  }

  /// Folds the texts of the `count` parts into one.
  static std::vector<std::string> rebuilt(const Type* type, const Head& head, std::size_t count, std::vector<std::string> found) {
    std::string text;
    std::string inside;
    for (std::size_t at = 0; at < count && at < found.size(); ++at) {
      if (type->kind == Kind::nominal && type->decl->shape == TypeDecl::Shape::record) {
        inside += (at == 0 ? " " : ", ") + type->decl->fields[at].name + ": " + found[at];
      } else {
        inside += (at == 0 ? "" : ", ") + found[at];
      }
    }
    switch (head.kind) {
      case Head::Kind::boolean: text = head.index == 1 ? "true" : "false"; break;
      case Head::Kind::variant_case:
        text = type->decl->name + "::" + type->decl->cases[head.index].name;
        if (count != 0) text += "(" + inside + ")";
        break;
      case Head::Kind::product:
        if (type->kind == Kind::tuple) {
          text = "(" + inside + (count == 1 ? ",)" : ")");
        } else if (type->decl->shape == TypeDecl::Shape::record) {
          text = type->decl->name + " {" + inside + (count == 0 ? "}" : " }");
        } else {
          text = type->decl->name + "(" + inside + ")";
        }
        break;
      case Head::Kind::literal: text = head.literal; break;
    }
    std::vector<std::string> result{text};
    for (std::size_t at = count; at < found.size(); ++at) result.push_back(found[at]);
    return result;
  }

  Solver& solver_;
  std::size_t steps_ = 0;
  std::vector<const TypeDecl*> inside_;  ///< types whose emptiness is being asked about
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

std::vector<std::size_t> unreachable(Solver& solver, const std::vector<Arm>& arms, Type* type) {
  std::vector<std::size_t> found;
  // An arm is compared with those before it that have its head, and with wildcards.
  std::map<Head, std::vector<const Pattern*>> by_head;
  std::vector<const Pattern*> wild;
  std::vector<const Pattern*> all;
  for (std::size_t at = 0; at < arms.size(); ++at) {
    const Pattern* pattern = arms[at].pattern;
    const bool is_wild = Matrix::is_wild(pattern);
    const Head head = is_wild ? Head{} : Matrix::head_of(pattern);
    std::vector<const Pattern*> before = is_wild ? all : by_head[head];
    if (!is_wild) before.insert(before.end(), wild.begin(), wild.end());
    if (!useful(solver, before, pattern, type)) found.push_back(at);
    if (arms[at].guard != nullptr) continue;
    all.push_back(pattern);
    (is_wild ? wild : by_head[head]).push_back(pattern);
  }
  return found;
}

}  // namespace khora2cpp::types
