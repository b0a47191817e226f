// Translated by khora2cpp from main.kh.
//
// Two workers take numbers off a channel; a third channel brings the answers back.
#include "worker_pool.hpp"

#include "khora/core/channel.hpp"
#include "khora/core/fiber.hpp"
#include "khora/core/option.hpp"
#include "khora/core/print.hpp"
#include "khora/integer.hpp"
#include "khora/share.hpp"
#include "khora/text.hpp"

namespace worker_pool {

using khora::Int;
using khora::Rest;
using khora::core::Channel;
using khora::core::Fiber;
using khora::core::Option;

namespace {

Tagged<Unit> work(const Channel<Int>& jobs, const Channel<Int>& answers) {
  for (;;) {
    Option<Int> receive_answer;
    if (Rest rest = Channel<Int>::receive(jobs).to(receive_answer)) return rest;
    if (receive_answer.is<Option<Int>::None>()) {
      break;
    } else {
      const Int job = receive_answer.as<Option<Int>::Some>().value;
      if (Rest rest = Channel<Int>::send(answers, job * job).rest()) return rest;
    }
    if (khora::stop_pending()) return khora::stopped;  // loop
  }
  return khora::unit;
}

}  // namespace

Tagged<Unit> main() {
  if (khora::stop_at_entry()) return khora::stopped;  // entry
  const Channel<Int> jobs = Channel<Int>::bounded(4);
  const Channel<Int> answers = Channel<Int>::bounded(4);
  const Fiber<Unit> first = Fiber<Unit>::spawn(
      [jobs = khora::share(jobs), answers = khora::share(answers)]() -> Tagged<Unit> {
        return work(jobs, answers);
      });
  const Fiber<Unit> second = Fiber<Unit>::spawn(
      [jobs = khora::share(jobs), answers = khora::share(answers)]() -> Tagged<Unit> {
        return work(jobs, answers);
      });
  Int sent = 0;
  Int total = 0;
  while (sent < 10) {
    sent = sent + 1;
    if (Rest rest = Channel<Int>::send(jobs, sent).rest()) return rest;
    Option<Int> receive_answer;
    if (Rest rest = Channel<Int>::receive(answers).to(receive_answer)) return rest;
    switch (receive_answer.which()) {
      case Option<Int>::Case::Some:
        total = total + receive_answer.as<Option<Int>::Some>().value;
        break;
      case Option<Int>::Case::None: break;
    }
    if (khora::stop_pending()) return khora::stopped;  // loop
  }
  Channel<Int>::close(jobs);
  if (Rest rest = Fiber<Unit>::join(first).rest()) return rest;
  if (Rest rest = Fiber<Unit>::join(second).rest()) return rest;
  khora::core::print(khora::text("sum of squares ", total));
  return khora::unit;
}

}  // namespace worker_pool
