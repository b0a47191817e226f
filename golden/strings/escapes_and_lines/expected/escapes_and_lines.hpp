// Translated by khora2cpp from main.kh.
#pragma once

namespace escapes_and_lines {

void main();

}  // namespace escapes_and_lines
