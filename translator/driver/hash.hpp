// Content hashes for the build cache. Not for protection against anybody who tries.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace khora2cpp::driver {

/// Hashes a sequence of texts. Each text's length counts, so that ("ab", "c") and ("a", "bc") differ.
class Hasher {
 public:
  Hasher();
  ~Hasher();
  Hasher(const Hasher&) = delete;
  Hasher& operator=(const Hasher&) = delete;

  Hasher& add(std::string_view text);
  Hasher& add(std::uint64_t number);
  /// 32 hexadecimal digits of everything added so far.
  std::string hex() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

std::string hash_of(std::string_view text);

}  // namespace khora2cpp::driver
