// Translated by khora2cpp from main.kh.
//
// What the module is for.
#pragma once

namespace comments_travel {

void main();

}  // namespace comments_travel
