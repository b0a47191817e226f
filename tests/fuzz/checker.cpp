// Any program, of one module or of several, is accepted or gets messages.
#include "types/checker.hpp"

#include "input.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  khora2cpp::test::check_text(khora2cpp::fuzz::text_of(data, size));
  return 0;
}
