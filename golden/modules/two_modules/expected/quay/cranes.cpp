// Translated by khora2cpp from cranes.kh.
#include "quay/cranes.hpp"

#include "khora/tagged.hpp"
#include "khora/text.hpp"

namespace quay::cranes {

Crane lift(const Crane& crane, Int kilos) {
  switch (crane.which()) {
    case Crane::Case::Idle: return Crane::Busy{kilos};
    case Crane::Case::Busy: return Crane::Busy{crane.as<Crane::Busy>().kilos + kilos};
  }
  khora::unreachable();
}

String Crane::told(const Crane& self) {
  switch (self.which()) {
    case Crane::Case::Idle: return "idle";
    case Crane::Case::Busy: return khora::text("busy with ", self.as<Crane::Busy>().kilos);
  }
  khora::unreachable();
}

}  // namespace quay::cranes
