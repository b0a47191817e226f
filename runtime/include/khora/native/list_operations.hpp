// The operations of `List`. Included by native/list.hpp.
#pragma once

#include "khora/native/list.hpp"
#include "khora/native/merge_sort.hpp"

namespace khora::core {

// ---- construction and release ---------------------------------------------------------------------------------------------------

template <class A>
List<A>::List(Cons cons) : cell_(new (khora::detail::allocate(sizeof(Cell))) Cell{khora::detail::Header(), std::move(cons)}) {}

template <class A>
template <class... As>
List<A> List<A>::of(As&&... items) {
  ListBuilder<A> list;
  if constexpr (sizeof...(As) > 0) {
    A all[] = {A(std::forward<As>(items))...};
    for (A& item : all) list.add(std::move(item));
  }
  return list.finish();
}

template <class A>
void List<A>::release_cells(Cell* cell) noexcept {
  if constexpr (std::is_trivially_destructible_v<A>) {
    destroy_cells(cell);
  } else {
    khora::detail::release_last(cell, &destroy_cells);
  }
}

template <class A>
void List<A>::destroy_cells(void* object) noexcept {
  auto* cell = static_cast<Cell*>(object);
  do {
    Cell* next = std::exchange(cell->cons.tail.cell_, nullptr);
    cell->~Cell();
    khora::detail::deallocate(cell, sizeof(Cell));
    cell = next;
  } while (cell != nullptr && cell->header.count.release());
}

template <class A>
void List<A>::visit_cell(const void* object, khora::detail::Visitor& visitor) {
  const auto* cell = static_cast<const Cell*>(object);
  khora::detail::walk(cell->cons.head, visitor);
  cell->cons.tail.visit_references(visitor);
}

// ---- without a function argument --------------------------------------------------------------------------------------------------

template <class A>
Int List<A>::length(const List& self) {
  std::int64_t length = 0;
  for (const Cell* cell = self.cell_; cell != nullptr; cell = cell->cons.tail.cell_) ++length;
  return length;
}

template <class A>
Option<A> List<A>::head(const List& self) {
  if (self.cell_ == nullptr) return typename Option<A>::None{};
  return typename Option<A>::Some{self.cell_->cons.head};
}

template <class A>
Option<A> List<A>::last(const List& self) {
  const Cell* last = self.cell_;
  if (last == nullptr) return typename Option<A>::None{};
  while (last->cons.tail.cell_ != nullptr) last = last->cons.tail.cell_;
  return typename Option<A>::Some{last->cons.head};
}

template <class A>
Option<A> List<A>::nth(const List& self, Int index) {
  std::int64_t left = index.raw();
  if (left < 0) return typename Option<A>::None{};
  const Cell* cell = self.cell_;
  for (; cell != nullptr && left > 0; --left) cell = cell->cons.tail.cell_;
  if (cell == nullptr) return typename Option<A>::None{};
  return typename Option<A>::Some{cell->cons.head};
}

template <class A>
List<A> List<A>::push(const List& self, const A& item) {
  return Cons{item, self};
}

template <class A>
List<A> List<A>::concat(const List& self, const List& other) {
  if (other.cell_ == nullptr) return self;
  ListBuilder<A> list;
  list.add_all(self);
  return list.finish(other);
}

template <class A>
List<A> List<A>::reverse_onto(const List& self, const List& acc) {
  List reversed = acc;
  for (const A& item : self) reversed = Cons{item, std::move(reversed)};
  return reversed;
}

template <class A>
List<A> List<A>::take(const List& self, Int count) {
  std::int64_t left = count.raw();
  ListBuilder<A> taken;
  for (const Cell* cell = self.cell_; cell != nullptr && left > 0; cell = cell->cons.tail.cell_, --left) {
    taken.add(cell->cons.head);
  }
  return taken.finish();
}

template <class A>
List<A> List<A>::drop(const List& self, Int count) {
  std::int64_t left = count.raw();
  const List* rest = &self;
  for (; rest->cell_ != nullptr && left > 0; --left) rest = &rest->cell_->cons.tail;
  return *rest;
}

template <class A>
template <class B>
List<Pair<A, B>> List<A>::zip(const List& self, const List<B>& other) {
  ListBuilder<Pair<A, B>> pairs;
  auto second = other.begin();
  for (const A& first : self) {
    if (second == other.end()) break;
    pairs.add(Pair<A, B>{first, *second});
    ++second;
  }
  return pairs.finish();
}

template <class A>
Halves<A> List<A>::split(const List& self) {
  const Int half = length(self) / 2;
  return Halves<A>{take(self, half), drop(self, half)};
}

template <class A>
Int List<A>::sum(const List& self)
  requires(std::is_same_v<A, Int>)
{
  Int sum = 0;
  for (const Int item : self) sum = sum + item;
  return sum;
}

// ---- with a function argument -------------------------------------------------------------------------------------------------------

template <class A>
template <class B, class F>
Tagged<B> List<A>::fold(const List& self, const B& start, const F& step) {
  if (stop_at_entry()) return stopped;
  B acc = start;
  for (const A& item : self) {
    // Given up to the call: a step that takes its first parameter by value may then reuse what it refers to.
    if (Rest rest = call(step, std::move(acc), item).to(acc)) return rest;
    if (stop_pending()) return stopped;
  }
  return acc;
}

template <class A>
template <class F>
Tagged<bool> List<A>::any(const List& self, const F& wanted) {
  if (stop_at_entry()) return stopped;
  for (const A& item : self) {
    bool found = false;
    if (Rest rest = call(wanted, item).to(found)) return rest;
    if (found) return true;
    if (stop_pending()) return stopped;
  }
  return false;
}

template <class A>
template <class F>
Tagged<bool> List<A>::all(const List& self, const F& wanted) {
  if (stop_at_entry()) return stopped;
  for (const A& item : self) {
    bool found = false;
    if (Rest rest = call(wanted, item).to(found)) return rest;
    if (!found) return false;
    if (stop_pending()) return stopped;
  }
  return true;
}

template <class A>
template <class F>
Tagged<Option<A>> List<A>::find(const List& self, const F& wanted) {
  if (stop_at_entry()) return stopped;
  for (const A& item : self) {
    bool found = false;
    if (Rest rest = call(wanted, item).to(found)) return rest;
    if (found) return typename Option<A>::Some{item};
    if (stop_pending()) return stopped;
  }
  return typename Option<A>::None{};
}

template <class A>
template <class F>
Tagged<List<A>> List<A>::filter(const List& self, const F& keep) {
  if (stop_at_entry()) return stopped;
  ListBuilder<A> kept;
  for (const A& item : self) {
    bool wanted = false;
    if (Rest rest = call(keep, item).to(wanted)) return rest;
    if (wanted) kept.add(item);
    if (stop_pending()) return stopped;
  }
  return kept.finish();
}

template <class A>
template <class F>
Tagged<Parts<A>> List<A>::partition(const List& self, const F& wanted) {
  if (stop_at_entry()) return stopped;
  ListBuilder<A> kept, other;
  for (const A& item : self) {
    bool keep = false;
    if (Rest rest = call(wanted, item).to(keep)) return rest;
    (keep ? kept : other).add(item);
    if (stop_pending()) return stopped;
  }
  return Parts<A>{kept.finish(), other.finish()};
}

template <class A>
template <class B, class F>
Tagged<List<B>> List<A>::map(const List& self, const F& f) {
  if (stop_at_entry()) return stopped;
  ListBuilder<B> mapped;
  for (const A& item : self) {
    B value{};
    if (Rest rest = call(f, item).to(value)) return rest;
    mapped.add(std::move(value));
    if (stop_pending()) return stopped;
  }
  return mapped.finish();
}

template <class A>
template <class B, class F>
Tagged<List<B>> List<A>::flat_map(const List& self, const F& step) {
  if (stop_at_entry()) return stopped;
  ListBuilder<B> all;
  for (const A& item : self) {
    List<B> more;
    if (Rest rest = call(step, item).to(more)) return rest;
    all.add_all(more);
    if (stop_pending()) return stopped;
  }
  return all.finish();
}

namespace list_detail {

/// Sorts by `after`, which says plainly or tagged whether the first of two neighbours must come behind the second.
template <class A, class After>
Tagged<List<A>> sort_with(const List<A>& self, const After& after) {
  const auto count = static_cast<std::size_t>(List<A>::length(self).raw());
  if (count < 2) return self;
  khora::detail::PointerBuffer<A> items(count);
  const A** next = items.data();
  for (const A& item : self) *next++ = &item;
  if (Rest rest = khora::detail::merge_sort(items.data(), count, after)) return rest;
  ListBuilder<A> sorted;
  for (std::size_t at = 0; at < count; ++at) sorted.add(*items.data()[at]);
  return sorted.finish();
}

template <class A>
using OrderingOf = typename tagged_t<decltype(impl::Ord<A>::cmp(std::declval<const A&>(), std::declval<const A&>()))>::Answer;

}  // namespace list_detail

template <class A>
template <class F>
Tagged<List<A>> List<A>::sort_by(const List& self, const F& order) {
  if (stop_at_entry()) return stopped;
  using Order = answer_t<F, const A&, const A&>;
  return list_detail::sort_with(self, [&](const A& a, const A& b) -> Tagged<bool> {
    Order ordering;
    if (Rest rest = call(order, a, b).to(ordering)) return rest;
    return ordering.template is<typename Order::Greater>();
  });
}

// ---- through a bound ------------------------------------------------------------------------------------------------------------------

template <class A>
Tagged<List<A>> List<A>::sort(const List& self) {
  using Order = list_detail::OrderingOf<A>;
  return list_detail::sort_with(self, [](const A& a, const A& b) -> Tagged<bool> {
    Order ordering;
    if (Rest rest = tagged(impl::Ord<A>::cmp(a, b)).to(ordering)) return rest;
    return ordering.template is<typename Order::Greater>();
  });
}

template <class A>
template <class F>
Tagged<Option<A>> List<A>::best(const List& self, const F& better) {
  if (self.cell_ == nullptr) return typename Option<A>::None{};
  const A* best = &self.cell_->cons.head;
  for (const A& item : self.cell_->cons.tail) {
    bool replace = false;
    if (Rest rest = better(item, *best).to(replace)) return rest;
    if (replace) best = &item;
    if (stop_pending()) return stopped;
  }
  return typename Option<A>::Some{*best};
}

template <class A>
Tagged<Option<A>> List<A>::min(const List& self) {
  using Order = list_detail::OrderingOf<A>;
  return best(self, [](const A& item, const A& least) -> Tagged<bool> {
    Order ordering;
    if (Rest rest = tagged(impl::Ord<A>::cmp(item, least)).to(ordering)) return rest;
    return ordering.template is<typename Order::Less>();
  });
}

template <class A>
Tagged<Option<A>> List<A>::max(const List& self) {
  using Order = list_detail::OrderingOf<A>;
  return best(self, [](const A& item, const A& greatest) -> Tagged<bool> {
    Order ordering;
    if (Rest rest = tagged(impl::Ord<A>::cmp(item, greatest)).to(ordering)) return rest;
    return ordering.template is<typename Order::Greater>();
  });
}

template <class A>
Tagged<bool> List<A>::contains(const List& self, const A& wanted) {
  for (const A& item : self) {
    bool equal = false;
    if (Rest rest = tagged(impl::Eq<A>::eq(item, wanted)).to(equal)) return rest;
    if (equal) return true;
    if (stop_pending()) return stopped;
  }
  return false;
}

template <class A>
Tagged<bool> List<A>::equals(const List& self, const List& other) {
  auto theirs = other.begin();
  for (const A& item : self) {
    if (theirs == other.end()) return false;
    bool equal = false;
    if (Rest rest = tagged(impl::Eq<A>::eq(item, *theirs)).to(equal)) return rest;
    if (!equal) return false;
    ++theirs;
    if (stop_pending()) return stopped;
  }
  return theirs == other.end();
}

template <class A>
template <class Item>
auto List<A>::compare(const List& self, const List& other)
    -> tagged_t<decltype(impl::Ord<Item>::cmp(std::declval<const Item&>(), std::declval<const Item&>()))> {
  using Order = list_detail::OrderingOf<A>;
  auto theirs = other.begin();
  for (const A& item : self) {
    if (theirs == other.end()) return typename Order::Greater{};
    Order order;
    if (Rest rest = tagged(impl::Ord<A>::cmp(item, *theirs)).to(order)) return rest;
    if (!order.template is<typename Order::Equal>()) return order;
    ++theirs;
    if (stop_pending()) return stopped;
  }
  if (theirs == other.end()) return typename Order::Equal{};
  return typename Order::Less{};
}

}  // namespace khora::core
