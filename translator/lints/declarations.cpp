// misplaced-main, undocumented-export, reference-cycle and inconsistent-constructor: declarations that are rarely meant as they stand.
#include <algorithm>
#include <map>
#include <set>

#include "lints/lint.hpp"

namespace khora2cpp::lints {
namespace {

template <class F>
void each_declared(const types::Part& part, F&& f) {
  for (const types::Declaration& declaration : part.declarations) {
    std::visit([&](const auto* one) { f(*one); }, declaration);
  }
}

bool is_documented(const syntax::Comments* comments) {
  return comments != nullptr && std::any_of(comments->begin(), comments->end(), [](const syntax::Comment& comment) {
           return comment.kind == syntax::Comment::Kind::doc;
         });
}

void report_undocumented(const types::Declared& declared, diagnostics::Diagnostics& diagnostics) {
  if (!declared.is_pub || is_documented(declared.leading)) return;
  diagnostics.warning("undocumented-export", declared.name_span, "`" + declared.name + "` is public, and no `///` comment says what it is for");
}

/// Whether a value of a type can lead to one of `wanted`. Functions are not looked into.
class Reach {
 public:
  explicit Reach(const types::TypeDecl& wanted) : wanted_(wanted) {}

  bool leads(const types::Type* written) {
    const types::Type* type = types::resolved(written);
    if (type->kind == types::Kind::tuple) return any(type->arguments);
    if (type->kind != types::Kind::nominal) return false;
    if (type->decl == &wanted_ || any(type->arguments)) return true;
    if (type->decl->shape == types::TypeDecl::Shape::effect || !seen_.insert(type->decl).second) return false;
    const auto field = [&](const types::Field& one) { return leads(one.type); };
    return std::any_of(type->decl->fields.begin(), type->decl->fields.end(), field) ||
           std::any_of(type->decl->cases.begin(), type->decl->cases.end(), [&](const types::Case& one) {
             return std::any_of(one.payload.begin(), one.payload.end(), field);
           });
  }

 private:
  bool any(const std::vector<types::Type*>& types) {
    return std::any_of(types.begin(), types.end(), [&](const types::Type* type) { return leads(type); });
  }

  const types::TypeDecl& wanted_;
  std::set<const types::TypeDecl*> seen_;
};

bool makes(const types::Type* result, const types::TypeDecl& decl) {
  const types::Type* type = types::resolved(result);
  return type->kind == types::Kind::nominal && type->decl == &decl;
}

/// Whether `function` makes a `decl` or refuses to: it raises, or answers an `Option` or a `Result` of one.
bool is_checked_constructor(const types::Function& function, const types::TypeDecl& decl) {
  if (function.has_self || function.result == nullptr || function.failures == nullptr) return false;
  const types::Type* result = types::resolved(function.result);
  if (makes(result, decl)) return !types::flattened(*function.failures).entries.empty();
  const bool may_refuse = result->kind == types::Kind::nominal && (result->decl->name == "Option" || result->decl->name == "Result");
  return may_refuse && result->decl->module != nullptr && result->decl->module->is_std() && !result->arguments.empty() && makes(result->arguments.front(), decl);
}

}  // namespace

void misplaced_main(const Subject& subject) {
  const std::vector<const syntax::File*>& entries = subject.options.entries;
  if (!subject.options.knows_entries || std::find(entries.begin(), entries.end(), subject.part.file) != entries.end()) return;
  for (const types::Declaration& declaration : subject.part.declarations) {
    const auto* function = std::get_if<types::Function*>(&declaration);
    if (function == nullptr || (*function)->name != "main") continue;
    subject.diagnostics.warning("misplaced-main", (*function)->name_span, "this `main` starts no program: its file is not an entry file")
        .suggest("programs are `src/main.kh` and the files of `src/bin`; give the function another name");
  }
}

void undocumented_exports(const Subject& subject) {
  const auto report = [&](const types::Declared& declared) { report_undocumented(declared, subject.diagnostics); };
  each_declared(subject.part, types::Overloaded{
                                  [&](const types::ImplDecl& impl) {
                                    if (impl.trait != nullptr) return;
                                    for (const types::Function* member : impl.functions) report(*member);
                                  },
                                  [&](const types::Declared& declared) { report(declared); },
                              });
}

void reference_cycles(const Subject& subject) {
  for (const types::Declaration& declaration : subject.part.declarations) {
    const auto* found = std::get_if<types::TypeDecl*>(&declaration);
    if (found == nullptr || (*found)->shape != types::TypeDecl::Shape::record) continue;
    const types::TypeDecl& decl = **found;
    for (const types::Field& field : decl.fields) {
      if (!field.is_mut || !Reach(decl).leads(field.type)) continue;
      subject.diagnostics.warning("reference-cycle", field.span, "through `" + field.name + "` a `" + decl.name + "` can be made to hold itself, and is then never released")
          .suggest("keep one side of the relation as a key, or the field without `mut`");
    }
  }
}

void inconsistent_constructors(const Subject& subject) {
  std::map<const types::TypeDecl*, const types::Function*> constructors;
  for (const types::Declaration& declaration : subject.part.declarations) {
    const auto* impl = std::get_if<types::ImplDecl*>(&declaration);
    if (impl == nullptr || (*impl)->trait != nullptr || (*impl)->target == nullptr) continue;
    const types::Type* target = types::resolved((*impl)->target);
    if (target->kind != types::Kind::nominal) continue;
    for (const types::Function* member : (*impl)->functions) {
      if (is_checked_constructor(*member, *target->decl)) constructors.emplace(target->decl, member);
    }
  }
  if (constructors.empty()) return;
  each_body(subject.part, [&](const types::Function& function) {
    // Members know what they do, and tests may want what a constructor would refuse.
    const types::Type* own = function.impl != nullptr && function.impl->target != nullptr ? types::resolved(function.impl->target) : nullptr;
    if (function.role == types::Function::Role::test) return;
    each_expr(*function.body, [&](const types::Expr& expr) {
      const types::TypeDecl* made = nullptr;
      if (const auto* record = std::get_if<types::RecordExpr>(&expr.node); record != nullptr && record->base == nullptr) made = record->decl;
      if (const auto* wrapper = std::get_if<types::WrapperExpr>(&expr.node)) made = wrapper->decl;
      const auto constructor = constructors.find(made);
      if (constructor == constructors.end() || (own != nullptr && own->kind == types::Kind::nominal && own->decl == made)) return;
      const std::string name = made->name + "::" + constructor->second->name;
      subject.diagnostics.warning("inconsistent-constructor", expr.span, "this makes a `" + made->name + "` without `" + name + "`, which can refuse one")
          .label(constructor->second->name_span, "made with a check here")
          .suggest("call `" + name + "(..)`, or give `" + made->name + "` a function for this case");
    });
  });
}

}  // namespace khora2cpp::lints
