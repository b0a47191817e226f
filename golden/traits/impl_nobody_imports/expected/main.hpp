// Translated by khora2cpp from main.kh.
#pragma once

namespace main_ {

// Neither the trait nor the module with the impl is named here.
void main();

}  // namespace main_
