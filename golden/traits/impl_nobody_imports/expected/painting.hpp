// Translated by khora2cpp from painting.kh.
#pragma once

#include "khora/core/show.hpp"
#include "khora/integer.hpp"
#include "khora/string.hpp"
#include "sheds.hpp"

namespace painting {

using khora::Int;

namespace impl {

//   fn paint(self, coats: Int) -> Int;
template <class Self>
struct Paint;

}  // namespace impl

/// What can be painted.
template <class Self>
concept Paint = requires { sizeof(impl::Paint<Self>); };

template <>
struct impl::Paint<sheds::Shed> {
  static Int paint(const sheds::Shed& self, Int coats);
};

}  // namespace painting

template <>
struct khora::core::impl::Show<sheds::Shed> {
  static String show(const sheds::Shed& self);
};
