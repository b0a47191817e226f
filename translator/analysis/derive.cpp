#include "analysis/derive.hpp"

#include "analysis/derive_schema.hpp"
#include "analysis/type_query.hpp"
#include "types/typed_builder.hpp"

namespace khora2cpp::analysis {

using syntax::BinaryOp;
using types::Builtin;
using types::Expr;
using types::Function;
using types::Local;
using types::Pattern;
using types::Type;
using types::TypeDecl;

namespace {

class Deriver {
 public:
  Deriver(types::Program& program, types::ImplDecl& impl)
      : program_(program), impl_(impl), build_(program, impl.span), decl_(*declaration(impl.target)) {}

  void run() {
    if (impl_.trait == program_.eq) add("eq", true, Builtin::bool_, nullptr);
    if (impl_.trait == program_.ord) add("cmp", true, Builtin::none, program_.ordering);
    if (impl_.trait == program_.show) add("show", false, Builtin::string, nullptr);
    if (impl_.trait == program_.hash) add("hash", false, Builtin::int_, nullptr);
  }

 private:
  using Parts = std::vector<Expr*>;

  void add(const char* name, bool binary, Builtin builtin, const TypeDecl* nominal) {
    const Function* declared = impl_.trait->find(name);
    if (declared == nullptr) return;
    Function& function = program_.functions.emplace_back();
    function.name = name;
    function.role = Function::Role::impl_member;
    function.span = impl_.span;
    function.name_span = impl_.name_span;
    function.module = impl_.module;
    function.file = impl_.file;
    function.impl = &impl_;
    function.has_self = true;
    function.result = nominal != nullptr ? build_.nominal(nominal) : build_.builtin(builtin);
    function.capabilities = program_.arena.make_row();
    function.failures = program_.arena.make_row();
    self_ = build_.local(Local::Origin::parameter, "self", impl_.target);
    function.arguments.push_back(self_);
    if (binary) {
      other_ = build_.local(Local::Origin::parameter, "other", impl_.target);
      function.arguments.push_back(other_);
    }
    result_ = function.result;
    Expr* value = impl_.trait == program_.eq    ? eq()
                  : impl_.trait == program_.ord ? cmp()
                  : impl_.trait == program_.show ? show()
                                                 : hash();
    function.body = std::holds_alternative<types::BlockExpr>(value->node) ? value : build_.block({}, value);
    impl_.functions.push_back(&function);
  }

  // ---- parts of a value -----------------------------------------------------------------------------------------------------

  Type* field_type(const types::Field& field) {
    return types::substituted(program_, field.type, decl_.parameters, types::resolved(impl_.target)->arguments);
  }
  /// Reads of all fields of a record or the value of a wrapper, of `from`.
  Parts fields(Local* from) {
    Parts parts;
    for (std::size_t i = 0; i < decl_.fields.size(); ++i) {
      parts.push_back(build_.field(build_.read(from), &decl_, i, field_type(decl_.fields[i])));
    }
    return parts;
  }
  /// `T::Case(name_1, ..)`, with reads of what it binds.
  Pattern* case_pattern(std::size_t index, const char* prefix, Parts& parts) {
    types::CasePattern node{&decl_, index, {}};
    const types::Case& one = decl_.cases[index];
    for (std::size_t i = 0; i < one.payload.size(); ++i) {
      const std::string& written = one.payload[i].name;
      std::string name = prefix;
      name += written.empty() ? (one.payload.size() == 1 ? "value" : "value_" + std::to_string(i + 1)) : written;
      Local* local = build_.local(Local::Origin::pattern, name, field_type(one.payload[i]));
      node.arguments.push_back(build_.bind(local));
      parts.push_back(build_.read(local));
    }
    return build_.pattern(impl_.target, std::move(node));
  }
  Pattern* any_payload(std::size_t index) {
    types::CasePattern node{&decl_, index, {}};
    for (const types::Field& field : decl_.cases[index].payload) node.arguments.push_back(build_.wildcard(field_type(field)));
    return build_.pattern(impl_.target, std::move(node));
  }
  /// `Knots(v)` for a wrapper.
  Pattern* wrapper_pattern(const char* name, Parts& parts) {
    Local* local = build_.local(Local::Origin::pattern, name, field_type(decl_.fields.front()));
    parts.push_back(build_.read(local));
    return build_.pattern(impl_.target, types::WrapperPattern{&decl_, build_.bind(local)});
  }

