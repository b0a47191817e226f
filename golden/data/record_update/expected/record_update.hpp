// Translated by khora2cpp from main.kh.
#pragma once

namespace record_update {

void main();

}  // namespace record_update
