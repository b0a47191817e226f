// Translated by khora2cpp from main.kh.
#pragma once

namespace record {

void main();

}  // namespace record
