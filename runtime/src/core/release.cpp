#include "khora/release.hpp"

#include <cstring>
#include <vector>

#include "khora/count.hpp"

namespace khora::detail {

// Dead objects that wait to be destroyed, linked through their headers. Objects that are destroyed in the same way share a bin,
// so that an object needs no room for its own destroy function. A release meets few types, and bins are looked for from the
// last one, so the search is short.
class ReleaseList {
 public:
  void push(void* object, Destroy destroy) {
    for (int at = used_; at > 0; --at) {
      Bin& bin = bins_[at - 1];
      if (bin.destroy == destroy) {
        link(object, bin.first);
        bin.first = object;
        return;
      }
    }
    if (used_ == bins_in_place) {
      overflow_.push_back({destroy, object});
      return;
    }
    link(object, nullptr);
    bins_[used_++] = {destroy, object};
  }

  /// Destroys everything on the list and what is added meanwhile.
  void drain() {
    for (;;) {
      if (used_ > 0) {
        Bin& last = bins_[used_ - 1];
        void* object = last.first;
        const Destroy destroy = last.destroy;
        last.first = next(object);
        if (last.first == nullptr) --used_;
        destroy(object);
      } else if (!overflow_.empty()) {
        const Bin only = overflow_.back();
        overflow_.pop_back();
        only.destroy(only.first);
      } else {
        return;
      }
    }
  }

 private:
  struct Bin {
    Destroy destroy;
    void* first;
  };

  static void link(void* object, void* following) { std::memcpy(object, &following, sizeof following); }
  static void* next(void* object) {
    void* following;
    std::memcpy(&following, object, sizeof following);
    return following;
  }

  static constexpr int bins_in_place = 8;
  Bin bins_[bins_in_place];
  int used_ = 0;
  std::vector<Bin> overflow_;
};

namespace {

constinit thread_local ReleaseList* running = nullptr;

// Not inlined: the fiber may come back from a destructor on another thread.
KHORA_DETAIL_NOINLINE ReleaseList* running_list() { return running; }
KHORA_DETAIL_NOINLINE void set_running_list(ReleaseList* list) { running = list; }

}  // namespace

void release_last(void* object, Destroy destroy) noexcept {
  if (ReleaseList* list = running_list()) {
    list->push(object, destroy);
    return;
  }
  ReleaseList list;
  set_running_list(&list);
  destroy(object);
  list.drain();
  set_running_list(nullptr);
}

ReleasePause::ReleasePause() noexcept : paused_(running_list()) { set_running_list(nullptr); }
ReleasePause::~ReleasePause() { set_running_list(paused_); }

}  // namespace khora::detail
