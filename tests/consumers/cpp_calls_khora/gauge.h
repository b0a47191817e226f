/* A C library, as somebody else would have written it. */
#ifndef GAUGE_H
#define GAUGE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The height in centimetres at a gauge, or -1 when there is none of that number. */
int64_t gauge_height(int64_t number);

#ifdef __cplusplus
}
#endif

#endif
