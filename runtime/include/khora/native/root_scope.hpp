// What std::core's scope leaves to C++: the scope over the root region.
#pragma once

namespace khora::core {

class Scope;
/// No point lies between a call of its `defer` and the registration, so it can stand behind `acquire`.
Scope root_scope();

}  // namespace khora::core
