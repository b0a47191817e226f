// Which fibers live, for lists that people read.
#pragma once

#include <cstdint>
#include <vector>

namespace khora::detail {

/// Makes every fiber that is started from now on take part. To be called before `main` by whatever asks for the list, so that a program
/// which never asks pays for a look at a flag.
bool list_fibers();

/// The numbers of the fibers that have not ended and are no child of a cohort, in their order.
std::vector<std::uint64_t> fibers_without_cohort();

}  // namespace khora::detail
