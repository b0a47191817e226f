// Inference of one body: expressions, patterns, rows. One `Body` lives while one function (or constant, or test) is checked; it builds the
// typed tree, and what can be judged only once every type is known waits in lists that `finish` works off. Internal to types/.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "types/bodies.hpp"

namespace khora2cpp::types {

class Body {
 public:
  Body(Bodies& all, Function& of);
  void check_function();
  void check_test();
  void check_constant(Constant& constant, const syntax::ConstDecl& written);
  void check_context(const syntax::ContextDecl& written);

 private:
  // ---- where names and failures go
  struct Provider {  ///< `with handler { .. }`: serves every label of its effect type (K19)
    Type* effect = nullptr;
    Local* local = nullptr;
  };
  struct Scope {
    std::map<std::string, Local*> names;
    std::size_t frame = 0;
    std::vector<Provider> providers;
  };
  struct Loop {
    enum class Kind { loop, walk, element };
    Kind kind = Kind::loop;
    Type* result = nullptr;   ///< what `break` values have, for `loop`
    bool broken = false;
    bool valued = false;
    std::size_t frame = 0;
  };
  struct Frame {  ///< the function itself, or a lambda
    Lambda* lambda = nullptr;
    Type* result = nullptr;
    const Row* named = nullptr;  ///< the row of the expected function type: its labels are not captured (K22)
    std::size_t loops = 0;       ///< loops that are open outside it
    std::vector<RowTail> tails = {};  ///< rows of unknown labels that its body needs and nothing around it has (K23)
  };
  struct FailureUse {
    Row* row = nullptr;
    Span span;
    std::string who;  ///< the callee, or `raise`
    const Function* callee = nullptr;  ///< where it is a named function
  };
  using Sink = std::vector<FailureUse>;

  /// An argument of a call: written, or worked out already (a receiver).
  struct Argument {
    syntax::Name label;
    const syntax::Expr* written = nullptr;
    Expr* ready = nullptr;
    Span span;
    bool first = false;  ///< the piped value: it is looked at before the others (T47)
    bool misplaced = false;  ///< its label was refused
  };

