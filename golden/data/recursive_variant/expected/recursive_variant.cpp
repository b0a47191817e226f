// Translated by khora2cpp from main.kh.
#include "recursive_variant.hpp"

#include <tuple>

#include "khora/boxed_variant.hpp"
#include "khora/core/print.hpp"
#include "khora/integer.hpp"
#include "khora/text.hpp"

namespace recursive_variant {

using khora::Int;
using khora::Rest;

struct TreeCases {
  struct Leaf {};
  struct Node;
};

class Tree : public TreeCases, public khora::BoxedVariant<TreeCases::Leaf, TreeCases::Node> {
 public:
  using BoxedVariant::BoxedVariant;
  enum class Case { Leaf, Node };
  Case which() const { return static_cast<Case>(index()); }
};

struct TreeCases::Node {
  Tree left;
  Int value;
  Tree right;

  static constexpr auto fields = std::tuple{&Node::left, &Node::value, &Node::right};
};

namespace {

Tagged<Tree> insert(const Tree& tree, Int value) {
  if (khora::stop_at_entry()) return khora::stopped;  // entry
  switch (tree.which()) {
    case Tree::Case::Leaf: return Tree::Node{Tree::Leaf{}, value, Tree::Leaf{}};
    case Tree::Case::Node: {
      const Tree& left = tree.as<Tree::Node>().left;
      const Int here = tree.as<Tree::Node>().value;
      const Tree& right = tree.as<Tree::Node>().right;
      if (value < here) {
        Tree insert_answer;
        if (Rest rest = insert(left, value).to(insert_answer)) return rest;
        return Tree::Node{insert_answer, here, right};
      }
      Tree insert_answer_2;
      if (Rest rest = insert(right, value).to(insert_answer_2)) return rest;
      return Tree::Node{left, here, insert_answer_2};
    }
  }
  khora::unreachable();
}

Tagged<Int> depth(const Tree& tree) {
  if (khora::stop_at_entry()) return khora::stopped;  // entry
  switch (tree.which()) {
    case Tree::Case::Leaf: return 0;
    case Tree::Case::Node: {
      Int a;
      if (Rest rest = depth(tree.as<Tree::Node>().left).to(a)) return rest;
      Int b;
      if (Rest rest = depth(tree.as<Tree::Node>().right).to(b)) return rest;
      if (a > b) return a + 1;
      return b + 1;
    }
  }
  khora::unreachable();
}

}  // namespace

Tagged<Unit> main() {
  Tree insert_answer;
  if (Rest rest = insert(Tree::Leaf{}, 2).to(insert_answer)) return rest;
  Tree insert_answer_2;
  if (Rest rest = insert(insert_answer, 1).to(insert_answer_2)) return rest;
  Tree insert_answer_3;
  if (Rest rest = insert(insert_answer_2, 3).to(insert_answer_3)) return rest;
  Int depth_answer;
  if (Rest rest = depth(insert_answer_3).to(depth_answer)) return rest;
  khora::core::print(khora::text(depth_answer));
  return khora::unit;
}

}  // namespace recursive_variant
