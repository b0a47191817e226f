// Translated by khora2cpp from main.kh.
#pragma once

namespace nested_with_guard {

void main();

}  // namespace nested_with_guard
