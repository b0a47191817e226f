// What nearly every translated program includes, for the precompiled header of `khora2cpp run`, `build` and `test`. A program does not
// need it: each emitted file includes what it uses. Measure a hello world before adding to it.
#pragma once

