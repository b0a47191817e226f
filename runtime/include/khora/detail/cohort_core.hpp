// A nursery with a policy, a time limit, a bounded wait at its end, and children with places and labels.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "khora/count.hpp"
#include "khora/detail/nursery_core.hpp"
#include "khora/walk.hpp"

namespace khora::detail {

class GroupDeadline;

/// How a cohort treats its children. Times are milliseconds.
struct CohortRules {
  enum class Policy : std::uint8_t {
    fail_fast,    // a child that fails stops the others
    collect_all,  // nobody stops anybody
    race,         // a child that answers stops the others
  };
  enum class OnError : std::uint8_t { propagate, log, ignore };

  Policy policy = Policy::fail_fast;
  OnError on_error = OnError::propagate;
  std::optional<std::int64_t> timeout;
  std::optional<std::int64_t> drain;
  bool shielded = false;  // a cancel of the owner does not enter
  RunBy run_by = RunBy::backend;
  std::optional<std::string> name;
};

/// One child as reports and lists name it: `3 "log flush"`.
struct ChildPlace {
  std::int64_t index;
  std::optional<std::string> label;
};
std::string written(const ChildPlace& place);
/// A label or a name on one line.
std::string quoted(const std::string& text);

/// A child that failed. Owns the error.
struct ChildFailure {
  ChildPlace place;
  ErrorBase* error;
};

/// What an open cohort looked like at some moment.
struct CohortSnapshot {
  std::uint64_t id;
  std::uint64_t parent;  // 0: none
  std::optional<std::string> name;
  CohortRules::Policy policy;
  std::int64_t started;
  std::vector<ChildPlace> live;
};

class CohortCore final : public NurseryCore {
 public:
  /// How a cohort ended whose body and whose owner went on.
  enum class End : std::uint8_t {
    well,  // with the body's answer
    late,  // its time limit has passed
    lost,  // by its policy: children failed, or none has won
  };

  /// A cohort of the current fiber; the caller gets one reference. On that fiber follow `enter`, its body, and `finish`.
  static CohortCore* make(const CohortRules& rules);
  void enter();
  /// The body has ended with `body`, which this takes over. Waits for the children or gives them up, and says how the whole ended, unless
  /// the answer is that the caller must raise or stop.
  Rest finish(Rest body, End& end);

  /// Starts `child`, whose first reference this takes over. Stopped: it never ran. With `handle`, the child has handles.
  Rest start(FiberState* child, std::optional<std::string> label, FiberHandle* handle, std::int64_t* index = nullptr);
  /// Whether the children have been asked to stop.
  bool stopping();

  // ---- after the end ----
  /// The children that failed and whose failure is the end, in the order of their places.
  const std::vector<ChildFailure>& failures() const { return failures_; }
  std::int64_t failed() const { return failed_count_; }
  /// The place of the first child that answered; below 0: none.
  std::int64_t winner() const { return winner_; }

  const CohortRules& rules() const { return rules_; }
  CohortSnapshot snapshot();

 private:
  friend class CohortReference;
  friend class CohortRegistry;
  friend class GroupDeadline;
  CohortCore(FiberState& owner, const CohortRules& rules);
  ~CohortCore() override;

  bool minds(Ending ending) const override;
  bool note_end(const ChildLink& link) override;
  bool keeps(const ChildLink& link) override;
  Rest refuse() const override;

  /// The time limit has passed.
  void time_out();
  /// `body`: how the body ended. `stops`: which stops of the owner are passed on.
  void wait_for_children(Rest body, Interest stops);
  /// Gives up the children that run. With the lock held, which comes back free.
  void leave_children(std::unique_lock<SpinLock>& lock);
  Rest verdict(Rest body, bool caller_stopped, End& end) const;
  void settle_failures(End end);
  std::string title() const;

  Header header_;  // counts the program's references
  const CohortRules rules_;
  std::uint64_t id_ = 0;  // given by the registry
  const std::uint64_t parent_;
  StopFrame* frame_ = nullptr;  // of the body; guarded by the owner's mutex
  std::optional<StopFrame> frame_storage_;
  std::unique_ptr<GroupDeadline> deadline_;
  // Guarded by mutex_.
  bool body_open_ = true;
  bool timed_out_ = false;
  std::int64_t failed_count_ = 0;
  std::int64_t winner_ = -1;
  std::vector<ChildFailure> failures_;
  // The registry's.
  CohortCore* previous_ = nullptr;
  CohortCore* next_ = nullptr;
};

/// Keeps a cohort's memory; says nothing about its life. All of a program's references are one of the runtime's: they are counted apart,
/// without atomic operations as long as no child has one.
class CohortReference {
 public:
  CohortReference() = default;
  explicit CohortReference(const CohortRules& rules) : core_(CohortCore::make(rules)) {}
  CohortReference(const CohortReference& other) : core_(other.core_) {
    if (core_ != nullptr) core_->header_.count.retain();
  }
  CohortReference(CohortReference&& other) noexcept : core_(std::exchange(other.core_, nullptr)) {}
  CohortReference& operator=(CohortReference other) noexcept {
    std::swap(core_, other.core_);
    return *this;
  }
  ~CohortReference() {
    if (core_ != nullptr && core_->header_.count.release()) core_->release();
  }
  CohortCore* operator->() const { return core_; }
  CohortCore& operator*() const { return *core_; }

  void visit_references(Visitor& visitor) const {
    static constexpr Kind kind{"Group", false, nullptr};
    if (core_ != nullptr) visitor.reference(core_->header_, kind);
  }

 private:
  CohortCore* core_ = nullptr;
};

/// Runs `child`, whose first reference this takes over, where only an abort of the caller reaches it, and waits for its end.
Rest run_shielded(FiberState* child, FiberHandle& handle);

/// The cohorts that are open now, by their numbers.
std::vector<CohortSnapshot> open_cohorts();

}  // namespace khora::detail
