#include <string>

#include "../checked.hpp"

static std::string built(Int pieces) {
  std::string text;
  for (Int n = 0; n < pieces; n = add(n, 1)) text += std::to_string(rest(n, 100)) + ",";
  return text;
}

int main(int argc, char** argv) {
  Int bytes = 0;
  const Int rounds = size(argc, argv);
  for (Int round = 0; round < rounds; round = add(round, 1)) bytes = add(bytes, static_cast<Int>(built(100000).size()));
  print(bytes);
}
