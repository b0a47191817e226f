// Lowers one C++ function: its statements, operands and ways out. Internal to lower/. One `Body` lives while one function is lowered; the
// lambdas written in it are frames of the same body, because names are unique in a C++ function with its lambdas.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "analysis/facts.hpp"
#include "analysis/mentions.hpp"
#include "analysis/reach.hpp"
#include "lower/touch.hpp"
#include "lower/tree.hpp"
#include "source/source.hpp"

namespace khora2cpp::lower {

/// Where the value of an expression goes.
struct Dest {
  enum class Kind {
    drop,   ///< nowhere
    place,  ///< assigned to `target`
    give    ///< returned from the innermost C++ function
  };
  Kind kind = Kind::drop;
  Expr* target = nullptr;
};

/// A C++ function or lambda that is being written.
struct Frame {
  enum class Kind { function, lambda, tried };
  Kind kind = Kind::function;
  Frame* outer = nullptr;
  Convention convention = Convention::plain;
  const Type* result = nullptr;
  std::vector<Variable*> captures;  ///< of a lambda: outer variables in the order of their first mention
  bool wrote_inexact = false;       ///< returned a bare literal or a closure, whose C++ type is not the Khora type
  bool answers = false;             ///< has a `return` with a value
  Label* label = nullptr;           ///< where errors go, inside the operand of a `catch` in its goto form
  bool label_used = false;
};

struct LoopFrame {
  Dest dest;             ///< of a `break` value
  bool breaks = false;   ///< the C++ loop is left by `break`
};

/// What is matched: a C++ expression that is read any number of times, or the parts of a tuple that is never built.
struct Subject {
  Expr* expr = nullptr;
  std::vector<Subject> parts;
};

/// A call whose operands have been evaluated.
struct Prepared {
  Expr* call = nullptr;
  bool leaves = false;  ///< tagged, and can stop or raise
};

/// The capabilities that a lambda made here is passed: each by itself, or all in one row.
struct Supplied {
  std::map<std::string, Variable*> labels;
  Variable* row = nullptr;
};

/// What serves the entries and the tails of a row at one place.
struct Served {
  std::function<Expr*(const std::string& label)> entry;
  std::function<Expr*(const types::RowTail& tail)> tail;
};

/// The body of an arm `_` that several types of failure can come to. It stands behind the arms; `chosen` says that they came to it, and is null
/// where nothing else gets there.
struct SharedBody {
  Variable* chosen = nullptr;
};

/// One arm, of a `match` or for one error of a `catch`.
struct ArmRef {
  const types::Pattern* pattern = nullptr;
  const types::Expr* guard = nullptr;
  const types::Expr* body = nullptr;
  Span span;
  const syntax::Comments* leading = nullptr;
  /// Where the body is written once for several places that choose this arm: here only the choice is noted.
  const SharedBody* shared = nullptr;
};

/// The arms of a `catch` for one type of failure, or one arm `_` for whatever else is raised.
struct CatchGroup {
  const Type* error = nullptr;
  std::vector<ArmRef> arms;
};

/// `PumpState` as `pump_state`; a name for a value of the type.
std::string name_for(const Type* type);

class Body {
 public:
  Body(types::Program& program, const analysis::Facts& facts, const source::SourceSet& sources, Tree& tree)
      : program_(program), facts_(facts), sources_(sources), tree_(tree) {}

  /// function.cpp
  Function function(const types::Function& source);

 private:
  using Operand = std::function<Expr*()>;

  // ---- making nodes (nodes.cpp) ------------------------------------------------------------------------------------------------
  template <class Node>
  void emit(Span span, Node node) {
    if (!reachable_) return;
    Statement statement;
    statement.span = span;
    statement.leading = leading_;
    leading_ = nullptr;
    statement.node = std::move(node);
    block_->statements.push_back(std::move(statement));
  }
  template <class Node>
  Expr* make(Span span, const Type* type, Node node) {
    return tree_.expr(span, type, std::move(node));
  }
  /// Runs `write` with a fresh block as the place statements go to. `reachable_` afterwards tells whether its end is.
  Block* in_block(const std::function<void()>& write);
  /// Adds a finished block's statements here.
  void splice(Block* block);
  void leave() { reachable_ = false; }
  Expr* unit(Span span);
  Expr* boolean(Span span, bool value);
  Expr* negated(Expr* condition);
  Expr* conjunction(Expr* left, Expr* right);
  /// A helper variable of this frame.
  Variable* helper(std::string base, const Type* type);
  Variable* variable_of(const types::Local* local);
  bool changes(const types::Local* local) const;
  Expr* read(Span span, Variable* variable);
  Expr* read(Span span, const types::Local* local);
  /// `const A name = value;`, and a read of it.
  Expr* name_it(Span span, Expr* value, const std::string& base);
  Expr* assigned(Span span, Variable* variable);
  const Type* bool_type();
  const Type* unit_type();
  static std::string suggested_name(const types::Expr& expr);
  static std::string suggested_name(const Expr& expr);
  /// Whether C++ sees exactly the Khora type.
  bool is_exact(const Expr* expr) const;
  /// The same expression with bare literals made to have their Khora type.
  Expr* exact(Expr* expr);
  bool is_bare(const Expr* expr) const;

