#include <stdint.h>

#include "main.h"

int64_t delete(int64_t new);
int64_t main_(int64_t class);

int64_t delete(int64_t new) { return c_index(new) + 40; }
int64_t main_(int64_t class) { return class + 50; }
