// Translated by khora2cpp from main.kh.
#pragma once

namespace captured {

void main();

}  // namespace captured
