// A walk over the typed tree that does what the specification says (syntax-and-types.md sections 4 to 9), one step after the other.
//
// It reads nothing but the checked program. What the later stages and the runtime decide is decided here once more, from the specification,
// so that a difference between a translated program and this one is a mistake in one of them. Programs with fibers are not its business.
#pragma once

#include <functional>
#include <string>

#include "interpreter/instances.hpp"
#include "interpreter/outcome.hpp"
#include "interpreter/value.hpp"

namespace khora2cpp::interpreter {

/// One activation of a function or a lambda.
struct Frame {
  const Instance& instance;
  Locals locals;
  const Locals* captured = nullptr;  ///< of the lambda that runs
  Rows rows;                         ///< what serves rows whose labels the types do not say, `I::Effects` or `'ef`
};

class Interpreter {
 public:
  explicit Interpreter(types::Program& program) : program_(program), instances_(program) {}

  /// What a program leaves behind.
  struct Result {
    std::string output;
    std::string complaint;  ///< the first line on standard error, without `khora: `
    int status = 0;
  };
  Result run_main();

  // ---- for natives
  Value call(const Value& function, Values arguments, const Labels& capabilities = {});
  Value call(const Instance& instance, Values arguments, const Labels& capabilities = {}, const Labels& rows = {});
  bool equal(types::Type* type, const Value& left, const Value& right);
  /// Negative, zero or positive.
  int compare(types::Type* type, const Value& left, const Value& right);
  std::string show(types::Type* type, const Value& value);
  Wide hash(types::Type* type, const Value& value);
  void print(const std::string& line) { output_ += line + "\n"; }
  types::Program& program() { return program_; }

 private:
  // expressions.cpp
  Value evaluate(const types::Expr& expr, Frame& frame);
  Values all(const std::vector<types::Expr*>& exprs, Frame& frame);
  Value evaluate_text(const types::TextExpr& node, Frame& frame);
  Value evaluate_record(const types::RecordExpr& node, Frame& frame);
  Value evaluate_binary(const types::BinaryExpr& node, Frame& frame);
  void add_elements(const types::Element& element, Frame& frame, Values& into);
  const Value& local(const types::Local* local, Frame& frame);
  types::Type* type_of(const types::Expr& expr, Frame& frame);

  // functions.cpp
  Value make_lambda(const types::Lambda& lambda, Frame& frame);
  Labels labels(const std::vector<types::CapabilityArgument>& arguments, Frame& frame);
  /// The same with what the tails stand for. Of a label that several of them have the first is meant.
  Labels labels(const std::vector<types::CapabilityArgument>& arguments, const std::vector<types::TailArgument>& tails, Frame& frame);
  Labels labels(const types::RowArgument& row, Frame& frame) { return labels(row.entries, row.tails, frame); }
  Value run(const types::Expr& body, Frame& frame);

  // control.cpp
  Value evaluate_block(const types::Block& block, Frame& frame);
  Value evaluate_match(const types::MatchExpr& node, Frame& frame);
  Value evaluate_catch(const types::CatchExpr& node, Frame& frame);
  bool handles(const types::CatchExpr& node, const types::CatchArm& arm, const Raised& raised, Frame& frame);
  /// Calls `body` with each item until it answers false.
  void walk(types::Type* type, Value state, const Labels& rows, const std::function<bool(const Value&)>& body);
  /// One turn of a loop; false when a `break` ends the loop.
  bool turn(const std::function<void()>& body);
  bool matches(const types::Pattern& pattern, const Value& value, Frame& frame);

  // structural.cpp
  Value structural(const Instance& instance, const Values& arguments);
  std::vector<types::Type*> part_types(types::Type* type, std::size_t which);

  types::Program& program_;
  Instances instances_;
  std::string output_;
};

/// The value of a case of a library type, such as `Option::Some`.
Value make_case(const types::TypeDecl* decl, const char* name, Values parts = {});

}  // namespace khora2cpp::interpreter
