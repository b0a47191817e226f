// Translated by khora2cpp from main.kh: what it exports to C.
#ifndef KHORA_MAIN_H
#define KHORA_MAIN_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// C may call it `index`, and so may somebody else.
int64_t c_index(int64_t register_) __asm__("index");

#ifdef __cplusplus
}
#endif

#endif