  // ---- expressions (expressions.cpp, paths.cpp, lists.cpp, records.cpp, lambdas.cpp, operators.cpp, control.cpp)
  Expr* infer(const syntax::Expr& written, Type* expected);
  Expr* check(const syntax::Expr& written, Type* expected, const std::string& role);
  Expr* check_condition(const syntax::Expr& written, const std::string& role);
  Expr* coerce(Expr* value, Type* expected, Span span, const std::string& role);
  Expr* coerce_function(Expr* value, Type* actual, Type* wanted, Span span, const std::string& role);
  void capture_at_hand(Expr* value, const std::string& who);
  void complete(Lambda& lambda, const Row& row, Span span);
  void settle_adapted();
  bool coerce_inside(Expr* value, Type* wanted, const std::string& role);
  Expr* coerce_polymorphic(Expr* value, Type* wanted, Span span, const std::string& role);
  bool raises_less(Type* actual, Type* wanted);
  Expr* infer_path(const syntax::Expr& written, const syntax::PathExpr& path, Type* expected);
  Expr* infer_text(const syntax::Expr& written, const syntax::StringLiteral& literal);
  Expr* infer_list(const syntax::Expr& written, const syntax::ListExpr& list, Type* expected);
  Element* infer_element(const syntax::Element& element, Type* item);
  Expr* infer_record(const syntax::Expr& written, const syntax::RecordExpr& record, Type* expected);
  bool is_struct_of_schemas(const Function& function, const std::vector<Argument>& arguments) const;
  Expr* infer_struct(const Function& function, const syntax::RecordExpr& written, Type* expected, Span span);
  Expr* infer_update(const syntax::Expr& written, const syntax::RecordExpr& record, Type* expected);
  /// The field or operation that a name was probably meant to be; empty when there is none.
  static std::string near_field(const std::vector<Field>& fields, const std::string& name);
  /// Those that were not given, in words, without those that a misspelled name was meant for (it was reported); empty when there is none.
  static std::string missing_fields(const std::vector<Field>& fields, const std::function<bool(std::size_t)>& is_given,
                                    const std::set<std::string>& meant);
  bool report_hidden_record(const TypeDecl& decl, Span span);
  void note_use(const TypeDecl& decl, Span span);
  bool is_assertion(const Function& function) const;
  Expr* infer_handler(Span span, const TypeDecl& effect, const std::vector<syntax::FieldInit>& operations, Type* expected, Span name_span);
  Expr* infer_lambda(Span span, const std::vector<syntax::Parameter>& parameters, const syntax::Expr* body,
                     const std::function<Expr*(Local*, Type*)>& flow, Type* expected);
  Expr* infer_flow(const syntax::Expr& written, const syntax::FlowExpr& flow, Type* expected);
  Expr* infer_unary(const syntax::Expr& written, const syntax::UnaryExpr& unary, Type* expected);
  Expr* infer_binary(const syntax::Expr& written, const syntax::BinaryExpr& binary, Type* expected);
  Expr* infer_assign(const syntax::Expr& written, const syntax::AssignExpr& assign);
  Expr* infer_if(const syntax::Expr& written, const syntax::IfExpr& branch, Type* expected);
  Expr* infer_match(const syntax::Expr& written, const syntax::MatchExpr& match, Type* expected);
  Expr* infer_catch(Span span, const syntax::CatchExpr& node, const std::function<Expr*(Type*)>& infer_operand, Type* expected);
  struct Raised {  ///< what the operand of a `catch` raises
    Row* row = nullptr;
    std::map<std::string, std::pair<Type*, Type*>> several;  ///< names that stand for two types (F13)
    bool broken = false;  ///< the operand has a mistake, so that it may be meant to raise more
    std::vector<const Function*> callees;
  };
  /// Whether the operand may be meant to raise more than is known.
  bool unsure(const Raised& raised);
  Raised raised_in(const Sink& sink);
  Type* caught_type(const syntax::Pattern& pattern, const syntax::Path& path, const Raised& raised, const std::string& listed);
  void report_bare_case(Span span, const std::string& name, const std::vector<const TypeDecl*>& meant, const std::string& otherwise);
  void pass_on(const Sink& sink, const std::set<std::string>& committed, bool total, CatchExpr& made);
  void join_arm(Expr* body, Type*& type, Span span,
                const std::function<void(Type* first, Type* other)>& report);
  struct Answer {
    Type* type = nullptr;
    Span span;
  };
  void report_different(const std::string& whose, Answer first, Answer other, Type* expected);
  Expr* infer_for(const syntax::Expr& written, const syntax::ForExpr& loop);
  Expr* infer_while(const syntax::Expr& written, const syntax::WhileExpr& loop);
  Expr* infer_loop(const syntax::Expr& written, const syntax::LoopExpr& loop, Type* expected);
  Expr* infer_break(const syntax::Expr& written, const syntax::BreakExpr& node);
  Expr* infer_with(Span span, const syntax::Install& install, Type* expected, const std::function<Expr*(Type*)>& body);
  struct InstallEntry {
    std::string label;                   ///< empty for a value that is bound by its type
    Span label_span;
    const syntax::Expr* value = nullptr;
    const syntax::Path* path = nullptr;  ///< the value bound by its type; neither: one that could not be found
  };
  std::vector<InstallEntry> install_entries(const syntax::Install& install);
  const syntax::PathExpr* called_with_types(const syntax::BinaryExpr& binary);
  void check_labels(const std::vector<syntax::FieldInit>& entries);
  bool check_installed(const Expr* value, const std::string& label, Span span);
  Expr* infer_block(const syntax::Block& block, Type* expected);
  Expr* infer_pipe(const syntax::Expr& written, const syntax::PipeExpr& pipe, Type* expected);
  Expr* apply_stage(const syntax::Expr& stage, Argument value, Type* expected, bool marked, Span span);
  void hand_on_capabilities(const Lambda& lambda, const Type* lambda_type, const Local* recursive);
  void infer_let(const syntax::Statement& statement, const syntax::LetStatement& let, Block& block);
  std::pair<Type*, Walk> iterable(Expr* value, Span span, RowArgument& effects);

  // ---- values that stand for one another (join.cpp)
  Type* widened(Type* type);
  bool join(Type* type, Type* answered);
  void adapt(Expr*& value, Type* type, Span span, const std::string& role);
  void close(const Row& row);

