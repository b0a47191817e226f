// `List`: the persistent singly linked list (std-core.md 12). Every walk is iterative; what answers a list builds it from front
// to back in place.
//
// To the rest of the library it looks like a boxed variant with the cases `Nil` and `Cons`. It has a layout and a release of its
// own, because a list is long in one direction: freeing walks the cells in a loop.
#pragma once

#include <cstddef>
#include <iterator>
#include <new>
#include <type_traits>
#include <utility>

#include "khora/cases.hpp"
#include "khora/core_fwd.hpp"
#include "khora/count.hpp"
#include "khora/integer.hpp"
#include "khora/memory.hpp"
#include "khora/release.hpp"
#include "khora/tagged.hpp"
#include "khora/walk.hpp"

namespace khora {

template <class A>
class ListBuilder;

namespace core {

template <class K, class V>
struct Pair;
template <class A>
struct Halves;
template <class A>
struct Parts;
namespace impl {
template <class Self>
struct Eq;
template <class Self>
struct Ord;
}  // namespace impl

template <class A>
class List {
  struct Cell;

 public:
  struct Nil {};
  struct Cons;
  enum class Case { Nil, Cons };

  /// Elements in order. Does not keep the list alive.
  class Iterator {
   public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = A;
    using difference_type = std::ptrdiff_t;
    using pointer = const A*;
    using reference = const A&;

    Iterator() = default;
    explicit Iterator(const Cell* cell) : cell_(cell) {}
    reference operator*() const { return cell_->cons.head; }
    pointer operator->() const { return &cell_->cons.head; }
    Iterator& operator++() {
      cell_ = cell_->cons.tail.cell_;
      return *this;
    }
    Iterator operator++(int) {
      Iterator before = *this;
      ++*this;
      return before;
    }
    friend bool operator==(Iterator a, Iterator b) { return a.cell_ == b.cell_; }

   private:
    const Cell* cell_ = nullptr;
  };

  List() noexcept = default;
  List(Nil) noexcept {}
  List(Cons cons);
  /// A literal's elements, in order. Long literals are better built with `ListBuilder`.
  template <class... As>
  static List of(As&&... items);

  List(const List& other) noexcept : cell_(other.cell_) {
    if (cell_ != nullptr) cell_->header.count.retain();
  }
  List(List&& other) noexcept : cell_(std::exchange(other.cell_, nullptr)) {}
  List& operator=(const List& other) noexcept {
    List copy(other);
    std::swap(cell_, copy.cell_);
    return *this;
  }
  List& operator=(List&& other) noexcept {
    List taken(std::move(other));
    std::swap(cell_, taken.cell_);
    return *this;
  }
  ~List() {
    if (cell_ != nullptr && cell_->header.count.release()) release_cells(cell_);
  }

  Case which() const { return cell_ == nullptr ? Case::Nil : Case::Cons; }
  std::size_t index() const { return cell_ == nullptr ? 0 : 1; }
  template <class C>
  bool is() const {
    return (cell_ == nullptr) == std::is_same_v<C, Nil>;
  }
  template <class C>
  const C& as() const {
    if constexpr (std::is_same_v<C, Nil>) {
      static constexpr Nil nil{};
      return nil;
    } else {
      return cell_->cons;
    }
  }
  template <class C>
  const C* if_() const {
    return is<C>() ? &as<C>() : nullptr;
  }

  Iterator begin() const { return Iterator(cell_); }
  Iterator end() const { return Iterator(); }

  void visit_references(khora::detail::Visitor& visitor) const {
    static constexpr khora::detail::Kind kind{"List", false, &visit_cell};
    if (cell_ != nullptr) visitor.reference(cell_->header, kind);
  }

  // ---- without a function argument ------------------------------------------------------------------------------------------

