// The names of everything but locals, decided in one pass (emission.md 12). Input: the typed program. Output: for each declaration its C++
// name; two Khora names of one scope never meet. Printing only looks up.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/facts.hpp"
#include "emit/scope.hpp"
#include "types/program.hpp"

namespace khora2cpp::emit {

class Names {
 public:
  Names(const types::Program& program, const analysis::Facts& facts);

  /// The namespace of a module, from the outermost: `khora`, `core`.
  const std::vector<std::string>& namespace_of(const modules::Module* module) const { return namespaces_.at(module); }
  /// The same joined with `::`.
  std::string namespace_path(const modules::Module* module) const;
  /// The namespace inside a module's that holds its `test` functions.
  const std::string& test_namespace(const modules::Module* module) const { return test_namespaces_.at(module); }

  // Unqualified names.
  const std::string& of(const types::TypeDecl* decl) const { return types_.at(decl); }
  const std::string& of(const types::TraitDecl* trait) const { return traits_.at(trait); }
  const std::string& of(const types::Constant* constant) const { return constants_.at(constant); }
  /// The module's types and constants, which a local of the same name would hide. Null when it declares none.
  const Scope* hidden_by_locals(const modules::Module* module) const {
    const auto found = hidden_by_locals_.find(module);
    return found == hidden_by_locals_.end() ? nullptr : &found->second;
  }
  const std::string& of(const types::TypeParam* parameter) const { return parameters_.at(parameter); }
  /// Free functions, methods and tests; a function of a trait impl has the name that the trait gives it.
  const std::string& of(const types::Function* function) const { return functions_.at(function); }

  /// The struct beside a type: `TankFields` of a boxed record, `WindCases` of a variant, `KilnOps` of an effect.
  const std::string& companion(const types::TypeDecl* decl) const { return companions_.at(decl); }
  /// A record's field, an effect's operation or a wrapper's value.
  const std::string& field(const types::TypeDecl* decl, std::size_t index) const { return fields_.at(decl).at(index); }
  const std::string& case_name(const types::TypeDecl* decl, std::size_t index) const { return cases_.at(decl).at(index); }
  /// The enumerator of a case: its name, unless that would hide a type that can be named there (g++ warns).
  const std::string& enumerator(const types::TypeDecl* decl, std::size_t index) const { return enumerators_.at(decl).at(index); }
  const std::string& payload(const types::TypeDecl* decl, std::size_t index, std::size_t field) const {
    return payloads_.at({decl, index}).at(field);
  }
  const std::string& associated(const types::TraitDecl* trait, const std::string& name) const { return associated_.at({trait, name}); }
  /// The class template with a trait's default functions.
  const std::string& defaults(const types::TraitDecl* trait) const { return defaults_.at(trait); }
  /// The template parameter that stands for the type of a function argument (`F` for `f`).
  const std::string& callback(const types::Function* function, std::size_t argument) const {
    return callbacks_.at({function, argument});
  }

  /// What the C side of a foreign function is called in C++ (foreign.hpp).
  struct CSide {
    std::string name;
    bool is_labelled = false;  ///< a function of the module's namespace; else one of language linkage C, at global scope
  };
  const CSide& c_side(const types::Function* function) const { return c_sides_.at(function); }

  /// Whether a namespace, given by its path, itself declares a name: an item or a nested namespace.
  bool namespace_declares(std::string_view path, std::string_view name) const;
  /// Whether the class of a type has a member of that name.
  bool class_declares(const types::TypeDecl* decl, std::string_view name) const;
  /// Whether a function of that name stands in the namespace of a module.
  bool has_function(const modules::Module* module, const std::string& name) const;
  /// The public types of `std::core`, which emitted code may name alone. Every program has all of them: a name must be the same whatever
  /// else a program consists of.
  const Scope& library_types() const { return library_types_; }

 private:
  void name_items(const types::Program& program, const analysis::Facts& facts);
  void name_namespaces(const types::Program& program);
  void name_c_sides(const types::Program& program);
  void name_type(const types::TypeDecl& decl, bool boxed);
  void name_members(const types::TypeDecl& decl, bool boxed);
  void name_trait(const types::TraitDecl& trait);
  void name_impl(const types::ImplDecl& impl);
  void name_function(const types::Function& function);
  void name_parameters(const std::vector<types::TypeParam*>& parameters, Scope& scope);
  void name_parameters(const types::Function& function, Scope& scope);
  void name_parameters(const types::ImplDecl& impl, Scope& scope);
  Scope around_parameters(const modules::Module* module) const;

  std::map<const modules::Module*, std::vector<std::string>> namespaces_;
  std::map<const modules::Module*, std::string> test_namespaces_;
  std::map<const types::TypeDecl*, std::string> types_;
  std::map<const types::TypeDecl*, std::string> companions_;
  std::map<const types::TypeDecl*, std::vector<std::string>> fields_;
  std::map<const types::TypeDecl*, std::vector<std::string>> cases_;
  std::map<const types::TypeDecl*, std::vector<std::string>> enumerators_;
  std::map<std::pair<const types::TypeDecl*, std::size_t>, std::vector<std::string>> payloads_;
  std::map<const types::TraitDecl*, std::string> traits_;
  std::map<const types::TraitDecl*, std::string> defaults_;
  std::map<std::pair<const types::TraitDecl*, std::string>, std::string> associated_;
  std::map<const types::Function*, std::string> functions_;
  std::map<const types::Function*, CSide> c_sides_;
  std::map<const types::Constant*, std::string> constants_;
  std::map<const types::TypeParam*, std::string> parameters_;
  std::map<std::pair<const types::Function*, std::size_t>, std::string> callbacks_;

  std::map<const modules::Module*, Scope> hidden_by_locals_;       ///< a module's types and constants
  std::map<const modules::Module*, Scope> item_scopes_;            ///< what a module's own items are called
  std::map<const modules::Module*, Scope> function_scopes_;        ///< free functions and functions for constants alone
  std::map<std::string, Scope, std::less<>> namespace_scopes_;     ///< by path; items and nested namespaces
  std::map<const types::TypeDecl*, Scope> class_scopes_;
  std::map<const types::TraitDecl*, Scope> trait_scopes_;
  Scope root_scope_;                                               ///< outermost namespaces
  Scope library_types_;
  Scope runtime_types_;                                            ///< what emitted code writes without `khora::`
};

/// The parameters of the type that an inherent impl's parameters are, when its target is the type with its parameters as they are
/// (`impl<T> Box<T>`): then its functions are members of the class template itself. Empty otherwise, or when there are none.
bool is_for_whole_type(const types::ImplDecl& impl);

}  // namespace khora2cpp::emit
