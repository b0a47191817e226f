// Translated by khora2cpp from main.kh.
#pragma once

namespace labeled_arguments {

void main();

}  // namespace labeled_arguments
