// Translated by khora2cpp from painting.kh.
#include "painting.hpp"

#include "khora/text.hpp"

namespace painting {

Int impl::Paint<sheds::Shed>::paint(const sheds::Shed& self, Int coats) {
  return self.walls * coats;
}

}  // namespace painting

khora::String khora::core::impl::Show<sheds::Shed>::show(const sheds::Shed& self) {
  return khora::text("a shed of ", self.walls, " walls");
}