  static bool is_empty(const List& self) { return self.cell_ == nullptr; }
  static Int length(const List& self);
  static Option<A> head(const List& self);
  static Option<A> last(const List& self);
  static Option<A> nth(const List& self, Int index);
  /// Prepends.
  static List push(const List& self, const A& item);
  static List concat(const List& self, const List& other);
  static List reverse(const List& self) { return reverse_onto(self, List()); }
  static List reverse_onto(const List& self, const List& acc);
  static List take(const List& self, Int count);
  static List drop(const List& self, Int count);
  template <class B>
  static List<Pair<A, B>> zip(const List& self, const List<B>& other);
  static Halves<A> split(const List& self);
  static Int sum(const List& self)
    requires(std::is_same_v<A, Int>);

  // ---- with one: each has an entry check, and a check after every element ---------------------------------------------------

  template <class B, class F>
  static Tagged<B> fold(const List& self, const B& start, const F& step);
  template <class F>
  static Tagged<bool> any(const List& self, const F& wanted);
  template <class F>
  static Tagged<bool> all(const List& self, const F& wanted);
  template <class F>
  static Tagged<Option<A>> find(const List& self, const F& wanted);
  template <class F>
  static Tagged<List> filter(const List& self, const F& keep);
  template <class F>
  static Tagged<Parts<A>> partition(const List& self, const F& wanted);
  template <class B, class F>
  static Tagged<List<B>> map(const List& self, const F& f);
  template <class B, class F>
  static Tagged<List<B>> flat_map(const List& self, const F& step);
  /// Stable, without recursion. Any `order` gives some permutation.
  template <class F>
  static Tagged<List> sort_by(const List& self, const F& order);

  // ---- through a bound ----------------------------------------------------------------------------------------------------------

  static Tagged<List> sort(const List& self);
  static Tagged<Option<A>> min(const List& self);
  static Tagged<Option<A>> max(const List& self);
  static Tagged<bool> contains(const List& self, const A& wanted);
  static Tagged<bool> equals(const List& self, const List& other);
  // A template, because `Ord` is asked for only when this is called.
  template <class Item = A>
  static auto compare(const List& self, const List& other)
      -> tagged_t<decltype(impl::Ord<Item>::cmp(std::declval<const Item&>(), std::declval<const Item&>()))>;

 private:
  template <class>
  friend class List;
  friend class ListBuilder<A>;

  static void visit_cell(const void* object, khora::detail::Visitor& visitor);
  static void release_cells(Cell* cell) noexcept;
  static void destroy_cells(void* object) noexcept;
  /// The first of the elements that no other one is `better` than.
  template <class F>
  static Tagged<Option<A>> best(const List& self, const F& better);

  Cell* cell_ = nullptr;
};

template <class A>
struct List<A>::Cons {
  A head;
  List<A> tail;
};

template <class A>
struct List<A>::Cell {
  khora::detail::Header header;
  Cons cons;
};

}  // namespace core

/// A list under construction. Elements are added at the end in constant time.
template <class A>
class ListBuilder {
 public:
  ListBuilder() noexcept : end_(&list_) {}
  ListBuilder(const ListBuilder&) = delete;
  ListBuilder& operator=(const ListBuilder&) = delete;

  void add(A item) {
    end_->cell_ = new (detail::allocate(sizeof(typename core::List<A>::Cell)))
        typename core::List<A>::Cell{detail::Header(), {std::move(item), core::List<A>()}};
    end_ = &end_->cell_->cons.tail;
  }
  void add_all(const core::List<A>& items) {
    for (const A& item : items) add(item);
  }

  /// The list. The builder is used up.
  core::List<A> finish() { return std::move(list_); }
  /// The list, continued by `tail`, which is shared.
  core::List<A> finish(core::List<A> tail) {
    *end_ = std::move(tail);
    return std::move(list_);
  }

 private:
  core::List<A> list_;
  /// Where the next cell goes: the list itself or the tail of the last cell.
  core::List<A>* end_;
};

}  // namespace khora

#include "khora/native/list_operations.hpp"
