#include "analysis/layout.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <vector>

#include "analysis/strong_components.hpp"

namespace khora2cpp::analysis {

using types::Kind;
using types::Type;
using types::TypeDecl;
using types::TypeParam;

namespace {

constexpr int largest_value = 4;  // words

class Layout {
 public:
  explicit Layout(const types::Program& program) {
    for (const TypeDecl& decl : program.type_decls) {
      if (!has_parts(decl)) continue;
      index_[&decl] = static_cast<int>(decls_.size());
      decls_.push_back(&decl);
      if (decl.shape == TypeDecl::Shape::record && decl.has_mut_field()) boxed_.insert(&decl);
    }
  }

  std::set<const TypeDecl*> run() {
    find_held_parameters();
    box_cycles();
    box_large();
    return boxed_;
  }

 private:
  static bool has_parts(const TypeDecl& decl) {
    const bool shape = decl.shape == TypeDecl::Shape::record || decl.shape == TypeDecl::Shape::variant || decl.shape == TypeDecl::Shape::wrapper;
    return shape && !decl.is_native;
  }

  template <class F>
  static void each_part(const TypeDecl& decl, F&& f) {
    for (const types::Field& field : decl.fields) f(field.type);
    for (const types::Case& one : decl.cases) {
      for (const types::Field& field : one.payload) f(field.type);
    }
  }

  /// Calls `f` for every part of `type` that a value of the type contains in place: a declaration or a type parameter.
  void each_held(const Type* given, const std::function<void(const Type&)>& f) const {
    const Type* type = types::resolved(given);
    switch (type->kind) {
      case Kind::parameter:
        f(*type);
        return;
      case Kind::tuple:
        for (const Type* element : type->arguments) each_held(element, f);
        return;
      case Kind::application:  // the constructor is not known, so it may hold what it is given
        for (const Type* argument : type->arguments) each_held(argument, f);
        return;
      case Kind::nominal: {
        if (index_.count(type->decl) == 0) return;
        f(*type);
        if (boxed_.count(type->decl) != 0) return;
        const std::vector<TypeParam*>& parameters = type->decl->parameters;
        for (std::size_t i = 0; i < parameters.size() && i < type->arguments.size(); ++i) {
          if (held_.count(parameters[i]) != 0) each_held(type->arguments[i], f);
        }
        return;
      }
      default:
        return;
    }
  }

  void find_held_parameters() {
    for (bool changed = true; changed;) {
      changed = false;
      for (const TypeDecl* decl : decls_) {
        if (boxed_.count(decl) != 0) continue;
        each_part(*decl, [&](const Type* part) {
          each_held(part, [&](const Type& held) {
            if (held.kind == Kind::parameter && held_.insert(held.parameter).second) changed = true;
          });
        });
      }
    }
  }

  void box_cycles() {
    std::vector<std::vector<int>> edges(decls_.size());
    for (std::size_t i = 0; i < decls_.size(); ++i) {
      if (boxed_.count(decls_[i]) != 0) continue;
      each_part(*decls_[i], [&](const Type* part) {
        each_held(part, [&](const Type& held) {
          if (held.kind == Kind::nominal) edges[i].push_back(index_.at(held.decl));
        });
      });
    }
    const std::vector<int> component = strong_components(edges);
    std::map<int, int> sizes;
    for (int one : component) ++sizes[one];
    for (std::size_t i = 0; i < decls_.size(); ++i) {
      const bool holds_itself = std::find(edges[i].begin(), edges[i].end(), static_cast<int>(i)) != edges[i].end();
      if (sizes[component[i]] > 1 || holds_itself) boxed_.insert(decls_[i]);
    }
  }

  /// Inner declarations are decided before those that hold them; without cycles the order of asking does not matter.
  void box_large() {
    for (const TypeDecl* decl : decls_) words(*decl);
  }

  int words(const TypeDecl& decl) {
    if (boxed_.count(&decl) != 0 || index_.count(&decl) == 0) return 1;
    auto known = words_.find(&decl);
    if (known != words_.end()) return known->second;
    int total = 0;
    for (const types::Field& field : decl.fields) total += words(field.type);
    int payload = 0;
    for (const types::Case& one : decl.cases) {
      int size = 0;
      for (const types::Field& field : one.payload) size += words(field.type);
      payload = std::max(payload, size);
    }
    if (decl.shape == TypeDecl::Shape::variant) total = payload + 1;
    if (total > largest_value && decl.shape != TypeDecl::Shape::wrapper) {
      boxed_.insert(&decl);
      total = 1;
    }
    words_[&decl] = total;
    return total;
  }

  /// As declared: a type parameter counts one word, whatever it stands for.
  int words(const Type* given) {
    const Type* type = types::resolved(given);
    if (type->kind == Kind::tuple) {
      int total = 0;
      for (const Type* element : type->arguments) total += words(element);
      return total;
    }
    if (type->kind == Kind::function) return 2;
    if (type->kind != Kind::nominal) return 1;
    return type->decl->builtin == types::Builtin::string ? 2 : words(*type->decl);
  }

  std::vector<const TypeDecl*> decls_;
  std::map<const TypeDecl*, int> index_;
  std::set<const TypeParam*> held_;
  std::set<const TypeDecl*> boxed_;
  std::map<const TypeDecl*, int> words_;
};

}  // namespace

std::set<const TypeDecl*> boxed_types(const types::Program& program) { return Layout(program).run(); }

}  // namespace khora2cpp::analysis
