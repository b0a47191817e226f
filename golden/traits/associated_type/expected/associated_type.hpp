// Translated by khora2cpp from main.kh.
#pragma once

namespace associated_type {

void main();

}  // namespace associated_type
