// Counted handles to a nursery.
#pragma once

#include <atomic>
#include <utility>

#include "khora/detail/nursery_core.hpp"
#include "khora/detail/shared_box.hpp"

namespace khora::detail {

/// Keeps a nursery's memory; says nothing about its life.
class NurseryReference {
 public:
  explicit NurseryReference(NurseryCore& core) : core_(&core) { core_->retain(); }
  NurseryReference(const NurseryReference& other) : core_(other.core_) { core_->retain(); }
  NurseryReference& operator=(const NurseryReference&) = delete;
  ~NurseryReference() { core_->release(); }
  NurseryCore* operator->() const { return core_; }

 private:
  NurseryCore* core_;
};

/// Owns a nursery: letting the last copy go ends it.
class NurseryHandle {
 public:
  NurseryHandle() = default;
  explicit NurseryHandle(std::int64_t limit) : owner_(SharedBox<Owner>::make(limit)) {}
  NurseryCore& core() const { return owner_->core; }

 private:
  struct Owner {
    NurseryCore& core;
    explicit Owner(std::int64_t limit) : core(*NurseryCore::open(limit)) {}
    Owner(const Owner&) = delete;
    Owner& operator=(const Owner&) = delete;
    ~Owner() {
      const ReleasePause pause;
      core.close();
      core.release();
    }
  };
  SharedBox<Owner> owner_;
};

}  // namespace khora::detail
