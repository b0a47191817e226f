// `Shared`: a cell whose value is replaced under a lock (std-core.md 20.8, concurrency.md 13).
#pragma once

#include <utility>

#include "khora/core/changed.hpp"
#include "khora/detail/cell_core.hpp"
#include "khora/detail/shared_box.hpp"
#include "khora/share.hpp"
#include "khora/tagged.hpp"

namespace khora::core {

template <class A>
class Shared {
 public:
  static constexpr bool always_shared = true;
  static constexpr const char* khora_name = "Shared";

  Shared() noexcept = default;
  static Shared of(const A& value) { return Shared(khora::detail::SharedBox<Cell>::make(share(value))); }

  static A get(const Shared& self) {
    self.cell_->lock.lock(khora::detail::CellUse::read);
    A value = self.cell_->value;
    self.cell_->lock.unlock();
    return value;
  }
  static void set(const Shared& self, const A& value) {
    A next = share(value);
    self.cell_->lock.lock(khora::detail::CellUse::write);
    std::swap(self.cell_->value, next);
    self.cell_->lock.unlock();
    // The old value goes here, after the lock.
  }
  /// Replaces the value by what `change` makes of it and answers that. `change` runs once, on this fiber, with the cell locked;
  /// if it is stopped the cell keeps its value.
  template <class F>
  static Tagged<A> update(const Shared& self, const F& change) {
    Cell& cell = *self.cell_;
    if (!cell.lock.lock_for_update()) return stopped;
    A next;
    if (const Rest rest = run(change, cell.value).to(next)) {
      cell.lock.unlock();
      return rest;
    }
    A answer = share(next);
    std::swap(cell.value, next);
    cell.lock.unlock();
    if (khora::detail::stop_after()) return stopped;
    return answer;
  }
  template <class B, class F>
  static Tagged<B> modify(const Shared& self, const F& change) {
    Cell& cell = *self.cell_;
    if (!cell.lock.lock_for_update()) return stopped;
    Changed<A, B> changed;
    if (const Rest rest = run(change, cell.value).to(changed)) {
      cell.lock.unlock();
      return rest;
    }
    A next = share(changed.state);
    std::swap(cell.value, next);
    cell.lock.unlock();
    if (khora::detail::stop_after()) return stopped;
    return changed.result;
  }

 private:
  struct Cell {
    khora::detail::CellCore lock;
    A value;
    explicit Cell(A initial) : value(std::move(initial)) {}
  };
  explicit Shared(khora::detail::SharedBox<Cell> cell) : cell_(std::move(cell)) {}
  template <class F>
  static auto run(const F& change, const A& value) {
    const khora::detail::ChangeGuard guard(khora::detail::current_fiber());
    return call(change, value);
  }
  khora::detail::SharedBox<Cell> cell_;
};

}  // namespace khora::core
