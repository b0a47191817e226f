// The library types that signatures of built-in types mention. Each is defined in a header of its own.
#pragma once

namespace khora::core {

template <class A>
class List;
template <class A>
class Array;
template <class A>
struct Option;
struct Split;

}  // namespace khora::core
