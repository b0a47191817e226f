// Raised errors.
#include "khora/tagged.hpp"
#include "khora/trap.hpp"

namespace khora::detail {
namespace {
std::atomic<std::int64_t> live{0};
}

ErrorBase::ErrorBase(TypeId type, const char* type_name) : type_(type), type_name_(type_name) {
  live.fetch_add(1, std::memory_order_relaxed);
}

ErrorBase::~ErrorBase() { live.fetch_sub(1, std::memory_order_relaxed); }

void answered_without_answer() { fatal("a result was made of nothing but the word that it is answered"); }

std::int64_t live_errors() { return live.load(std::memory_order_relaxed); }

}  // namespace khora::detail
