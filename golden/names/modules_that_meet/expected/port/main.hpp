// Translated by khora2cpp from main.kh.
#pragma once

namespace port::main {

void main();

}  // namespace port::main
