// What the parts of the checker share while they work on one program: declared entities by their syntax, scopes for type names, and the
// resolution of written types. Internal to types/.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "diagnostics/diagnostic.hpp"
#include "modules/near_miss.hpp"
#include "types/check.hpp"
#include "types/instantiation.hpp"
#include "types/program.hpp"
#include "types/solver.hpp"

namespace khora2cpp::types {

/// Where a written type stands: which names mean what there.
struct TypeScope {
  const modules::Module* module = nullptr;
  const syntax::File* file = nullptr;
  std::vector<const std::vector<TypeParam*>*> parameters;  ///< outermost first
  Type* self = nullptr;              ///< what `Self` means; null outside traits and impls
  const TraitDecl* trait = nullptr;  ///< the trait whose declaration this is
  const ImplDecl* impl = nullptr;    ///< the trait impl this is, for `Self::Item`
  std::vector<TypeParam*>* implicit_rows = nullptr;  ///< where undeclared row variables are added (operations, K5); null: an error
};

/// The parameters of the type or the trait that a name stands for; null when it stands for none.
using ParametersOf = std::function<const std::vector<TypeParam*>*(const std::string&)>;

class World {
 public:
  World(Program& of, const modules::Graph& modules_of, const Options& wanted, diagnostics::Diagnostics& sink)
      : program(of), graph(modules_of), options(wanted), diagnostics(sink), solver(of) {}

  Program& program;
  const modules::Graph& graph;
  const Options& options;
  diagnostics::Diagnostics& diagnostics;
  Solver solver;

  std::map<const syntax::Item*, TypeDecl*> types;  ///< types and effects
  std::map<const syntax::Item*, TraitDecl*> traits;
  std::map<const syntax::Item*, Function*> functions;
  std::map<const syntax::Item*, Constant*> constants;
  std::map<const TypeDecl*, std::vector<ImplDecl*>> inherent;
  std::map<std::string, TypeDecl*, std::less<>> builtins;
  /// Row variables that an operation quantifies at each call (K5).
  std::map<std::pair<const TypeDecl*, std::size_t>, std::vector<TypeParam*>> operation_rows;
  /// Tests and benches, and contexts with a function each that stands for them, in source order. Those that are no tests of the program
  /// are owned here: they are checked and go no further.
  std::vector<Function*> tests;
  std::vector<std::pair<Function*, const syntax::ContextDecl*>> contexts;
  Instantiations instantiations;
  std::set<std::string> unmet_bounds;  ///< reported where a type is written (D417): what is made of the type says nothing more
  bool is_declaring = true;  ///< no body is checked yet
  std::set<std::pair<const syntax::File*, std::string>> reported_names;  ///< unknown names in signatures, by the file that writes them
  std::map<const Function*, TypeScope> scopes;  ///< the scope of a function's signature and body

  /// Creates every declaration and resolves every signature. Bodies are left alone.
  void declare();
  /// Whether a `test` or `bench` block is part of the program; otherwise it is only checked.
  bool is_part(const syntax::TestDecl& block, const modules::Module& module) const {
    return (!block.is_bench || options.benches) && !(options.is_dependency && options.is_dependency(module));
  }

  // ---- written types
  /// Resolves a type; reports what is wrong and answers the error type then.
  Type* resolve(const syntax::TypeExpr& type, const TypeScope& scope);
  /// Resolves what stands after `with` or `raises`.
  Row* resolve_row(const syntax::TypeExpr& type, const TypeScope& scope, bool failures);
  TypeParam* find_parameter(const std::string& name, TypeParam::Kind kind, const TypeScope& scope);
  /// The declared or built-in type of that name; null when there is none (nothing is reported).
  TypeDecl* find_type(const std::string& name, const TypeScope& scope);
  TraitDecl* find_trait(const std::string& name, const TypeScope& scope);
  /// Whether the name was reported, at its import or in a signature of the file: what it means is unknown, and its uses are no mistakes
  /// of their own.
  bool is_unknown(const std::string& name, const TypeScope& scope) const;
  /// The same, for a use at that place. What an import did not find was said there; a report of the file gets this place as well.
  bool is_unknown_again(const std::string& name, Span use, const TypeScope& scope);
  /// Reports a name that means nothing in this file. What is reported of one name becomes one report in the end: bodies are checked apart
  /// from each other, and several times.
  diagnostics::Diagnostic& report_unknown(const char* code, const std::string& name, Span span, std::string message, const TypeScope& scope,
                                          diagnostics::Site site = diagnostics::Site::here());
  /// Whether an import of the file did not find what may be a type.
  bool misses_types(const TypeScope& scope) const;
  /// For a trait that was not found: the one that was probably meant, with the hint that says so. What is reported once goes on as if it
  /// had been written right.
  TraitDecl* meant_trait(const std::string& name, const TypeScope& scope, std::string& hint);
  /// Names a type could have been meant by, for hints. Empty when nothing is close.
  std::string near_type(const std::string& name, const TypeScope& scope);

