#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static int64_t heights[] = {-3, 20, 5, 0};

int64_t gauge_height(int64_t number, double scale) { return (int64_t)((double)heights[number] * scale); }
bool gauge_is_dry(int64_t number) { return heights[number] <= 0; }
uint32_t gauge_flag(uint8_t number) { return number == 2 ? 0x2691 : '-'; }
void gauge_reset(void) { heights[1] = 0; }
void *gauge_find(int32_t number) { return number < 4 ? &heights[number] : NULL; }
int32_t gauge_number(void *gauge) { return (int32_t)((int64_t *)gauge - heights); }
