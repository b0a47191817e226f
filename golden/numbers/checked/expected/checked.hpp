// Translated by khora2cpp from main.kh.
#pragma once

namespace checked {

void main();

}  // namespace checked
