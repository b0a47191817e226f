// A set of children without answers (concurrency.md 2 and 3).
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "khora/detail/fiber_handle.hpp"

namespace khora::detail {

class NurseryCore;

/// One child's place in one nursery.
struct ChildLink : FromBlockCache {
  ChildLink(FiberState* child, NurseryCore* of) : fiber(child), nursery(of) {}

  FiberState* fiber;                    // holds a reference
  NurseryCore* nursery;                 // holds a reference
  FiberHandle handle;                   // of a child that has handles
  std::int64_t index = 0;               // how many children were admitted before it
  std::unique_ptr<std::string> label;   // null: none
  bool left = false;                    // given up: it ends as if it had never been a child. Guarded by the nursery's lock
  ChildLink* previous = nullptr;
  ChildLink* next = nullptr;
  ChildLink* next_of_fiber = nullptr;
};

class NurseryCore : public FromBlockCache {
 public:
  static constexpr std::int64_t no_limit = 0;

  /// A nursery of the current fiber, open until `close`. The caller gets one reference. A limit below 1 given by a program is a
  /// trap of its own, see `check_limit`.
  static NurseryCore* open(std::int64_t limit);
  static void check_limit(std::int64_t limit);

  /// Starts `child` as soon as there is room; takes over its first reference. Stopped: it never ran.
  Rest spawn(FiberState* child) { return start(new ChildLink(child, this), nullptr); }
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
  /// Appends the nurseries of an owner's list that a request of this level reaches, with a reference each, as far as `until`, which is
  /// left out. A shielded nursery keeps a cancel from its children and from what was opened after it. Under the owner's lock.
  static void collect_open(NurseryCore* first, const NurseryCore* until, StopLevel level, std::vector<NurseryCore*>& nurseries);
  /// Its owner was asked to stop: appends the running children, with a reference each.
  void note_owner_stop(StopLevel level, std::vector<FiberState*>& children);
  /// The owner has ended.
  static void abandon_owned(FiberState& owner);

 protected:
  NurseryCore(FiberState& owner, std::int64_t limit, bool shielded = false, RunBy run_by = RunBy::backend)
      : owner_(&owner), limit_(limit), shielded_(shielded), run_by_(run_by) {}
  virtual ~NurseryCore();

  // What a nursery does about the ends of its children.
  /// Whether it does anything about this end.
  virtual bool minds(Ending ending) const { return ending == Ending::failed; }
  /// A child has ended in a way that it minds. With mutex_ held, before the child's place is free. Answers whether the siblings are to be
  /// asked to stop.
  virtual bool note_end(const ChildLink& link);
  /// The same child, after the siblings were asked, with no lock held. Answers whether to keep its error until the end.
  virtual bool keeps(const ChildLink& link) { return link.fiber->ending() == Ending::failed; }
  /// Somebody starts a child after the end.
  virtual Rest refuse() const;

  /// Puts the nursery into its owner's list. On the owner.
  void enlist();
  void leave_owner();
  /// Starts the child of `place`, which this takes over together with the child's first reference, as soon as there is room. With
  /// `handle`, the child has handles, and this becomes the first of the program's. `index`, if it is there, becomes its place.
  Rest start(ChildLink* place, FiberHandle* handle, std::int64_t* index = nullptr);
  void stop_children(StopLevel level);
  void copy_running(std::vector<FiberState*>& children);  // with mutex_ held
  /// The running children that no sibling's end has asked to stop yet, oldest first; they are to be asked now. With mutex_ held.
  void copy_unasked(std::vector<FiberState*>& children);
  void unlink(ChildLink* link);                           // with mutex_ held
  /// Lets go of a child that failed. On the fiber that waited for it.
  static void forget(ChildLink* link);
  /// Notes that the error of a child that failed was told to somebody. False if it was noted before.
  static bool take_error(const ChildLink& link);
  /// Detaches a running child that has just been taken out of the list.
  static void detach(FiberState& child);

  FiberState* owner() const { return owner_; }
  /// In the destructor of a group that ends on its owner in any case, and so has no reference to it.
  void forget_owner() { owner_ = nullptr; }

  SpinLock mutex_;  // never held while waiting, starting or stopping a fiber
  ChildLink* oldest_ = nullptr;        // running children in the order of their start
  ChildLink* newest_ = nullptr;
  std::int64_t running_ = 0;
  std::int64_t admitted_ = 0;
  std::int64_t asked_below_ = 0;       // children admitted before so many were asked to stop because a sibling ended
  std::vector<ChildLink*> failed_;     // ended with an error, not reported yet
  WaitQueue waiters_;
  int draining_ = 0;                   // above 0: children that are added get `late_level_` too
  StopLevel late_level_ = StopLevel::none;
  bool stopped_with_owner_ = false;    // a stop of the owner found children running
  bool closed_ = false;

 private:
  /// Waits until a place is free and takes it. With the nursery's lock held on success.
  Rest enter(std::unique_lock<SpinLock>& lock, GiveUp give_up);
  void link(ChildLink* link);  // with mutex_ held
  /// Waits until no child is left; passes the caller's stops on to the children. True if the caller must stop then.
  bool drain();

  FiberState* owner_;                  // a nursery holds a reference; its mutex guards the list
  NurseryCore* previous_of_owner_ = nullptr;
  NurseryCore* next_of_owner_ = nullptr;
  bool listed_ = false;
  const std::int64_t limit_;
  const bool shielded_;
  const RunBy run_by_;
  std::atomic<std::uint32_t> references_{1};
};

}  // namespace khora::detail
