#include <memory>

#include "../checked.hpp"

struct Tree {
  std::unique_ptr<Tree> left;
  std::unique_ptr<Tree> right;
};

// An empty pointer is a leaf.
static std::unique_ptr<Tree> grown(Int depth) {
  if (depth == 0) return nullptr;
  auto tree = std::make_unique<Tree>();
  tree->left = grown(sub(depth, 1));
  tree->right = grown(sub(depth, 1));
  return tree;
}

static Int nodes(const std::unique_ptr<Tree>& tree) {
  if (!tree) return 1;
  return add(add(1, nodes(tree->left)), nodes(tree->right));
}

int main(int argc, char** argv) {
  Int sum = 0;
  const Int rounds = size(argc, argv);
  for (Int round = 0; round < rounds; round = add(round, 1)) sum = add(sum, nodes(grown(16)));
  print(sum);
}
