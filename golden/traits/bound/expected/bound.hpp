// Translated by khora2cpp from main.kh.
#pragma once

namespace bound {

void main();

}  // namespace bound
