#include "syntax/builder.hpp"

namespace khora2cpp::syntax {
namespace {

struct BinaryKind {
  int level;
  BinaryOp op;
};

constexpr int tightest_stage = 3;  ///< a stage of a flow binds tighter than `|>`

constexpr std::size_t chain_limit = 30'000;

/// Levels as in KhoraParser.g4; 0 when the token is no binary operator of level 3 or more.
BinaryKind binary_kind(std::uint32_t token) {
  switch (token) {
    case Kind::OR: return {3, BinaryOp::logical_or};
    case Kind::AND: return {4, BinaryOp::logical_and};
    case Kind::EQUAL: return {5, BinaryOp::equal};
    case Kind::NOT_EQUAL: return {5, BinaryOp::not_equal};
    case Kind::LESS: return {5, BinaryOp::less};
    case Kind::GREATER: return {5, BinaryOp::greater};
    case Kind::LESS_EQUAL: return {5, BinaryOp::less_equal};
    case Kind::GREATER_EQUAL: return {5, BinaryOp::greater_equal};
    case Kind::PLUS: return {6, BinaryOp::add};
    case Kind::MINUS: return {6, BinaryOp::subtract};
    case Kind::STAR: return {7, BinaryOp::multiply};
    case Kind::SLASH: return {7, BinaryOp::divide};
    case Kind::PERCENT: return {7, BinaryOp::remainder};
    default: return {0, BinaryOp::add};
  }
}

}  // namespace

/// The operands of one `expr` node and the operators between them.
struct Builder::Chain {
  std::vector<const Node*> operands;
  std::vector<const PlacedToken*> operators;
  std::size_t at = 0;
  const char* head = nullptr;

