// Translated by khora2cpp from main.kh.
#pragma once

namespace interpolation {

void main();

}  // namespace interpolation
