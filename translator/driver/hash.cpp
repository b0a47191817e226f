#include "driver/hash.hpp"

#include <cstdint>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cstdio>

namespace khora2cpp::driver {

struct Hasher::State {
  XXH3_state_t xxh;
};

Hasher::Hasher() : state_(std::make_unique<State>()) {
  XXH3_128bits_reset(&state_->xxh);
}
Hasher::~Hasher() = default;

Hasher& Hasher::add(std::string_view text) {
  add(static_cast<std::uint64_t>(text.size()));
  XXH3_128bits_update(&state_->xxh, text.data(), text.size());
  return *this;
}

Hasher& Hasher::add(std::uint64_t number) {
  XXH3_128bits_update(&state_->xxh, &number, sizeof number);
  return *this;
}

std::string Hasher::hex() const {
  const XXH128_hash_t digest = XXH3_128bits_digest(&state_->xxh);
  char text[33];
  std::snprintf(text, sizeof text, "%016llx%016llx", static_cast<unsigned long long>(digest.high64),
                static_cast<unsigned long long>(digest.low64));
  return text;
}

std::string hash_of(std::string_view text) {
  return Hasher().add(text).hex();
}

}  // namespace khora2cpp::driver
