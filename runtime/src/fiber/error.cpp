// Raised errors.
#include "core/tally.hpp"
#include "khora/tagged.hpp"
#include "khora/trap.hpp"

namespace khora::detail {

ErrorBase::ErrorBase(TypeId type, const char* type_name) : type_(type), type_name_(type_name) { tally(Tallied::errors, 1); }

ErrorBase::~ErrorBase() { tally(Tallied::errors, -1); }

void answered_without_answer() { fatal("a result was made of nothing but the word that it is answered"); }

std::int64_t live_errors() { return tallied(Tallied::errors); }

}  // namespace khora::detail
