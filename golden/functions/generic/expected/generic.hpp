// Translated by khora2cpp from main.kh.
#pragma once

namespace generic {

void main();

}  // namespace generic
