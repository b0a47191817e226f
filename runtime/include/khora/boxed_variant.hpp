// `BoxedVariant`: a choice between cases behind a counted pointer. Recursive and large variants derive from it (emission.md 6).
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "khora/cases.hpp"
#include "khora/ref.hpp"

namespace khora {

namespace detail {

/// The node of a case without payload: one for the whole program, never counted.
template <std::uint32_t tag>
inline constinit Header empty_node{tag, 0};

template <class C>
inline constexpr C empty_payload{};

}  // namespace detail

/// One of `Cases`, which may be incomplete where a class derives from this. The first case without payload is the null pointer;
/// null is also the default state. Nodes never change, so copies share them.
template <class... Cases>
class BoxedVariant {
 public:
  BoxedVariant() noexcept = default;
  template <class C>
    requires(detail::OneOf<C, Cases...>)
  BoxedVariant(C value) {
    constexpr auto tag = static_cast<std::uint32_t>(detail::case_index<C, Cases...>());
    if constexpr (!std::is_empty_v<C>) {
      node_ = &detail::new_counted<C>(std::move(value), tag)->header;
    } else if constexpr (tag != detail::first_empty_case<0, Cases...>()) {
      node_ = &detail::empty_node<tag>;
    }
  }

  BoxedVariant(const BoxedVariant& other) noexcept : node_(other.node_) {
    if (node_ != nullptr) node_->count.retain();
  }
  BoxedVariant(BoxedVariant&& other) noexcept : node_(std::exchange(other.node_, nullptr)) {}
  BoxedVariant& operator=(const BoxedVariant& other) noexcept {
    BoxedVariant copy(other);
    std::swap(node_, copy.node_);
    return *this;
  }
  BoxedVariant& operator=(BoxedVariant&& other) noexcept {
    BoxedVariant taken(std::move(other));
    std::swap(node_, taken.node_);
    return *this;
  }
  ~BoxedVariant() {
    if (node_ != nullptr && node_->count.release()) release_node();
  }

  /// The position of the case in the order of declaration.
  std::size_t index() const { return node_ != nullptr ? node_->tag : detail::first_empty_case<0, Cases...>(); }

  template <class C>
  bool is() const {
    return index() == detail::case_index<C, Cases...>();
  }
  template <class C>
  const C& as() const {
    if constexpr (std::is_empty_v<C>) {
      return detail::empty_payload<C>;
    } else {
      return reinterpret_cast<const detail::Counted<C>*>(node_)->value;
    }
  }
  template <class C>
  const C* if_() const {
    return is<C>() ? &as<C>() : nullptr;
  }

  /// Whether this is the only reference to the node.
  bool unique() const { return node_ != nullptr && node_->count.unique(); }

  void visit_references(detail::Visitor& visitor) const {
    static constexpr detail::Kind kind{"value", false, &visit_node};
    if (node_ != nullptr) visitor.reference(*node_, kind);
  }

 private:
  static void visit_node(const void* object, detail::Visitor& visitor) {
    const auto* header = static_cast<const detail::Header*>(object);
    detail::for_case<Cases...>(header->tag, [&]<class C>(C*) {
      if constexpr (!std::is_empty_v<C>) detail::walk(static_cast<const detail::Counted<C>*>(object)->value, visitor);
    });
  }
  void release_node() noexcept {
    static constexpr detail::Destroy destroy[] = {&detail::destroy_counted<Cases>...};
    detail::release_last(node_, destroy[node_->tag]);
  }

  detail::Header* node_ = nullptr;
};

}  // namespace khora