  // ---- calls (calls.cpp, callees.cpp)
  Expr* infer_call(const syntax::Expr& written, const syntax::CallExpr& call, Type* expected, bool marked, Argument* piped);
  Expr* call_written(const syntax::Expr& callee, std::vector<Argument> arguments, Type* expected, bool marked, Span span);
  Expr* call_method(const syntax::FieldExpr& callee, std::vector<Argument> arguments, Type* expected, bool marked, Span span);
  Expr* call_value(Expr* callee, std::vector<Argument> arguments, Type* expected, bool marked, Span span, const std::string& name);
  Expr* call_operation(Expr* handler, std::size_t operation, std::vector<Argument> arguments, Type* expected, bool marked, Span span);
  Expr* construct(const TypeDecl& decl, std::size_t index, std::vector<Argument> arguments, Type* expected, Span span);
  Expr* wrap(const TypeDecl& decl, std::vector<Argument> arguments, Type* expected, Span span);
  struct Instance {  ///< a named function with its parameters opened
    Callee callee;
    Substitution substitution;
    std::string name;  ///< as the user wrote it
  };
  Type* with_room(Type* type);
  void expect(Type* result, Type* expected, const Row& own);
  void settle_associated(Type* type);
  void settle_associated(Row* row);
  Expr* call_instance(Instance instance, std::vector<Argument> arguments, Type* expected, bool marked, Span span);
  /// What `A::b` names besides a case or a wrapper; an instance without a function when nothing was found (and reported).
  bool find_associated(const syntax::Path& path, Instance& instance, bool& reported);
  Instance instantiate(const Function& function, Span span, const std::string& name, Type* self);
  Instance instantiate_trait(const Function& function, const TraitDecl& trait, std::vector<Type*> trait_arguments, Type* self, Span span,
                             const std::string& name);
  bool find_method(Type* self, const syntax::Name& name, Instance& instance, bool& reported, Span span);
  struct Candidate {  ///< a trait's function that a name could mean
    const TraitDecl* trait = nullptr;
    const Function* function = nullptr;
    std::vector<Type*> arguments;  ///< of the trait; empty when they are open
  };
  const Function* inherent_function(const std::vector<ImplDecl*>& impls, const std::string& name, Type* self, bool method,
                                    std::vector<const Function*>& hidden);
  std::vector<Candidate> bound_candidates(const std::vector<TypeParam::Bound>& bounds, const std::string& name, bool method);
  std::vector<Candidate> method_candidates(Type* self, const std::string& name);
  std::vector<Candidate> visible_among(std::vector<Candidate> candidates, const Function*& hidden) const;
  void report_hidden(const Function& function, const std::string& type, const syntax::Name& name);
  void report_several(const std::vector<Candidate>& candidates, const std::string& type, const syntax::Name& name);
  std::string missing_bound(const std::string& parameter, const std::string& name);
  std::vector<Expr*> check_arguments(const std::vector<Type*>& parameters, std::vector<Argument>& arguments, const std::string& name);
  void check_labels(const std::vector<std::string>& names, std::vector<Argument>& arguments, const std::string& name,
                    bool first_is_receiver);
  bool check_count(std::size_t wanted, const std::vector<Argument>& arguments, const std::string& name, Span span,
                   const std::vector<std::string>& names);
  Expr* function_value(Instance instance, Span span, Type* expected);
  void check_crossing(const syntax::Comments* leading, const modules::Module* module, const std::vector<Type*>& parameters,
                      const std::vector<Expr*>& arguments, const std::vector<Argument>& written);
  void check_crossing_value(const Function& function, const std::string& name, const Type* type, Span span);
  bool was_checked_by_callers(const Local* local) const;
  void special_rules(const Function& function, const std::vector<Expr*>& arguments);
  void check_sendable_body(Expr* body, Span span, const std::string& what, bool is_handler = false);
  static std::string owner_name(const Function* function);

