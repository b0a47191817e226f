#include "survey.h"

#include "tides.h"

int64_t survey(void) { return tides_above(10, 3); }
