#include <cstdint>
#include <stdexcept>

extern "C" std::int64_t read_depth(std::int64_t at) {
  if (at < 0) throw std::out_of_range("there is no depth above the water");
  return at * 10;
}
