// Translated by khora2cpp from main.kh.
#pragma once

namespace main_ {

void main();

}  // namespace main_