  // ---- expressions (expression.cpp) --------------------------------------------------------------------------------------------
  /// Evaluates up to a C++ expression that is to be evaluated once, next.
  Expr* operand(const types::Expr& expr);
  /// The same for a value that is kept: a local that is read for the last time is moved from.
  Expr* stored(const types::Expr& expr);
  /// Evaluates with the value going to `dest`.
  void into(const types::Expr& expr, const Dest& dest);
  /// The same for what fills a C++ block of its own: a Khora block needs no second pair of braces.
  void body_of(const types::Expr& expr, const Dest& dest);
  void finish(Expr* value, const Dest& dest);
  void finish_call(const Prepared& prepared, const Dest& dest);
  void give(Expr* value);
  /// Whether a `Handoff` that the function may send to counts references to such a value.
  bool is_counted(const Type* type) const;
  /// Whether a helper that must not outlive its statement was declared directly in the block: one that owns a resource (emission.md 5.6),
  /// or holds a reference that would be counted.
  bool ends_with_statement(const Block& block) const;
  /// `khora::let_go(x);` for each that is a variable of its own here and no reference into another.
  void let_go(const std::vector<const types::Local*>& locals);
  void let_go_before(const types::Expr& expr);
  /// Whether the value needs a variable that branches or a tagged call assign.
  bool wants_place(const types::Expr& expr);
  bool can_be_conditional(const types::Expr& expr);
  Expr* through_variable(const types::Expr& expr);
  Expr* literal(const types::Expr& expr);
  Expr* text(Span span, const types::TextExpr& node, const Type* type);
  Expr* unary(const types::Expr& expr, const types::UnaryExpr& node);
  Expr* binary(const types::Expr& expr, const types::BinaryExpr& node);
  Expr* comparison(const types::Expr& expr, const types::BinaryExpr& node);
  Expr* logical(const types::Expr& expr, const types::BinaryExpr& node);
  Expr* record(const types::Expr& expr, const types::RecordExpr& node);
  Expr* handler(const types::Expr& expr, const types::HandlerExpr& node);
  void assign_field(const types::Expr& expr, const types::AssignFieldExpr& node);
  void assert_that(const types::Expr& expr, const types::AssertExpr& node);

  // ---- order of operands (operands.cpp) ----------------------------------------------------------------------------------------
  std::vector<Expr*> in_order(const std::vector<Operand>& operands);
  Operand later(const types::Expr* expr) {
    return [this, expr] { return operand(*expr); };
  }
  std::vector<Operand> kept(const std::vector<types::Expr*>& exprs);
  /// An argument that is read through a `mut` field is copied: the callee may overwrite the field (emission.md 6).
  Expr* argument(const types::Expr& expr);
  std::vector<Operand> arguments(const std::vector<types::Expr*>& exprs);

  // ---- calls (call.cpp) --------------------------------------------------------------------------------------------------------
  bool is_call(const types::Expr& expr) const;
  Prepared prepare(const types::Expr& expr);
  Prepared prepare(const types::Expr& expr, const types::CallExpr& node);
  Prepared prepare(const types::Expr& expr, const types::ValueCallExpr& node);
  Prepared prepare(const types::Expr& expr, const types::OperationCallExpr& node);
  Prepared prepare_constant(const types::Expr& expr, const types::ConstantExpr& node);
  /// A call of a trait's function that the source does not write (`==`, interpolation, `for`). The operands are evaluated already.
  Prepared trait_call(Span span, const Type* result, const types::Function* function, Type* self, std::vector<Expr*> operands);
  Prepared finish_callee(Span span, const Type* result, const analysis::Mention& mention, Call call);
  Callee callee_of(const analysis::Mention& mention);
  void choose_explicit(const analysis::Mention& mention, Call& call);
  /// An argument that is taken by value, where references are counted: what a helper holds is moved out of it.
  Expr* given(Expr* value);
  Expr* capability(Span span, const types::CapabilityArgument& argument);
  /// The answer as a C++ expression; leaves first when the call did not answer.
  Expr* answer(const Prepared& prepared);
  bool leaves(const types::Expr& expr);

