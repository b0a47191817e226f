// Translated by khora2cpp from main.kh.
#include "nursery_of_children.hpp"

#include "khora/core/fibers.hpp"
#include "khora/core/nursery.hpp"
#include "khora/core/print.hpp"
#include "khora/core/shared.hpp"
#include "khora/integer.hpp"
#include "khora/share.hpp"
#include "khora/text.hpp"

namespace nursery_of_children {

using khora::Int;
using khora::Rest;
using khora::core::Nursery;
using khora::core::Shared;

namespace {

Tagged<Unit> children(const Shared<Int>& total, const Nursery& nursery) {
  if (khora::stop_at_entry()) return khora::stopped;  // entry
  Int n = 0;
  while (n < 4) {
    const Int mine = n;
    if (Rest rest = nursery->spawn([total = khora::share(total), mine]() -> Tagged<Unit> {
      if (khora::stop_at_entry()) return khora::stopped;  // entry
      if (Rest rest_2 = Shared<Int>::update(total, [mine](Int sum) { return sum + mine; }).rest()) {
        return rest_2;
      }
      return khora::unit;
    }).rest()) {
      return rest;
    }
    n = n + 1;
    if (khora::stop_pending()) return khora::stopped;  // loop
  }
  return khora::unit;
}

}  // namespace

Tagged<Unit> main() {  // raises ChildFailed
  if (khora::stop_at_entry()) return khora::stopped;  // entry
  const Shared<Int> total = Shared<Int>::of(0);
  if (khora::stop_pending()) return khora::stopped;  // !
  if (Rest rest = khora::core::nursery<Unit>([total](const Nursery& nursery) -> Tagged<Unit> {
    return children(total, nursery);
  }).rest()) {
    return rest;
  }
  khora::core::print(khora::text("total ", Shared<Int>::get(total)));
  return khora::unit;
}

}  // namespace nursery_of_children
