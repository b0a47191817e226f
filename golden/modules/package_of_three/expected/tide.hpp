// Translated by khora2cpp from main.kh.
#pragma once

namespace tide {

void main();

}  // namespace tide
