// Translated by khora2cpp from main.kh.
#pragma once

namespace derived {

void main();

}  // namespace derived
