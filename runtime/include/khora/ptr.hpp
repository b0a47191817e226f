// `Ptr`: an address for foreign code. It is not followed and not counted (std-core.md 15).
#pragma once

namespace khora {

class Ptr {
 public:
  constexpr Ptr() = default;
  explicit constexpr Ptr(void* address) : address_(address) {}

  constexpr void* raw() const { return address_; }

  static constexpr Ptr null() { return Ptr(); }
  static constexpr bool is_null(Ptr self) { return self.address_ == nullptr; }

 private:
  void* address_ = nullptr;
};

}  // namespace khora
