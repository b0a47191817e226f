#include "analysis/derive_schema.hpp"

#include "analysis/type_query.hpp"
#include "types/schema_calls.hpp"

namespace khora2cpp::analysis {

using types::Builtin;
using types::Expr;
using types::Function;
using types::Local;
using types::Pattern;
using types::Type;
using types::TypeDecl;

namespace {

class SchemaDeriver {
 public:
  SchemaDeriver(types::Program& program, types::ImplDecl& impl)
      : program_(program), impl_(impl), build_(program, impl.span), decl_(*declaration(impl.target)) {}

  void run() {
    const bool decodes = impl_.trait->name == "Decode";
    const Function* declared = impl_.trait->find(decodes ? "schema" : "encode");
    if (declared == nullptr) return;
    Function& function = program_.functions.emplace_back();
    function.name = declared->name;
    function.role = Function::Role::impl_member;
    function.span = impl_.span;
    function.name_span = impl_.name_span;
    function.module = impl_.module;
    function.file = impl_.file;
    function.impl = &impl_;
    function.capabilities = program_.arena.make_row();
    function.failures = program_.arena.make_row();
    // `Schema` or `Raw`, by which the others of the module are found.
    const TypeDecl* answered = declaration(declared->result);
    function.result = decodes ? build_.nominal(answered, {impl_.target}) : build_.nominal(answered);
    Expr* value = nullptr;
    if (decodes) {
      value = schema(answered);
    } else {
      raw_ = answered;
      self_ = build_.local(Local::Origin::parameter, "self", impl_.target);
      function.has_self = true;
      function.arguments.push_back(self_);
      value = encoded();
    }
    function.body = std::holds_alternative<types::BlockExpr>(value->node) ? value : build_.block({}, value);
    impl_.functions.push_back(&function);
  }

 private:
  using Parts = std::vector<Expr*>;

  Type* field_type(const types::Field& field) {
    return types::substituted(program_, field.type, decl_.parameters, types::resolved(impl_.target)->arguments);
  }
  Expr* string(std::string text) { return build_.text({std::move(text)}, {}); }
  /// The `///` lines above a declaration.
  static std::string documentation(const syntax::Comments* comments) {
    std::string text;
    if (comments == nullptr) return text;
    for (const syntax::Comment& comment : *comments) {
      if (comment.kind != syntax::Comment::Kind::doc) continue;
      if (!text.empty()) text += "\n";
      text += comment.text;
    }
    return text;
  }

  // ---- Decode ---------------------------------------------------------------------------------------------------------------

  /// `Decode::schema()` for a type.
  Expr* schema_for(types::SchemaCalls& calls, Type* type) {
    types::CallExpr node;
    node.callee.function = impl_.trait->find("schema");
    node.callee.self = type;
    return build_.expr(calls.schema_type(type), std::move(node));
  }

  std::vector<types::SchemaCalls::Part> parts_of(types::SchemaCalls& calls, const std::vector<types::Field>& fields) {
    std::vector<types::SchemaCalls::Part> parts;
    for (const types::Field& field : fields) {
      Type* type = field_type(field);
      parts.push_back({field.name, type, calls.described(schema_for(calls, type), type, documentation(field.leading))});
    }
    return parts;
  }

  Expr* schema(const TypeDecl* schema_decl) {
    types::SchemaCalls calls(program_, schema_decl, impl_.span);
    Type* target = impl_.target;
    Expr* made = nullptr;
    switch (decl_.shape) {
      case TypeDecl::Shape::wrapper: {
        Type* inside = field_type(decl_.fields.front());
        return calls.map(inside, schema_for(calls, inside), target, [&](const Parts& values) {
          return build_.expr(target, types::WrapperExpr{&decl_, values.front()});
        });
      }
      case TypeDecl::Shape::variant: {
        Parts cases;
        for (std::size_t index = 0; index < decl_.cases.size(); ++index) {
          const types::Case& one = decl_.cases[index];
          cases.push_back(calls.one_case(target, one.name, parts_of(calls, one.payload), [&](const Parts& values) {
            return build_.expr(target, types::CaseExpr{&decl_, index, values});
          }));
        }
        made = calls.cases(target, cases);
        break;
      }
      default:
        made = calls.record(target, parts_of(calls, decl_.fields), [&](const Parts& values) {
          types::RecordExpr node;
          node.decl = &decl_;
          for (std::size_t i = 0; i < values.size(); ++i) node.fields.emplace_back(i, values[i]);
          return build_.expr(target, std::move(node));
        });
    }
    return calls.lazy(target, decl_.name, calls.described(made, target, documentation(decl_.leading)));
  }