  // ---- rows as data (rows.cpp) -------------------------------------------------------------------------------------------------
  Type* row_type(types::Row row);
  Type* row_type(const types::RowTail& tail);
  /// A parameter as an argument: of itself.
  Type* type_of(const types::TypeParam* parameter);
  /// A type of the callee's declaration as it is at this call.
  Type* instantiated(const types::Callee& callee, Type* type);
  /// The part of the row that a tail stands for.
  Expr* tail_of(Span span, Variable* row, const types::RowTail& tail);
  Variable* source_of(const types::TailArgument& argument);
  Expr* tail_value(Span span, const types::TailArgument& argument);
  /// The variable that holds exactly this row; null if the row has to be made.
  Variable* whole_row(const std::vector<types::CapabilityArgument>& entries, const std::vector<types::TailArgument>& tails);
  Expr* row_value(Span span, const std::vector<std::pair<std::string, Expr*>>& entries, const std::vector<Expr*>& tails);
  Expr* row_value(Span span, const types::RowArgument& argument);
  Expr* row_value(Span span, const std::vector<types::CapabilityArgument>& entries, const std::vector<types::TailArgument>& tails);
  Expr* row_value(Span span, const types::Row& wanted, const Served& served);
  /// Passes what a function value wants: each capability by itself, or where some are not known by label all of them as a row.
  void pass_row(Span span, const types::Row& wanted, const Served& served, Call& call);
  /// Makes the labels known that a row brings.
  void take_entries(const std::vector<const types::Local*>& labels, Variable* row);
  Served served_by(Span span, const std::vector<types::CapabilityArgument>& bound, const std::vector<types::TailArgument>& bound_tails,
                   const Supplied& supplied);
  /// Adds the parameters by which a function value of the type is passed capabilities.
  Supplied supplied_by(const Type* function, std::vector<Variable*>& parameters);

  // ---- control flow (control.cpp, loop.cpp) ------------------------------------------------------------------------------------
  void block(const types::Block& block, const Dest& dest);
  void statement(const types::Statement& statement);
  /// Statements whose helpers own a resource stand in a block of their own (emission.md 5.6).
  void scoped_statement(Span span, const std::function<void()>& write);
  void let(Span span, const types::LetStatement& let);
  void let_name(Span span, const types::Local* local, const types::Expr& value);
  void branch(const types::Expr& expr, const types::IfExpr& node, const Dest& dest);
  void with(const types::Expr& expr, const types::WithExpr& node, const Dest& dest);
  void raise(const types::Expr& expr, const types::RaiseExpr& node);
  void loop(const types::Expr& expr, const types::LoopExpr& node, const Dest& dest);
  void while_loop(const types::Expr& expr, const types::WhileExpr& node);
  void for_loop(const types::Expr& expr, const types::ForExpr& node);
  void walk(Span span, const types::Pattern& pattern, const types::Expr& iterable, types::Walk how,
            const types::RowArgument& effects, const std::function<void()>& body);
  void walk_protocol(Span span, const types::Pattern& pattern, const types::Expr& iterable,
                     const types::RowArgument& effects, const std::function<void()>& body);
  void loop_check(Span span);
  void break_loop(const types::Expr& expr, const types::BreakExpr& node);
  void continue_loop(const types::Expr& expr);

