// Translated by khora2cpp from main.kh.
#pragma once

namespace line_map {

void main();

}  // namespace line_map
