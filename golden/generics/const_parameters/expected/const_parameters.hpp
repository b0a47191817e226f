// Translated by khora2cpp from main.kh.
#pragma once

namespace const_parameters {

void main();

}  // namespace const_parameters