  // ---- match (match.cpp, pattern.cpp) ------------------------------------------------------------------------------------------
  void match(const types::Expr& expr, const types::MatchExpr& node, const Dest& dest);
  /// A `match` that only tells whether its first pattern matches is that test; null for any other.
  Expr* as_test(const Subject& subject, const std::vector<ArmRef>& arms);
  void match_arms(Span span, const Subject& subject, const std::vector<ArmRef>& arms, const Dest& dest);
  bool match_switch(Span span, const Subject& subject, const std::vector<ArmRef>& arms, const Dest& dest);
  void match_chain(Span span, const Subject& subject, const std::vector<ArmRef>& arms, const Dest& dest);
  void match_open(Span span, const Subject& subject, const std::vector<ArmRef>& arms, const Dest& dest);
  void arm_body(const Subject& subject, const ArmRef& arm, const Dest& dest);
  void choose(const ArmRef& arm);
  Subject subject_of(const types::Expr& expr, const std::vector<ArmRef>* arms);
  /// An expression that reads the same value every time, without effect; null if there is none.
  Expr* stable(const types::Expr& expr);
  /// The condition under which the pattern matches; null when it always does.
  Expr* test(const Subject& subject, const types::Pattern& pattern);
  /// Makes the names of the pattern known. `declares`: as variables where that reads better, else always as the path to the part.
  void bind(const Subject& subject, const types::Pattern& pattern, bool declares);
  void bind_name(const Subject& subject, const types::Local* local, Span span, bool declares);
  Expr* whole(Span span, const Subject& subject, const Type* type);
  Subject payload(const Subject& subject, const types::Pattern& pattern, const types::CasePattern& node, std::size_t index);

  // ---- catch (catch.cpp) -------------------------------------------------------------------------------------------------------
  void catch_errors(const types::Expr& expr, const types::CatchExpr& node, const Dest& dest);
  /// A call of a lambda around the expression, whose tagged answer says whether it left.
  Expr* on_the_spot(const types::Expr& expr, const Type* result);
  /// The guard of an arm `_`, where it needs statements. When it leaves by itself, the error that was raised is dropped.
  Expr* guard_of_rest(const types::Expr& guard, Variable* tried, bool is_rest);
  /// Lets the bodies that stand in several groups be written once: the arms whose bodies follow behind the groups. Where other arms can end
  /// too, a flag that is declared here says which one was chosen.
  std::vector<ArmRef> share_bodies(std::vector<CatchGroup>& groups, std::deque<SharedBody>& shared, const Dest& dest);
  void catch_arms(Span span, const types::CatchExpr& node, Variable* tried, bool is_rest, const Type* answer, const Dest& dest);

  // ---- lists (list.cpp), lambdas (lambda.cpp) ----------------------------------------------------------------------------------
  Expr* list(const types::Expr& expr, const types::ListExpr& node);
  void add_element(Variable* builder, const types::Element& element);
  Expr* lambda(const types::Expr& expr, const types::Lambda& node);
  Expr* function_value(const types::Expr& expr, const types::FunctionExpr& node);
  /// Gives the callbacks of a recursive call one C++ type for all depths.
  void fix_callbacks(Span span, const types::Function& callee, std::vector<Expr*>& arguments);
  Expr* handed_on(Span span, Variable* argument, const types::Local& declared, const types::Callee& callee, const Served& served);
  Expr* bind_value(const types::Expr& expr, const types::BindExpr& node);
  Expr* rebound(Span span, Variable* function, const Type* inner, const Type* type, bool tagged, const Served& outside);
  /// Writes a lambda around `write`, which fills its body; parameters belong to it.
  Expr* closure(Span span, const Type* type, Convention convention, const Type* result, std::vector<Variable*> parameters, bool shares,
                const std::function<void()>& write);

  types::Program& program_;
  const analysis::Facts& facts_;
  const source::SourceSet& sources_;
  Tree& tree_;
  Touches touches_;

  Block* block_ = nullptr;
  bool reachable_ = true;
  const syntax::Comments* leading_ = nullptr;  ///< of the statement that is being lowered, until its first C++ statement takes them
  Frame* frame_ = nullptr;
  LoopFrame* loop_ = nullptr;
  std::vector<Variable*> rows_;                                         ///< what comes to the function as data
  std::unordered_map<const types::Lambda*, Variable*> lambda_rows_;     ///< and to each lambda
  bool hands_off_ = false;
  bool on_cycle_ = false;
  bool in_template_ = false;
  std::unordered_map<const types::Local*, Variable*> brought_by_;       ///< labels that came in a row, and which
  std::unordered_map<const types::Local*, Expr*> places_;        ///< how a local is read
  std::unordered_map<const Variable*, Frame*> owners_;
  std::unordered_map<const Variable*, const types::Lambda*> known_lambdas_;
  std::unordered_map<const Variable*, bool> references_;         ///< declared as references into another
  std::unordered_map<const Variable*, bool> callbacks_;          ///< parameters whose C++ type is a template parameter
};

}  // namespace khora2cpp::lower
