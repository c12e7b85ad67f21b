/* beside.h - do threads that are neighbours in the last dimension find what they read and write
 * side by side in memory, or at one place? For choices that only speed depends on.
 *
 * Relies on a typed tree. Example: of thread i, a(i[0], k), b(k, i[1]) and c[i] are; t(i[1], i[0])
 * is not. */
#ifndef SEMA_ANALYSIS_BESIDE_H
#define SEMA_ANALYSIS_BESIDE_H

#include "common/ctx.h"
#include "sema/types/symbol.h"

/* Of a launch without tiles; false: no, or not known. */
bool beside_all(struct ctx *c, const struct launch *l);
/* Whether a kernel has no loops and calls no functions that have a body: all threads take about the
 * same time, and little. */
bool beside_once(const struct launch *l);

#endif
