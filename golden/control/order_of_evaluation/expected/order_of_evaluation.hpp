// Translated by khora2cpp from main.kh.
#pragma once

namespace order_of_evaluation {

// C++ may evaluate arguments in any order; here each has a name, in the order they are written.
void main();

}  // namespace order_of_evaluation
