// The works of ../../main.kh on Boost.Fiber: two threads that steal from each other, and stacks of 32 KiB from a cache, without which every
// fiber would fault its stack in afresh.
#include <sys/resource.h>

#include <atomic>
#include <boost/fiber/all.hpp>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <string_view>
#include <thread>
#include <vector>

namespace fibers = boost::fibers;
using std::int64_t;

/// A cache of stacks that any thread may use; the library's own pool may be used by one thread only.
class CachedStacks {
 public:
  boost::context::stack_context allocate() {
    void* place = nullptr;
    lock();
    if (free_ != nullptr) {
      place = free_;
      free_ = free_->next;
    }
    unlock();
    if (place == nullptr) place = std::malloc(size);
    boost::context::stack_context stack;
    stack.size = size;
    stack.sp = static_cast<char*>(place) + size;
    return stack;
  }
  void deallocate(boost::context::stack_context& stack) noexcept {
    auto* place = reinterpret_cast<Free*>(static_cast<char*>(stack.sp) - size);
    lock();
    place->next = free_;
    free_ = place;
    unlock();
  }

 private:
  struct Free {
    Free* next;
  };
  static constexpr std::size_t size = 32 * 1024;
  static void lock() {
    while (busy_.test_and_set(std::memory_order_acquire)) {
    }
  }
  static void unlock() { busy_.clear(std::memory_order_release); }
  static inline std::atomic_flag busy_ = ATOMIC_FLAG_INIT;
  static inline Free* free_ = nullptr;
};

template <class Body>
fibers::fiber spawn(Body body) {
  return fibers::fiber(fibers::launch::post, std::allocator_arg, CachedStacks(), std::move(body));
}

int64_t spawned(int64_t total, int64_t batch) {
  int64_t sum = 0;
  std::vector<fibers::fiber> started;
  std::vector<int64_t> answers(static_cast<std::size_t>(batch));
  for (int64_t i = 0; i < total / batch; ++i) {
    started.clear();
    for (int64_t& answer : answers) {
      answer = 0;
      started.push_back(spawn([&answer] { answer = 1; }));
    }
    for (fibers::fiber& fiber : started) fiber.join();
    for (const int64_t answer : answers) sum += answer;
  }
  return sum;
}

int64_t skynet(int64_t number, int64_t size) {
  if (size == 1) return number;
  int64_t answers[10];
  fibers::fiber below[10];
  const int64_t part = size / 10;
  for (int i = 0; i < 10; ++i) {
    below[i] = spawn([&place = answers[i], first = number + i * part, part] { place = skynet(first, part); });
  }
  for (fibers::fiber& fiber : below) fiber.join();
  int64_t sum = 0;
  for (const int64_t answer : answers) sum += answer;
  return sum;
}

// A buffered channel of Boost.Fiber has room for one value less than it is made with, a power of two: this one has one place.
constexpr std::size_t one_place = 2;

int64_t ping_pong(int64_t trips) {
  fibers::buffered_channel<int64_t> there(one_place);
  fibers::buffered_channel<int64_t> back(one_place);
  fibers::fiber partner = spawn([&] {
    for (int64_t i = 0; i < trips; ++i) back.push(there.value_pop() + 1);
  });
  int64_t value = 0;
  for (int64_t i = 0; i < trips; ++i) {
    there.push(value);
    value = back.value_pop();
  }
  partner.join();
  return value;
}

int64_t through_channel(int64_t items, int64_t sides) {
  fibers::buffered_channel<int64_t> channel(128);
  std::vector<fibers::fiber> consumers;
  std::vector<fibers::fiber> producers;
  std::vector<int64_t> sums(static_cast<std::size_t>(sides));
  for (int64_t& sum : sums) {
    consumers.push_back(spawn([&] {
      int64_t item = 0;
      while (channel.pop(item) == fibers::channel_op_status::success) sum += item;
    }));
  }
  for (int64_t i = 0; i < sides; ++i) {
    producers.push_back(spawn([&] {
      for (int64_t k = 0; k < items / sides; ++k) channel.push(k);
    }));
  }
  for (fibers::fiber& producer : producers) producer.join();
  channel.close();
  for (fibers::fiber& consumer : consumers) consumer.join();
  int64_t sum = 0;
  for (const int64_t part : sums) sum += part;
  return sum;
}

