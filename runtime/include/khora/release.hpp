// Releasing objects in constant stack.
//
// An object whose last reference goes while another object is being destroyed is not destroyed on the spot but put on the list
// of the release that is running, which destroys it when the current one is done. So the depth of a structure never becomes
// depth of the stack, whatever it is made of.
#pragma once

namespace khora::detail {

/// Destroys an object and gives its storage back. `object` is the address of its `Header`.
using Destroy = void (*)(void* object) noexcept;

/// Destroys an object whose count has run out, now or as part of the release that is running on this fiber.
void release_last(void* object, Destroy destroy) noexcept;

class ReleaseList;

/// Stands in every destructor that waits or runs Khora code, around the part that does. The releases that happen inside get a
/// list of their own, and the fiber may come back on another thread (emission.md 5).
class ReleasePause {
 public:
  ReleasePause() noexcept;
  ~ReleasePause();
  ReleasePause(const ReleasePause&) = delete;
  ReleasePause& operator=(const ReleasePause&) = delete;

 private:
  ReleaseList* paused_;
};

}  // namespace khora::detail
