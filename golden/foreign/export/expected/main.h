// Translated by khora2cpp from main.kh: what it exports to C.
#ifndef KHORA_MAIN_H
#define KHORA_MAIN_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What three crates weigh.
double weight_of(int64_t crates, double each);

/// Waits for a fiber: C knows nothing of it.
uint16_t weigh_later(uint16_t crates);

void tell(uint32_t letter, bool loud);

#ifdef __cplusplus
}
#endif

#endif
