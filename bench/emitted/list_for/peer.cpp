#include <forward_list>

#include "../checked.hpp"

static Int total(const std::forward_list<Int>& numbers) {
  Int sum = 0;
  for (const Int n : numbers) sum = add(sum, n);
  return sum;
}

int main(int argc, char** argv) {
  std::forward_list<Int> numbers;
  auto end = numbers.before_begin();
  for (Int n = 0; n < 1000000; n = add(n, 1)) end = numbers.insert_after(end, rest(n, 1000));
  Int sum = 0;
  const Int rounds = size(argc, argv);
  for (Int round = 0; round < rounds; round = add(round, 1)) sum = add(sum, total(numbers));
  print(sum);
}