  /// `combine` of the parts of `self` and `other` where both are in the same case; `otherwise` where they are not.
  template <class Combine>
  Expr* on_both(Combine&& combine, Expr* (Deriver::*otherwise)()) {
    switch (decl_.shape) {
      case TypeDecl::Shape::variant: {
        std::vector<std::pair<Pattern*, Expr*>> arms;
        for (std::size_t i = 0; i < decl_.cases.size(); ++i) {
          Parts left;
          Parts right;
          Pattern* pattern = case_pattern(i, "", left);
          if (left.empty() && otherwise == &Deriver::equal) {  // the cases agree already
            arms.emplace_back(pattern, equal());
            continue;
          }
          std::vector<std::pair<Pattern*, Expr*>> inner;
          Pattern* other = case_pattern(i, "other_", right);
          inner.emplace_back(other, combine(left, right));
          if (decl_.cases.size() > 1) inner.emplace_back(build_.wildcard(impl_.target), (this->*otherwise)());
          arms.emplace_back(pattern, build_.match(result_, build_.read(other_), std::move(inner)));
        }
        return build_.match(result_, build_.read(self_), std::move(arms));
      }
      case TypeDecl::Shape::wrapper: {
        Parts left;
        Parts right;
        Pattern* pattern = wrapper_pattern("value", left);
        Pattern* other = wrapper_pattern("other_value", right);
        Expr* inner = build_.match(result_, build_.read(other_), {{other, combine(left, right)}});
        return build_.match(result_, build_.read(self_), {{pattern, inner}});
      }
      default:
        return combine(fields(self_), fields(other_));
    }
  }

  /// `combine` of the parts of `self`, with the index of its case.
  template <class Combine>
  Expr* on_self(Combine&& combine) {
    switch (decl_.shape) {
      case TypeDecl::Shape::variant: {
        std::vector<std::pair<Pattern*, Expr*>> arms;
        for (std::size_t i = 0; i < decl_.cases.size(); ++i) {
          Parts parts;
          Pattern* pattern = case_pattern(i, "", parts);
          arms.emplace_back(pattern, combine(parts, i));
        }
        return build_.match(result_, build_.read(self_), std::move(arms));
      }
      case TypeDecl::Shape::wrapper: {
        Parts parts;
        Pattern* pattern = wrapper_pattern("value", parts);
        return build_.match(result_, build_.read(self_), {{pattern, combine(parts, 0)}});
      }
      default:
        return combine(fields(self_), 0);
    }
  }

  // ---- the four traits ------------------------------------------------------------------------------------------------------

  Expr* no() { return build_.boolean(false); }

  Expr* eq() {
    return on_both(
        [&](const Parts& left, const Parts& right) {
          Expr* all = nullptr;
          for (std::size_t i = 0; i < left.size(); ++i) {
            Expr* same = build_.binary(BinaryOp::equal, result_, left[i], right[i]);
            all = all == nullptr ? same : build_.binary(BinaryOp::logical_and, result_, all, same);
          }
          return all == nullptr ? build_.boolean(true) : all;
        },
        &Deriver::no);
  }

  Expr* equal() { return ordering("Equal"); }
  Expr* ordering(const char* name) {
    std::size_t index = 0;
    while (index < program_.ordering->cases.size() && program_.ordering->cases[index].name != name) ++index;
    return build_.expr(result_, types::CaseExpr{program_.ordering, index, {}});
  }

  Expr* compare(Expr* left, Expr* right) { return build_.trait_call(program_.ord->find("cmp"), result_, {left, right}); }
  /// `if left != right { return cmp }` for an `Ordering` that was just worked out.
  types::Statement return_unless_equal(Local* order) {
    std::size_t index = 0;
    while (index < program_.ordering->cases.size() && program_.ordering->cases[index].name != "Equal") ++index;
    Type* unit = program_.arena.make(types::Kind::tuple);
    Expr* nothing = build_.expr(unit, types::UnitExpr{});
    Pattern* is_equal = build_.pattern(order->type, types::CasePattern{program_.ordering, index, {}});
    return build_.statement(build_.match(
        unit, build_.read(order), {{is_equal, nothing}, {build_.wildcard(order->type), build_.returns(build_.read(order))}}));
  }

