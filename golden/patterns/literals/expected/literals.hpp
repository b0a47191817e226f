// Translated by khora2cpp from main.kh.
#pragma once

namespace literals {

void main();

}  // namespace literals
