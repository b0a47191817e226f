// Translated by khora2cpp from main.kh.
#pragma once

namespace variant {

void main();

}  // namespace variant
