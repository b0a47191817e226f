#include "gauge.h"

int64_t gauge_height(int64_t number) {
  static const int64_t heights[] = {17, 42, 8};
  return number >= 0 && number < 3 ? heights[number] : -1;
}