  // ---- capabilities and failures (rows.cpp)
  /// `who` needs the capability: a name between backticks, or words for a function value.
  std::optional<CapabilityArgument> require(const std::string& label, Type* effect, Span span, const std::string& who);
  std::optional<TailArgument> tail_at_hand(const RowTail& tail);
  std::optional<TailArgument> require_tail(const RowTail& tail, Span span, const std::string& who);
  void require_bound(Row* row, Span span, const std::string& who);
  std::vector<CapabilityArgument> capability_arguments(const std::map<std::string, Type*>& entries, Span span, const std::string& who);
  std::vector<TailArgument> tail_arguments(const Row& row, Span span, const std::string& who);
  RowArgument row_argument(Row* row, Span span, const std::string& who);
  bool is_open(Row* row);
  void serve(Row* row, Span span, const std::string& who, const std::function<void(RowArgument)>& fill);
  void settle_rows();
  Type* named_effect(std::size_t frame, const std::string& label) const;
  bool is_at_hand(const std::string& label, Type* effect);
  Local* lambda_capability(std::size_t frame, const std::string& label, Type* effect);
  void raise(Row* row, Span span, const std::string& who, const Function* callee = nullptr) {
    sinks_.back()->push_back({row, span, who, callee});
  }
  void note_mark(Row* row, bool marked, Span span, const std::string& who, const Function* callee = nullptr);
  /// What one call needs and does not get (finish.cpp). One error says all of it.
  struct Lack {
    Span span;
    std::string who;                                                 ///< the callee, or `raise`
    std::vector<std::pair<std::string, std::string>> capabilities;   ///< labels and effects that nothing here serves
    std::vector<std::string> failures;                               ///< types that the function's row has no room for
    bool unmarked = false;                                           ///< it may fail, and its `!` is missing
  };
  Lack& lack(Span span, const std::string& who);
  void report_lacks();
  diagnostics::Diagnostic& report_lack(const Lack& one);
  std::string failure_advice(const std::vector<std::string>& failures) const;
  std::string marked_call(const Lack& one) const;
  Row* collected(const Sink& sink, Span span);
  void report_misfit(const RowMisfit& misfit, Span span, const std::string& who);

  // ---- patterns (patterns.cpp)
  Pattern* check_pattern(const syntax::Pattern& written, Type* type, bool is_mut);
  Pattern* bind_pattern(const syntax::Pattern& written, Type* type, bool is_mut, Local::Origin origin, const char* where);

  // ---- names
  Local* declare(const std::string& name, Type* type, Local::Origin origin, Span span, bool is_mut);
  Local* find_local(const std::string& name, std::size_t* frame = nullptr);
  void push_scope() { scopes_.push_back({{}, frames_.size() - 1, {}}); }
  void pop_scope() { scopes_.pop_back(); }
  void report_unknown_value(const syntax::Name& name);
  std::string about_missing_capability(const std::string& name);
  std::string near_member(const Type& type, const std::string& name, bool called);
  bool visible(const Declared& decl) const { return decl.is_pub || decl.module == function_.module; }
  bool opens(const TypeDecl& decl) const { return decl.module == function_.module; }

  // ---- building
  template <class Node>
  Expr* make(Span span, Type* type, Node node) {
    world_.program.exprs.push_back({span, type, std::move(node)});
    made_.push_back(&world_.program.exprs.back());
    return made_.back();
  }
  Expr* bad(Span span) { return make(span, solver_.error(), UnitExpr{}); }
  /// Whether a part of the type is not known because of a mistake.
  static bool is_mistaken(const Type* type);
  bool is_error(const Type* type) const { return resolved(type)->kind == Kind::error; }
  Type* builtin(Builtin kind) { return solver_.builtin(kind); }
  Type* bool_type() { return builtin(Builtin::bool_); }
  void need(const TraitDecl* trait, std::vector<Type*> arguments, Type* self, Span span, const std::string& through,
            const char* code = "D417", const Function* function = nullptr);
  Type* open_nominal(const TypeDecl& decl, Span span, Substitution* substitution);

  // ---- the end (settle.cpp, finish.cpp, sharing.cpp)
  void settle_obligations();
  void settle();
  void settle_failures();
  void judge();
  void check_operators();
  void check_numbers();
  void check_marks();
  void check_matches();
  void check_catches();
  void check_refutable();
  void check_sharing();
  void check_unsolved();
  void check_polymorphic();

  struct Obligation {
    Solver::Requirement requirement;
    Span span;
    std::string through;
    const char* code = "D417";
    const Function* function = nullptr;  ///< whose bound it is
  };
  void report_unmet(const Obligation& obligation, const Solver::Requirement& culprit);
  void report_unshareable(const Obligation& obligation, Type* self);
  Type* head(const Expr* value);
  struct Mark {
    Row* row = nullptr;
    bool marked = false;
    Span span;
    std::string who;
    const Function* callee = nullptr;
  };
  struct Refutable {
    Pattern* pattern = nullptr;
    Span span;
    const char* where = "";
  };
  struct OperatorUse {
    Span span;
    std::string op;
    Type* type = nullptr;
  };
  struct BoundLambda {  ///< a lambda or a named function handed to a place that checks what it captures
    Lambda* lambda = nullptr;
    const FunctionExpr* function = nullptr;
    Row* failures = nullptr;
    Span span;
    std::string what;
    bool is_handler = false;
  };
  void check_errors_cross(const BoundLambda& sent);
  struct HandedOver {  ///< what a hand-off queue holds, which need not be shareable and still must not stay on its fiber
    Type* content = nullptr;
    Span span;
    std::string through;
  };
  void note_handed_over(const Function& function, const std::string& name, Type* result, const std::vector<Expr*>& arguments, Span span);
  void note_handed_over(const Type* queue, const std::string& name, Span span);
  void check_handed_over();
  void report_fiber_bound(const std::string& bound, const char* code, const std::string& through, Span span);