  Expr* cmp() {
    const auto fields_in_order = [&](const Parts& left, const Parts& right) -> Expr* {
      if (left.empty()) return equal();
      std::vector<types::Statement> statements;
      for (std::size_t i = 0; i + 1 < left.size(); ++i) {
        Local* order = build_.local(Local::Origin::let, "order", result_);
        statements.push_back(build_.let(order, compare(left[i], right[i])));
        statements.push_back(return_unless_equal(order));
      }
      Expr* last = compare(left.back(), right.back());
      return statements.empty() ? last : build_.block(std::move(statements), last);
    };
    if (decl_.shape != TypeDecl::Shape::variant || decl_.cases.size() < 2) return on_both(fields_in_order, &Deriver::equal);

    // The position of the case decides first; then both are in one case.
    Type* integer = build_.builtin(Builtin::int_);
    const auto position = [&](Local* of) {
      std::vector<std::pair<Pattern*, Expr*>> arms;
      for (std::size_t i = 0; i < decl_.cases.size(); ++i) arms.emplace_back(any_payload(i), build_.integer(i));
      return build_.match(integer, build_.read(of), std::move(arms));
    };
    Local* mine = build_.local(Local::Origin::let, "position", integer);
    Local* theirs = build_.local(Local::Origin::let, "other_position", integer);
    std::vector<types::Statement> statements{build_.let(mine, position(self_)), build_.let(theirs, position(other_))};
    Expr* by_position = compare(build_.read(mine), build_.read(theirs));
    bool has_payload = false;
    for (const types::Case& one : decl_.cases) has_payload = has_payload || !one.payload.empty();
    if (!has_payload) return build_.block(std::move(statements), by_position);
    Local* order = build_.local(Local::Origin::let, "order", result_);
    statements.push_back(build_.let(order, by_position));
    statements.push_back(return_unless_equal(order));
    return build_.block(std::move(statements), on_both(fields_in_order, &Deriver::equal));
  }

  Expr* show() {
    return on_self([&](const Parts& parts, std::size_t index) {
      const bool is_record = decl_.shape == TypeDecl::Shape::record;
      const bool is_variant = decl_.shape == TypeDecl::Shape::variant;
      std::string open = decl_.name;
      if (is_variant) open += "::" + decl_.cases[index].name;
      if (parts.empty()) return build_.text({is_record ? open + " {}" : open}, {});
      std::vector<std::string> pieces;
      std::string before = open + (is_record ? " { " : "(");
      for (std::size_t i = 0; i < parts.size(); ++i) {
        pieces.push_back(is_record ? before + decl_.fields[i].name + ": " : before);
        before = ", ";
      }
      pieces.push_back(is_record ? " }" : ")");
      return build_.text(std::move(pieces), parts);
    });
  }

  /// An inherent function of `Int`.
  const Function* int_function(const char* name) {
    const TypeDecl* integer = program_.builtin(Builtin::int_);
    for (const types::ImplDecl& impl : program_.impl_decls) {
      if (impl.trait != nullptr || declaration(impl.target) != integer) continue;
      if (const Function* found = impl.find(name)) return found;
    }
    return nullptr;
  }

  /// `31 * seed + hash(part)` for each part, without ever overflowing; the seed is the position of the case.
  Expr* hash() {
    const Function* multiply = int_function("wrapping_mul");
    const Function* add = int_function("wrapping_add");
    return on_self([&](const Parts& parts, std::size_t index) {
      Expr* total = decl_.shape == TypeDecl::Shape::variant ? build_.integer(index) : nullptr;
      for (Expr* part : parts) {
        Expr* one = build_.trait_call(program_.hash->find("hash"), result_, {part});
        if (total == nullptr) {
          total = one;
          continue;
        }
        total = int_call(add, {int_call(multiply, {total, build_.integer(31)}), one});
      }
      return total == nullptr ? build_.integer(0) : total;
    });
  }
  Expr* int_call(const Function* function, Parts arguments) {
    types::CallExpr call;
    call.callee.function = function;
    call.arguments = std::move(arguments);
    return build_.expr(result_, std::move(call));
  }

  types::Program& program_;
  types::ImplDecl& impl_;
  types::TypedBuilder build_;
  const TypeDecl& decl_;
  Local* self_ = nullptr;
  Local* other_ = nullptr;
  Type* result_ = nullptr;
};

}  // namespace

void write_derived_impls(types::Program& program) {
  for (types::ImplDecl& impl : program.impl_decls) {
    if (!impl.is_derived || !impl.functions.empty() || impl.trait == nullptr || declaration(impl.target) == nullptr) continue;
    if (is_schema_trait(*impl.trait)) {
      write_schema_impl(program, impl);
    } else {
      Deriver(program, impl).run();
    }
  }
}

}  // namespace khora2cpp::analysis