  const modules::Scope& names(const TypeScope& scope) const { return scope.module->scope(scope.file); }

  /// `unsure` (if given) is set when one of them could not be found.
  std::vector<TypeParam::Bound> resolve_bounds(const std::vector<syntax::TypePtr>& bounds, const TypeScope& scope, bool* unsure = nullptr);

 private:
  void declare_builtins();
  bool is_builtin_name(const std::string& name) const;
  TypeDecl* builtin_item(const std::string& name, const modules::ItemRef& ref);
  void declare_item(Part& part, const modules::ItemRef& ref);
  void resolve_type_decl(TypeDecl& decl);
  TypeScope resolve_trait_head(TraitDecl& trait);
  void check_supertraits();
  void resolve_trait_functions(TraitDecl& trait, const TypeScope& scope);
  void resolve_impl(ImplDecl& impl, Part& part);
  void give_up_impl(ImplDecl& impl, const TypeScope& scope);
  void resolve_function(Function& function, TypeScope scope);
  void resolve_parameters(const std::vector<syntax::TypeParameter>& written, std::vector<TypeParam*>& parameters);
  void resolve_parameter_bounds(const std::vector<syntax::TypeParameter>& written, std::vector<TypeParam*>& parameters,
                                const TypeScope& scope);
  void infer_arities();
  ParametersOf parameters_of(const TypeScope& scope);
  /// How many arguments the parameter takes, as far as the type shows; 0 for one that is a type.
  int arity_in(const syntax::TypeExpr& type, const std::string& parameter, const TypeScope& scope);
  Type* refuse_kind(Span span, int wanted, const std::string& found);
  void check_supertrait_kinds();
  void note_bounds(const TypeDecl& decl, const std::vector<Type*>& arguments, Span span);
  void check_bounds(const TypeDecl& decl, const std::vector<Type*>& arguments, Span span);
  void add_derived(TypeDecl& decl, Part& part, std::vector<Declaration>& after);
  void check_impl(ImplDecl& impl);
  void check_coherence();
  void check_foreign(const Function& function, const syntax::FunctionDecl& written);
  void check_row(const syntax::RowDecl& row, const TypeScope& scope);
  bool same_bounds(const TypeParam& wanted, const TypeParam& found, const std::function<Type*(Type*)>& renamed);
  bool overlap(const ImplDecl& one, const ImplDecl& other);
  Function* make_function(const syntax::FunctionDecl& written, Function::Role role, const modules::ItemRef& ref);
  Type* resolve_named(const syntax::TypeExpr& written, const syntax::NamedType& named, const TypeScope& scope);
  Type* resolve_projection(const syntax::TypeExpr& written, const syntax::NamedType& named, const TypeScope& scope);
  Type* resolve_argument(const syntax::TypeExpr& written, const TypeParam& parameter, const TypeScope& scope);
  void add_row_term(Row& row, const syntax::TypeExpr& term, const TypeScope& scope, bool failures);
  void add_failure(Row& row, Type* type, Span span);
  void add_capability(Row& row, const std::string& label, Type* type, Span span);
  void well_known();

  std::vector<std::unique_ptr<std::vector<TypeParam*>>> forall_binders_;
  std::deque<std::vector<TypeParam*>> trait_self_lists_;
  std::deque<Function> checked_only_;
  std::deque<TypeDecl> structural_names_;
  std::map<const TypeParam*, std::pair<bool, bool>> row_uses_;  ///< seen after `with`, seen after `raises` (T27)
  struct WrittenType {
    const TypeDecl* decl = nullptr;
    std::vector<Type*> arguments;
    Span span;
  };
  std::vector<WrittenType> written_bounds_;  ///< types with bounds that were written before all impls were known
  void use_row(const TypeParam& parameter, bool failures, Span span);
  std::vector<std::pair<ImplDecl*, std::size_t>> pending_impls_;  ///< with the index of their part
  std::vector<std::pair<TypeDecl*, std::size_t>> pending_types_;
  std::vector<std::pair<TraitDecl*, std::size_t>> pending_traits_;
  std::vector<std::pair<Function*, std::size_t>> pending_functions_;
};

using modules::near_miss;

/// Whether the type lacks arguments: a parameter that stands for a constructor, or a bare constructor (T29).
bool is_constructor(const Type* type);

/// A callee as messages speak of it: a name between backticks, words as they are.
inline std::string quoted(const std::string& callee) { return callee.find(' ') == std::string::npos ? "`" + callee + "`" : callee; }

/// The kinds of a function's own type parameters, from how its signature uses them (T27, T29).
void infer_kinds(const syntax::FunctionDecl& signature, const std::vector<TypeParam*>& parameters, const ParametersOf& parameters_of);

/// Reads `// @native ..` from the comments above a declaration.
NativeFacts native_facts(const syntax::Comments& comments);

}  // namespace khora2cpp::types
