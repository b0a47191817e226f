// `Variant`: a choice between cases, held in place. Small variants that do not contain themselves derive from it (emission.md 6).
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>
#include <type_traits>
#include <utility>

#include "khora/cases.hpp"

namespace khora {

namespace detail {

template <std::size_t... sizes>
consteval std::size_t largest() {
  std::size_t most = 0;
  for (const std::size_t size : {sizes...}) most = size > most ? size : most;
  return most;
}

/// Which of so many cases a variant is of, in as few bytes as that takes.
template <std::size_t count>
using CaseIndex = std::conditional_t<(count <= 256), std::uint8_t, std::uint32_t>;

template <class C, class From>
void construct_case(void* storage, From&& from) {
  ::new (storage) C(std::forward<From>(from));
}

/// The storage of a variant: the payload and which case it belongs to.
template <bool trivial, class... Cases>
class VariantStorage;

// Trivially copyable, like its cases. Cleared first, because compilers warn about copying bytes that a small case leaves unset.
template <class... Cases>
class VariantStorage<true, Cases...> {
 protected:
  alignas(Cases...) unsigned char storage_[largest<sizeof(Cases)...>()]{};
  CaseIndex<sizeof...(Cases)> index_ = 0;
};

template <class... Cases>
class VariantStorage<false, Cases...> {
 protected:
  VariantStorage() noexcept {}
  VariantStorage(const VariantStorage& other) { copy_from(other); }
  VariantStorage(VariantStorage&& other) noexcept { move_from(other); }
  VariantStorage& operator=(const VariantStorage& other) {
    // Copied whole before anything is released: what this held may be what keeps `other` alive.
    return *this = VariantStorage(other);
  }
  VariantStorage& operator=(VariantStorage&& other) noexcept {
    VariantStorage taken(std::move(other));
    destroy();
    move_from(taken);
    return *this;
  }
  ~VariantStorage() { destroy(); }

  alignas(Cases...) unsigned char storage_[largest<sizeof(Cases)...>()];
  CaseIndex<sizeof...(Cases)> index_ = 0;

 private:
  template <class C>
  C* payload() {
    return std::launder(reinterpret_cast<C*>(storage_));
  }
  void copy_from(const VariantStorage& other) {
    index_ = other.index_;
    for_case<Cases...>(index_, [&]<class C>(C*) {
      construct_case<C>(storage_, *std::launder(reinterpret_cast<const C*>(other.storage_)));
    });
  }
  void move_from(VariantStorage& other) noexcept {
    index_ = other.index_;
    for_case<Cases...>(index_, [&]<class C>(C*) { construct_case<C>(storage_, std::move(*other.template payload<C>())); });
  }
  void destroy() noexcept {
    for_case<Cases...>(index_, [&]<class C>(C*) {
      if constexpr (!std::is_trivially_destructible_v<C>) payload<C>()->~C();
    });
  }
};

}  // namespace detail

/// One of `Cases`, each a struct of its payload. The default state is the first case without payload, else the first case.
template <class... Cases>
class Variant : detail::VariantStorage<(std::is_trivially_copyable_v<Cases> && ...), Cases...> {
 public:
  Variant() noexcept {
    this->index_ = static_cast<decltype(this->index_)>(detail::first_empty_case<0, Cases...>());
    detail::for_case<Cases...>(this->index_,
                               [this]<class C>(C*) { ::new (static_cast<void*>(this->storage_)) C{}; });
  }
  template <class C>
    requires(detail::OneOf<C, Cases...>)
  Variant(C value) noexcept {
    this->index_ = static_cast<decltype(this->index_)>(detail::case_index<C, Cases...>());
    detail::construct_case<C>(this->storage_, std::move(value));
  }

  /// The position of the case in the order of declaration.
  std::size_t index() const { return this->index_; }

  template <class C>
  bool is() const {
    return this->index_ == detail::case_index<C, Cases...>();
  }
  template <class C>
  const C& as() const& {
    return *std::launder(reinterpret_cast<const C*>(this->storage_));
  }
  template <class C>
  C&& as() && {
    return std::move(*std::launder(reinterpret_cast<C*>(this->storage_)));
  }
  template <class C>
  const C* if_() const {
    return is<C>() ? &as<C>() : nullptr;
  }

  template <class Visitor>
  void visit_references(Visitor& visitor) const {
    detail::for_case<Cases...>(this->index_, [&]<class C>(C*) { walk(as<C>(), visitor); });
  }
};

}  // namespace khora
