#include <utility>

#include "analysis/type_query.hpp"
#include "emit/code.hpp"

namespace khora2cpp::emit {

using namespace lower;

const Expr* Code::single_value(const Block* body) {
  if (body == nullptr || body->statements.size() != 1) return nullptr;
  const Statement& only = body->statements[0];
  if (only.leading != nullptr && !only.leading->empty()) return nullptr;
  if (only.trailing != nullptr && !only.trailing->empty()) return nullptr;
  const auto* leave = std::get_if<Return>(&only.node);
  return leave != nullptr && leave->kind == Return::Kind::value ? leave->value : nullptr;
}

Code::Piece Code::print(const Expr&, const Lambda& lambda) {
  std::vector<Doc> captures;
  if (lambda.captures_by_reference) captures.push_back("&");
  for (const Capture& capture : lambda.captures) {
    const std::string& name = locals_.of(capture.variable);
    if (capture.init != nullptr) {
      captures.push_back(Doc(name + " = ") + doc(capture.init));
    } else if (capture.shared) {
      captures.push_back(name + " = " + types_.runtime("share") + "(" + name + ")");
    } else {
      captures.push_back(name);
    }
  }
  std::vector<Doc> parameters;
  // It calls itself only where nothing comes, when nothing names it.
  if (lambda.recursive != nullptr) parameters.push_back(lambda.recursive->is_read ? "const auto& " + locals_.of(lambda.recursive) : "const auto&");
  for (const Variable* parameter : lambda.parameters) {
    // What a longer row is of stands in front of the lambda.
    const bool is_long_row = parameter == lambda.row && analysis::is_merged(*parameter->type->row);
    std::string text = is_long_row ? "const auto&" : types_.parameter(parameter->type);
    if (parameter->is_read) text += " " + locals_.of(parameter);
    parameters.push_back(std::move(text));
  }
  std::vector<Doc> head;
  head.push_back(Doc::list("[", std::move(captures), "]"));
  head.push_back(Doc::list("(", std::move(parameters), ")"));
  std::string tail = lambda.is_mutable ? " mutable" : "";
  if (lambda.writes_result) {
    switch (lambda.convention) {
      case Convention::nothing: tail += " -> void"; break;
      case Convention::plain: tail += " -> " + types_.type(lambda.result); break;
      case Convention::tagged: tail += " -> " + types_.runtime("Tagged") + "<" + types_.type(lambda.result) + ">"; break;
    }
  }
  head.push_back(tail + " ");

  const Frame frame{lambda.writes_result};
  const std::size_t depth = rest_depth_;
  // The body is laid out once its indentation is known, in the frame of this lambda.
  const auto print_body = [this, frame, depth, body = lambda.body](std::size_t indent) {
    const Frame outer = std::exchange(frame_, frame);
    const std::size_t outer_depth = std::exchange(rest_depth_, depth);
    std::string text = block(body, indent + 2, true);
    frame_ = outer;
    rest_depth_ = outer_depth;
    return text;
  };
  std::optional<std::string> flat;
  if (lambda.body->statements.empty()) {
    flat = "{}";
  } else {
    const Frame outer = std::exchange(frame_, frame);
    if (const std::optional<std::string> only = short_statement(lambda.body, true)) flat = "{ " + *only + " }";
    frame_ = outer;
  }
  head.push_back(Doc::block(print_body, std::move(flat)));
  Doc text = Doc::concat(std::move(head));
  if (lambda.recursive != nullptr) text = Doc::list(types_.runtime("Recursive") + "(", {std::move(text)}, ")");
  if (lambda.row != nullptr) text = Doc::list(types_.runtime("needing") + "<" + types_.type(lambda.row->type) + ">(", {std::move(text)}, ")");
  return {std::move(text)};
}

}  // namespace khora2cpp::emit