  // ---- Encode ---------------------------------------------------------------------------------------------------------------

  Type* raw_type() { return build_.nominal(raw_); }
  Expr* raw_case(const char* name, Expr* value) {
    std::size_t index = 0;
    while (index < raw_->cases.size() && raw_->cases[index].name != name) ++index;
    return build_.expr(raw_type(), types::CaseExpr{raw_, index, {value}});
  }
  Expr* encode(Expr* value) { return build_.trait_call(impl_.trait->find("encode"), raw_type(), {value}); }
  Expr* entry(const std::string& key, Expr* value) {
    types::CallExpr node;
    node.callee.function = types::inherent_function(program_, raw_, "entry");
    node.arguments = {string(key), value};
    return build_.expr(node.callee.function->result, std::move(node));
  }
  Expr* entries(Parts parts) { return raw_case("Record", build_.list(types::inherent_function(program_, raw_, "entry")->result, std::move(parts))); }

  Expr* encoded() {
    switch (decl_.shape) {
      case TypeDecl::Shape::wrapper: {
        Local* value = build_.local(Local::Origin::pattern, "value", field_type(decl_.fields.front()));
        Pattern* pattern = build_.pattern(impl_.target, types::WrapperPattern{&decl_, build_.bind(value)});
        return build_.match(raw_type(), build_.read(self_), {{pattern, encode(build_.read(value))}});
      }
      case TypeDecl::Shape::variant: {
        std::vector<std::pair<Pattern*, Expr*>> arms;
        for (std::size_t index = 0; index < decl_.cases.size(); ++index) arms.push_back(encoded_case(index));
        return build_.match(raw_type(), build_.read(self_), std::move(arms));
      }
      default: {
        Parts all;
        for (std::size_t i = 0; i < decl_.fields.size(); ++i) {
          const types::Field& field = decl_.fields[i];
          all.push_back(entry(field.name, encode(build_.field(build_.read(self_), &decl_, i, field_type(field)))));
        }
        return entries(std::move(all));
      }
    }
  }

  std::pair<Pattern*, Expr*> encoded_case(std::size_t index) {
    const types::Case& one = decl_.cases[index];
    types::CasePattern node{&decl_, index, {}};
    if (one.payload.empty()) return {build_.pattern(impl_.target, std::move(node)), raw_case("Text", string(one.name))};
    Parts all{entry("type", raw_case("Text", string(one.name)))};
    for (const types::Field& field : one.payload) {
      Local* local = build_.local(Local::Origin::pattern, field.name, field_type(field));
      node.arguments.push_back(build_.bind(local));
      all.push_back(entry(field.name, encode(build_.read(local))));
    }
    return {build_.pattern(impl_.target, std::move(node)), entries(std::move(all))};
  }

  types::Program& program_;
  types::ImplDecl& impl_;
  types::TypedBuilder build_;
  const TypeDecl& decl_;
  const TypeDecl* raw_ = nullptr;
  Local* self_ = nullptr;
};

}  // namespace

bool is_schema_trait(const types::TraitDecl& trait) { return trait.module != nullptr && trait.module->path == "std::schema"; }

void write_schema_impl(types::Program& program, types::ImplDecl& impl) { SchemaDeriver(program, impl).run(); }

}  // namespace khora2cpp::analysis
