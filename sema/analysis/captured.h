/* captured.h - how captured values are passed to a kernel: views each by its own parameters, other
 * values as parameters while there is room, the largest in buffers. The checks and both generators
 * follow it.
 *
 *     float t[300]; int n;
 *     parallel_for_each(e, [=](index<1> i) restrict(amp) { v[i] = t[n]; });     t: in a buffer */
#ifndef SEMA_ANALYSIS_CAPTURED_H
#define SEMA_ANALYSIS_CAPTURED_H

#include "common/ctx.h"
#include "sema/types/symbol.h"

/* The variables captured by l's kernel that are too large for its parameters, in c's arena. */
void captured_large(struct ctx *c, const struct launch *l, symbol_vec *out);
/* Those of them that the kernel reads in the buffer. Of the others, which it may change or which
 * hold views, it makes a copy. */
void captured_in_place(struct ctx *c, const struct launch *l, symbol_vec *out);

#endif
