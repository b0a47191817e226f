// A set of children without answers (concurrency.md 2 and 3).
#pragma once

#include <cstdint>
#include <mutex>
#include <vector>

#include "khora/detail/fiber_handle.hpp"

namespace khora::detail {

class NurseryCore;

/// One child's place in one nursery.
struct ChildLink {
  FiberState* fiber;            // holds a reference
  NurseryCore* nursery;         // holds a reference
  FiberHandle handle;           // of an adopted child
  ChildLink* previous = nullptr;
  ChildLink* next = nullptr;
  ChildLink* next_of_fiber = nullptr;
};

class NurseryCore {
 public:
  static constexpr std::int64_t no_limit = 0;

  /// A nursery of the current fiber, open until `close`. The caller gets one reference. A limit below 1 given by a program is a
  /// trap of its own, see `check_limit`.
  static NurseryCore* open(std::int64_t limit);
  static void check_limit(std::int64_t limit);

  /// Starts `child` as soon as there is room; takes over its first reference. Stopped: it never ran.
  Rest spawn(FiberState* child);
  /// Takes over a running fiber; in a full nursery waits for the oldest child first.
  Rest adopt(FiberHandle child);
  /// Waits until no child is left. Answers through `failed` how many ended with an error, which counts as reported.
  Rest wait(std::int64_t& failed);
  /// Ends the nursery. After an abnormal end of the body its children are stopped; all are waited for; errors that nobody was told
  /// of are reported. Does nothing the second time.
  void close();

  void retain() { references_.fetch_add(1, std::memory_order_relaxed); }
  void release();

  // ---- for the fiber layer ----
  /// A child has ended, on its own fiber. Answers the next link of that fiber.
  static ChildLink* child_ended(ChildLink* link);
  /// Appends every nursery of an owner's list, with a reference each. Under the owner's lock.
  static void collect_open(NurseryCore* first, std::vector<NurseryCore*>& nurseries);
  /// Its owner was asked to stop: appends the running children, with a reference each.
  void note_owner_stop(StopLevel level, std::vector<FiberState*>& children);
  /// The owner has ended.
  static void abandon_owned(FiberState& owner);

 private:
  NurseryCore(FiberState& owner, std::int64_t limit) : owner_(&owner), limit_(limit) {}
  ~NurseryCore();
  /// Waits until a place is free and takes it. With the nursery's lock held on success.
  Rest enter(std::unique_lock<std::mutex>& lock, GiveUp give_up);
  void link(ChildLink* link);
  static void forget(ChildLink* link);
  void stop_children(StopLevel level);
  void copy_running(std::vector<FiberState*>& children);  // with mutex_ held
  /// Waits until no child is left; passes the caller's stops on to the children. True if the caller must stop then.
  bool drain();
  void leave_owner();

  std::mutex mutex_;  // never held while waiting, starting or stopping a fiber
  FiberState* owner_;                  // holds a reference; guarded by owner_mutex of that fiber for the list
  NurseryCore* previous_of_owner_ = nullptr;
  NurseryCore* next_of_owner_ = nullptr;
  bool listed_ = false;
  const std::int64_t limit_;
  ChildLink* oldest_ = nullptr;        // running children in the order of their start
  ChildLink* newest_ = nullptr;
  std::int64_t running_ = 0;
  std::vector<ChildLink*> failed_;     // ended with an error, not reported yet
  WaitQueue waiters_;
  int draining_ = 0;                   // fibers that wait for the children
  StopLevel late_level_ = StopLevel::none;  // children that are added while draining get it too
  bool stopped_with_owner_ = false;    // a stop of the owner found children running
  bool closed_ = false;
  std::atomic<std::uint32_t> references_{1};
};

}  // namespace khora::detail
