// Translated by khora2cpp from main.kh.
#pragma once

namespace record_with_mut {

void main();

}  // namespace record_with_mut
