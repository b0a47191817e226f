// Translated by khora2cpp from main.kh.
#pragma once

#include <tuple>

#include "khora/integer.hpp"
#include "khora/tagged.hpp"
#include "khora/variant.hpp"

namespace catching {

using khora::Int;
using khora::Tagged;
using khora::Unit;

struct Fault;
struct Closed;

}  // namespace catching

template <>
struct khora::ErrorName<catching::Fault> {
  static constexpr const char* value = "Fault";
};

template <>
struct khora::ErrorName<catching::Closed> {
  static constexpr const char* value = "Closed";
};

namespace catching {

struct FaultCases {
  struct Torn {
    Int page;

    static constexpr auto fields = std::tuple{&Torn::page};
  };
  struct Missing {};
};

struct Fault : FaultCases, khora::Variant<FaultCases::Torn, FaultCases::Missing> {
  using Variant::Variant;
  enum class Case { Torn, Missing };
  Case which() const { return static_cast<Case>(index()); }
};

struct Closed {
  Int until;

  static constexpr auto fields = std::tuple{&Closed::until};
};

Tagged<Unit> main();

}  // namespace catching
