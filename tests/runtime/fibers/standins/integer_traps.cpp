// Stand-in for the part of the core that words the traps of integers.
#include "khora/integer.hpp"
#include "khora/trap.hpp"

namespace khora::detail {

void trap_overflow(IntegerKind, Operation) { trap("an integer operation overflowed"); }
void trap_by_zero(IntegerKind, Operation) { trap("an integer was divided by zero"); }
void trap_unfit(IntegerKind, std::int64_t) { trap("an integer does not fit"); }
void trap_too_large_for_int(std::uint64_t) { trap("an integer is too large"); }

}  // namespace khora::detail
