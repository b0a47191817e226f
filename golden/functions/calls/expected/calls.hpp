// Translated by khora2cpp from main.kh.
#pragma once

namespace calls {

void main();

}  // namespace calls
