// Translated by khora2cpp from main.kh.
#include "main.hpp"

#include <tuple>

#include "khora/core/option.hpp"
#include "khora/core/print.hpp"
#include "khora/integer.hpp"
#include "khora/text.hpp"

namespace main_ {

using khora::Int;
using khora::Rest;
using khora::core::Option;

struct Stone;
struct Shell;

namespace impl {

//   fn depth(self) -> Int;
template <class Self>
struct Depth;

}  // namespace impl

template <class Self>
concept Depth = requires { sizeof(impl::Depth<Self>); };

template <>
struct impl::Depth<Stone> {
  static Int depth(const Stone& self);
};

// Calls the generic function back for its own type: a cycle for shells alone, which passes here.
template <>
struct impl::Depth<Shell> {
  static Tagged<Int> depth(const Shell& self);
};

struct Stone {
  Int weight;

  static constexpr auto fields = std::tuple{&Stone::weight};
};

struct Shell {
  Option<Stone> inside;
  Int layers;

  static constexpr auto fields = std::tuple{&Shell::inside, &Shell::layers};
};

namespace {

template <Depth A>
Tagged<Int> deeper(const A& a) {
  Int depth_answer;
  if (Rest rest = khora::tagged(impl::Depth<A>::depth(a)).to(depth_answer)) return rest;
  return depth_answer + 1;
}

Int of_stone(const Stone& stone) {
  return deeper(stone).answer();
}

Tagged<Int> of_shell(const Shell& shell) {
  return deeper(shell);
}

}  // namespace

Int impl::Depth<Stone>::depth(const Stone&) {
  return 1;
}

Tagged<Int> impl::Depth<Shell>::depth(const Shell& self) {
  if (khora::stop_at_entry()) return khora::stopped;  // entry
  if (self.layers == 0) return 0;
  const Shell inner{.inside = self.inside, .layers = self.layers - 1};
  return deeper(inner);
}

Tagged<Unit> main() {
  const Shell shell{.inside = Option<Stone>::None{}, .layers = 5};
  const Int of_stone_answer = of_stone(Stone{4});
  Int of_shell_answer;
  if (Rest rest = of_shell(shell).to(of_shell_answer)) return rest;
  khora::core::print(khora::text(of_stone_answer, " ", of_shell_answer));
  return khora::unit;
}

}  // namespace main_
