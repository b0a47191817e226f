// Translated by khora2cpp from main.kh.
#pragma once

namespace overflow {

void main();

}  // namespace overflow