  World& world_;
  Bodies& bodies_;
  Solver& solver_;
  diagnostics::Diagnostics& diagnostics_;
  Function& function_;
  TypeScope types_;
  std::vector<Scope> scopes_;
  std::vector<Frame> frames_;
  std::vector<Loop> loops_;
  std::vector<Sink*> sinks_;
  Sink function_sink_;
  std::vector<Expr*> made_;
  std::vector<Obligation> obligations_;
  std::vector<Mark> marks_;
  std::vector<Lack> lacks_;
  std::vector<RowTail> missing_tails_;  ///< those that were reported: one more clause of the function serves all who need them
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::string> written_callees_;  ///< of method calls, by the place of the call
  std::string called_operation_;  ///< what is called of the name that is looked up right now (`depth` in `harbour.depth()`)
  std::vector<Refutable> refutable_;
  std::vector<Expr*> literals_;
  struct Matched {
    Expr* expression = nullptr;
    std::vector<Span> spans;  ///< of the arms' patterns
    bool broken = false;      ///< a pattern has a mistake
  };
  std::vector<Matched> matches_;
  struct CaughtUse {
    Expr* expression = nullptr;
    bool broken = false;
    bool unsure = false;  ///< the operand may be meant to raise more than is known
  };
  std::vector<CaughtUse> catches_;
  struct PatternNumber {
    Type* type = nullptr;
    std::string digits;
    Span span;
  };
  std::vector<PatternNumber> pattern_numbers_;
  std::vector<Type*> never_answered_;  ///< open types in whose place there is nothing, or a function that never answers
  std::set<const TypeDecl*> unimported_;   ///< reported already (N14)
  std::set<const Type*> unshareable_;  ///< reported already
  struct OpenRow {  ///< what a call passes, where that was not known yet
    Row* row = nullptr;
    Span span;
    std::string who;
    std::vector<Scope> scopes;
    std::vector<Frame> frames;
    std::function<void(RowArgument)> fill;
  };
  std::vector<OpenRow> open_rows_;
  bool is_settling_rows_ = false;
  std::vector<Expr*> adapted_;      ///< function values in places whose rows may grow until the body is done
  std::vector<RowVar*> widenings_;  ///< the room that `widened` made; what nothing went into is closed at the end
  std::vector<OperatorUse> operators_;
  std::vector<BoundLambda> sent_;
  struct Polymorphic {  ///< a function given where a `forall` type is expected
    const Type* type = nullptr;
    Span span;
  };
  std::vector<Polymorphic> polymorphic_;
  std::vector<HandedOver> handed_over_;
  std::set<const Local*> recursive_used_;
  std::multimap<const Local*, Expr*> recursive_calls_;  ///< of a lambda, by the name that it calls itself by
  std::set<const Local*> provided_;       ///< handlers installed by type that serve something
  std::set<const Local*> pattern_names_;  ///< bound by the pattern that is being checked (P4)
  int pattern_depth_ = 0;
  Local::Origin pattern_origin_ = Local::Origin::pattern;
  std::size_t perhaps_never_ = 0;  ///< where this body's part of the solver's list begins: bodies are checked in the midst of others
  bool in_test_ = false;
  const syntax::Expr* sole_element_ = nullptr;  ///< the expression that is a list's element, for D403's hint
};

/// A value of `type` that no row of `rows` matches, as text; empty when the rows cover everything.
std::string uncovered(Solver& solver, const std::vector<const Pattern*>& rows, Type* type);
/// Whether `pattern` can match something that no row before it matches.
bool useful(Solver& solver, const std::vector<const Pattern*>& rows, const Pattern* pattern, Type* type);
/// The arms that can never match, since unguarded ones before them cover them.
std::vector<std::size_t> unreachable(Solver& solver, const std::vector<Arm>& arms, Type* type);

}  // namespace khora2cpp::types
