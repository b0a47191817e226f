// Translated by khora2cpp from main.kh.
#pragma once

namespace supertrait_and_generic_trait {

void main();

}  // namespace supertrait_and_generic_trait