  std::uint32_t next_operator() const { return at < operators.size() ? operators[at]->kind() : 0; }
};

ExprPtr Builder::make_expr(Span at, decltype(Expr::node) node) {
  auto result = std::make_unique<Expr>();
  result->span = at;
  result->node = std::move(node);
  return result;
}

bool Builder::too_long(const Node* node, std::size_t parts) {
  if (parts <= chain_limit) return false;
  error("D231", span(node), "this expression is too long")
      .suggest("name parts of it with `let`, or use a list");
  return true;
}

ExprPtr Builder::expr(const Node* node, const char* head) {
  if (too_long(node, node->children.size() / 2)) return bad_expr(span(node));
  Chain chain;
  chain.head = head;
  Children children(node);
  chain.operands.push_back(children.node());
  while (!children.done()) {
    chain.operators.push_back(&Children(children.node()).token());
    chain.operands.push_back(children.node());
  }
  return assignment(chain);
}

ExprPtr Builder::assignment(Chain& chain) {
  ExprPtr target = pipeline(chain);
  if (chain.next_operator() != Kind::ASSIGN) return target;
  ++chain.at;
  ExprPtr value = assignment(chain);
  const Span at = source::join(target->span, value->span);
  return make_expr(at, AssignExpr{std::move(target), std::move(value)});
}

ExprPtr Builder::pipeline(Chain& chain) {
  ExprPtr value = binary(chain, tightest_stage, 0);
  while (chain.next_operator() == Kind::PIPE) {
    ++chain.at;
    ExprPtr stage = binary(chain, tightest_stage, 0);
    const Span at = source::join(value->span, stage->span);
    value = make_expr(at, PipeExpr{std::move(value), std::move(stage)});
  }
  return value;
}

ExprPtr Builder::binary(Chain& chain, int level, std::size_t skip_prefixes) {
  ExprPtr left = operand(chain, skip_prefixes);
  while (true) {
    const BinaryKind kind = binary_kind(chain.next_operator());
    if (kind.level < level) return left;
    const Span op_span = span(*chain.operators[chain.at]);
    ++chain.at;
    ExprPtr right = binary(chain, kind.level + 1, 0);
    const Span at = source::join(left->span, right->span);
    left = make_expr(at, BinaryExpr{kind.op, op_span, std::move(left), std::move(right)});
  }
}

ExprPtr Builder::operand(Chain& chain, std::size_t skip_prefixes) {
  const Node* node = chain.operands[chain.at];
  if (too_long(node, node->children.size() / 2)) return bad_expr(span(node));
  Children children(node);
  for (std::size_t index = 0; index < skip_prefixes; ++index) children.skip();
  std::vector<const PlacedToken*> prefixes;
  ExprPtr result;
  while (!result && (children.at(Kind::MINUS) || children.at(Kind::NOT) || children.at(Kind::FLOW))) {
    const PlacedToken& word = children.token();
    if (word.kind() == Kind::FLOW) {
      result = flow(chain, word, skip_prefixes + prefixes.size() + 1);
    } else {
      prefixes.push_back(&word);
    }
  }
  if (!result) {
    result = primary(children, chain.head);
    const bool block_like = is_block_like(*result);
    result = postfix(std::move(result), children, block_like);
  }
  for (std::size_t index = prefixes.size(); index-- > 0;) {
    const Span at = source::join(span(*prefixes[index]), result->span);
    const UnaryOp op = prefixes[index]->kind() == Kind::MINUS ? UnaryOp::negate : UnaryOp::logical_not;
    result = make_expr(at, UnaryExpr{op, std::move(result)});
  }
  return result;
}

ExprPtr Builder::flow(Chain& chain, const PlacedToken& word, std::size_t skip_prefixes) {
  FlowExpr flow;
  flow.stages.push_back(binary(chain, tightest_stage, skip_prefixes));
  while (chain.next_operator() == Kind::PIPE) {
    ++chain.at;
    flow.stages.push_back(binary(chain, tightest_stage, 0));
  }
  const Span at = source::join(span(word), flow.stages.back()->span);
  return make_expr(at, std::move(flow));
}

ExprPtr Builder::postfix(ExprPtr operand, Children& children, bool block_like) {
  while (!children.done()) {
    const std::uint32_t begin = operand->span.begin;
    if (const Node* part = children.take_rule(Rule::RuleArguments)) {
      const Span parentheses = span(part);
      CallExpr call{std::move(operand), arguments(part), parentheses};
      operand = make_expr(span(begin, parentheses.end), std::move(call));
    } else {
      const PlacedToken& word = children.token();
      if (block_like && (word.kind() == Kind::NOT || word.kind() == Kind::WITH)) {
        error("D230", span(word),
              "`" + std::string(text(word)) + "` does not attach to what ends with a block")
            .label(operand->span, "this")
            .suggest("put parentheses around it");
      }
      switch (word.kind()) {
        case Kind::DOT: {
          const PlacedToken& field = children.token();
          if (field.kind() == Kind::ID) {
            operand = make_expr(span(begin, field.end()), FieldExpr{std::move(operand), name(field)});
            break;
          }
          error("D232", span(word.begin(), field.end()), "the elements of a tuple have no names")
              .suggest("take the tuple apart: `let (a, b) = …;`");
          operand = bad_expr(span(begin, field.end()));
          break;
        }
        case Kind::NOT: operand = make_expr(span(begin, word.end()), MarkExpr{std::move(operand)}); break;
        case Kind::CATCH: {
          const Node* caught_arms = children.node();
          CatchExpr caught{std::move(operand), arms(caught_arms)};
          operand = make_expr(span(begin, span(caught_arms).end), std::move(caught));
          break;
        }
        case Kind::WITH: {
          Install installed = install(children.node());
          const Span at = span(begin, installed.span.end);
          operand = make_expr(at, WithExpr{std::move(operand), std::move(installed)});
          break;
        }
        default: {  // `[`
          expr(children.node());
          const Span at = span(begin, children.token().end());
          error("D232", span(word.begin(), at.end), "there is no index operator")
              .suggest("elements of lists come from `List::nth`, characters from `String::char_at`; arrays and dictionaries have `get`");
          operand = bad_expr(at);
          break;
        }
      }
    }
    block_like = false;
  }
  return operand;
}

bool is_block_like(const Expr& expr) {
  return std::holds_alternative<BlockExpr>(expr.node) || std::holds_alternative<IfExpr>(expr.node) ||
         std::holds_alternative<MatchExpr>(expr.node) || std::holds_alternative<ForExpr>(expr.node) ||
         std::holds_alternative<WhileExpr>(expr.node) || std::holds_alternative<LoopExpr>(expr.node) ||
         std::holds_alternative<WithBlockExpr>(expr.node);
}

}  // namespace khora2cpp::syntax
