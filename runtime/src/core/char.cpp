#include "khora/char.hpp"

#include "khora/string.hpp"
#include "khora/text.hpp"
#include "khora/trap.hpp"

namespace khora {

String Char::to_string(Char self) { return text(self); }

void Char::trap_not_a_character(Int value) { trap(text(value, " is not a character").view()); }

}  // namespace khora
