// Translated by khora2cpp from main.kh.
#pragma once

namespace quay::main {

void main();

}  // namespace quay::main
