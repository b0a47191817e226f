/* C that calls Khora. */
#ifndef SURVEY_H
#define SURVEY_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

int64_t survey(void);

#ifdef __cplusplus
}
#endif

#endif
