// A counted object that several fibers hold from the start: its count is always atomic.
#pragma once

#include <new>
#include <utility>

#include "khora/count.hpp"
#include "khora/memory.hpp"
#include "khora/release.hpp"

namespace khora::detail {

template <class T>
class SharedBox {
 public:
  SharedBox() noexcept = default;
  template <class... As>
  static SharedBox make(As&&... as) {
    SharedBox box;
    box.object_ = new (allocate(sizeof(Object))) Object(std::forward<As>(as)...);
    return box;
  }
  SharedBox(const SharedBox& other) noexcept : object_(other.object_) {
    if (object_ != nullptr) object_->header.count.retain();
  }
  SharedBox(SharedBox&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  SharedBox& operator=(SharedBox other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~SharedBox() {
    if (object_ != nullptr && object_->header.count.release()) release_last(object_, &destroy);
  }
  T* operator->() const { return &object_->value; }
  T& operator*() const { return object_->value; }

 private:
  struct Object {
    Header header{0, -1};  // negative: counted atomically
    T value;
    template <class... As>
    explicit Object(As&&... as) : value(std::forward<As>(as)...) {}
  };
  static void destroy(void* object) noexcept {
    static_cast<Object*>(object)->~Object();
    deallocate(object, sizeof(Object));
  }
  Object* object_ = nullptr;
};

}  // namespace khora::detail
