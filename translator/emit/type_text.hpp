// Khora types as C++ text, relative to the place where the text stands. Collects what the text needs: headers and using-declarations.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/facts.hpp"
#include "emit/files.hpp"
#include "emit/names.hpp"
#include "types/program.hpp"

namespace khora2cpp::emit {

/// What printed text mentions.
struct Uses {
  std::set<std::string> headers;     ///< as written after `#include`, marks included
  std::set<std::string> early;       ///< those of `headers` that even a declaration needs: templates and concepts of traits
  std::set<std::string> shortened;   ///< qualified names that the text writes alone: `khora::Int`, `khora::core::List`
  // Declarations that the text names. For looking up only: their order says nothing.
  std::set<const types::TypeDecl*> types;
  std::set<const types::Function*> functions;

  void include(std::string_view path) { headers.insert("\"" + std::string(path) + "\""); }
  void include_std(std::string_view name) { headers.insert("<" + std::string(name) + ">"); }
  void add(const Uses& other) {
    headers.insert(other.headers.begin(), other.headers.end());
    early.insert(other.early.begin(), other.early.end());
    shortened.insert(other.shortened.begin(), other.shortened.end());
    types.insert(other.types.begin(), other.types.end());
    functions.insert(other.functions.begin(), other.functions.end());
  }
};

/// Where text stands: which names C++ finds there without a qualifier.
struct Place {
  const modules::Module* module = nullptr;      ///< in whose namespace; null: at global scope
  bool may_shorten = true;                      ///< using-declarations can be added to that namespace
  const types::TypeDecl* in_class = nullptr;    ///< whose members hide other names
  const types::TraitDecl* in_impl = nullptr;    ///< in a specialization of this trait
  const types::TypeParam* late_self = nullptr;  ///< what the associated types of this `Self` are written of: `late_self_name`
};

/// Everything that printing reads and nothing changes.
struct Input {
  types::Program& program;
  const analysis::Facts& facts;
  const Names& names;
  const Files& files;
  const source::SourceSet& sources;
};

/// A second `Self` in the signatures of default functions. The impl derives from the defaults while it is incomplete, so what they say of
/// its associated types must wait until they are called.
inline constexpr std::string_view late_self_name = "Self_";

class TypeText {
 public:
  TypeText(const Input& input, Place place, Uses& uses) : input_(input), place_(place), uses_(uses) {}

  const Input& input() const { return input_; }
  const Place& place() const { return place_; }
  Uses& uses() const { return uses_; }

  /// The type of a variable, field, element or template argument: `Int`, `core::Option<Tank>`, `typename impl::Iterator<I>::Item`.
  std::string type(const types::Type* type) const;
  /// How a parameter of that type is passed: scalars by value, everything else `const A&`.
  std::string parameter(const types::Type* type) const;
  /// A declared type without arguments.
  std::string name(const types::TypeDecl* decl) const;
  /// The struct beside a declared type, `TankFields<A>`.
  std::string companion(const types::Type* type) const;
  std::string companion(const types::TypeDecl* decl) const;
  /// `impl::Show`, the template whose specializations are the impls of a trait; the concept, or the defaults.
  std::string impl_template(const types::TraitDecl* trait) const;
  std::string concept_name(const types::TraitDecl* trait) const;
  /// `impl::Show<Knots>`.
  std::string impl(const types::TraitDecl* trait, const types::Type* self, const std::vector<types::Type*>& arguments) const;
  /// A free function or constant, from here. `qualified` says its namespace even where C++ would find it.
  std::string name(const types::Function* function, bool qualified) const;
  std::string name(const types::Constant* constant) const;
  /// `Wind::Gale`, `typename Option<A>::Some`.
  std::string case_type(const types::Type* variant, std::size_t index) const;
  /// A name of namespace `khora` in its short form if there is one (`Int`), else `khora::text`.
  std::string runtime(std::string_view name) const;
  /// Template arguments, `<A, B>`, without those that have no C++ form; empty when none is left.
  std::string arguments(const std::vector<types::Type*>& arguments, const std::vector<types::TypeParam*>& parameters) const;
  std::string argument(const types::Type* type) const;

 private:
  std::string nominal(const types::Type* type) const;
  std::string function(const types::Type* type) const;
  std::string row(const types::Row& row) const;
  std::string qualified(const std::string& path, const std::string& name, bool always = false) const;
  bool hides(const std::string& name) const;
  void mention(const types::Declared& declared, bool early = false) const;

  const Input& input_;
  Place place_;
  Uses& uses_;
};

/// Passed by value everywhere: numbers, Bool, Char, Unit, Ptr.
bool is_scalar(const types::Type* type);
bool is_unit(const types::Type* type);
/// `A x;` leaves it without a value: C++'s own scalars, and whatever a type parameter stands for.
bool needs_initializer(const types::Type* type);
/// A constant that is a C++ one: its initializer is a literal of a type whose values C++ knows when it compiles. Others are functions.
bool is_constexpr(const types::Constant& constant);
/// The namespace inside a module's that holds a private declaration which the header needs.
bool is_in_detail(const analysis::Facts& facts, const types::TypeDecl* decl);
bool is_in_detail(const analysis::Facts& facts, const types::Function* function);

}  // namespace khora2cpp::emit
