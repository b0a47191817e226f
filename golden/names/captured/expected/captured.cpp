// Translated by khora2cpp from main.kh.
#include "captured.hpp"

#include <tuple>

#include "__tide/_Level.hpp"
#include "khora/core/print.hpp"
#include "khora/integer.hpp"
#include "khora/text.hpp"

namespace captured {

using khora::Int;

struct signal {
  Int register_;

  static constexpr auto fields = std::tuple{&signal::register_};
};

namespace {

Int template_(Int new_, Int errno_) {
  const Int delete_ = new_ + errno_;
  const Int delete_2 = delete_ * 2;
  return delete_2;
}

}  // namespace

void main() {
  const signal double_{template_(1, 2)};
  const Int level_answer = __tide___::_Level___::level();
  khora::core::print(
      khora::text(double_.register_, " ", level_answer, " ", __tide___::_Level___::__LINE___()));
}

}  // namespace captured
