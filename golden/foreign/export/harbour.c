#include "main.h"

int8_t harbour_day(void);

int8_t harbour_day(void) {
  tell('a', false);
  tell(0x2693, true);
  return (int8_t)(weight_of(3, 1.5) + weigh_later(6));
}