int64_t parked(int64_t count) {
  fibers::buffered_channel<int64_t> ready(1024);
  fibers::buffered_channel<int64_t> gate(one_place);
  std::vector<fibers::fiber> started;
  std::atomic<int64_t> sum{0};
  for (int64_t i = 0; i < count; ++i) {
    started.push_back(spawn([&] {
      ready.push(1);
      int64_t item = 0;
      if (gate.pop(item) != fibers::channel_op_status::success) sum.fetch_add(1, std::memory_order_relaxed);
    }));
  }
  for (int64_t i = 0; i < count; ++i) ready.value_pop();
  gate.close();
  for (fibers::fiber& fiber : started) fiber.join();
  return sum.load();
}

int64_t sleepers(int64_t count) {
  std::vector<fibers::fiber> started;
  for (int64_t i = 0; i < count; ++i) {
    started.push_back(spawn([i] { boost::this_fiber::sleep_for(std::chrono::milliseconds(1000 + i % 1000)); }));
  }
  for (fibers::fiber& fiber : started) fiber.join();
  return count;
}

int64_t yielding(int64_t times) {
  std::vector<fibers::fiber> started;
  for (int i = 0; i < 2; ++i) {
    started.push_back(spawn([times] {
      for (int64_t k = 0; k < times; ++k) boost::this_fiber::yield();
    }));
  }
  for (fibers::fiber& fiber : started) fiber.join();
  return 2 * times;
}

int64_t contended(int64_t count, int64_t updates) {
  fibers::mutex lock;
  int64_t cell = 0;
  std::vector<fibers::fiber> started;
  for (int64_t i = 0; i < count; ++i) {
    started.push_back(spawn([&] {
      for (int64_t k = 0; k < updates; ++k) {
        const std::scoped_lock hold(lock);
        ++cell;
      }
    }));
  }
  for (fibers::fiber& fiber : started) fiber.join();
  return cell;
}

int64_t work(std::string_view name) {
  if (name == "spawn_batches") return spawned(1'000'000, 1'000);
  if (name == "spawn_one") return spawned(1'000'000, 1);
  if (name == "skynet") return skynet(0, 1'000'000);
  if (name == "ping_pong") return ping_pong(1'000'000);
  if (name == "channel_1_1") return through_channel(10'000'000, 1);
  if (name == "channel_4_4") return through_channel(10'000'000, 4);
  if (name == "park_wake") return parked(100'000);
  if (name == "sleepers") return sleepers(100'000);
  if (name == "yield") return yielding(1'000'000);
  if (name == "shared") return contended(8, 1'000'000);
  return 0;
}

int64_t cpu_millis() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const auto millis = [](const timeval& time) { return time.tv_sec * int64_t{1000} + time.tv_usec / 1000; };
  return millis(usage.ru_utime) + millis(usage.ru_stime);
}

int main(int, char** arguments) {
  fibers::mutex lock;
  fibers::condition_variable_any ends;
  bool ended = false;
  std::thread second([&] {
    fibers::use_scheduling_algorithm<fibers::algo::work_stealing>(2, true);
    std::unique_lock hold(lock);
    ends.wait(hold, [&] { return ended; });
  });
  fibers::use_scheduling_algorithm<fibers::algo::work_stealing>(2, true);
  for (int round = 1; round < 3; ++round) {
    const auto start = std::chrono::steady_clock::now();
    const int64_t cpu = cpu_millis();
    const int64_t answer = work(arguments[1]);
    const auto spent = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - start).count();
    std::printf("%d %lld %lld %lld\n", round, static_cast<long long>(spent), static_cast<long long>(cpu_millis() - cpu),
                static_cast<long long>(answer));
  }
  {
    const std::scoped_lock hold(lock);
    ended = true;
  }
  ends.notify_all();
  second.join();
}
