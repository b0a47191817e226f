// Translated by khora2cpp from main.kh.
#include "record_with_mut.hpp"

#include <tuple>

#include "khora/core/print.hpp"
#include "khora/integer.hpp"
#include "khora/ref.hpp"
#include "khora/string.hpp"
#include "khora/text.hpp"

namespace record_with_mut {

using khora::Int;
using khora::String;

struct TankFields {
  String label;
  Int liters;

  static constexpr auto fields = std::tuple{&TankFields::label, &TankFields::liters};
  static constexpr const char* khora_name = "Tank";
  static constexpr bool writable = true;
};

// A field that can be written gives the record an identity: both names mean one tank.
class Tank : public khora::Ref<TankFields> {
 public:
  using khora::Ref<TankFields>::Ref;
};

namespace {

void pour(const Tank& tank, Int liters) {
  tank->liters = tank->liters + liters;
}

}  // namespace

void main() {
  const Tank tank(TankFields{.label = "fore", .liters = 10});
  const Tank same = tank;
  pour(same, 5);
  khora::core::print(khora::text(tank->label, " ", tank->liters));
}

}  // namespace record_with_mut
