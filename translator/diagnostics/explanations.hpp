// The parts of the registry, one a table of the specification. Internal to diagnostics/.
#pragma once

#include <span>

#include "diagnostics/registry.hpp"

namespace khora2cpp::diagnostics {

std::span<const Explanation> lexing_explanations();
std::span<const Explanation> parsing_explanations();
std::span<const Explanation> name_explanations();
std::span<const Explanation> type_explanations();
std::span<const Explanation> failure_explanations();
std::span<const Explanation> trait_explanations();
std::span<const Explanation> package_explanations();
std::span<const Explanation> concurrency_explanations();
std::span<const Explanation> driver_explanations();
std::span<const Explanation> lint_explanations();

}  // namespace khora2cpp::diagnostics
