/* captured.h - how a kernel gets what it captures: views by themselves, other values as parameters
 * as long as these fit, the largest in buffers. The checks and both generators follow it.
 *
 *     float t[300]; int n;
 *     parallel_for_each(e, [=](index<1> i) restrict(amp) { v[i] = t[n]; });     t: in a buffer */
#ifndef SEMA_ANALYSIS_CAPTURED_H
#define SEMA_ANALYSIS_CAPTURED_H

#include "common/ctx.h"
#include "sema/types/symbol.h"

/* The variables captured by l's kernel that are too large for its parameters, in c's arena. */
void captured_large(struct ctx *c, const struct launch *l, symbol_vec *out);
/* The same of those that the kernel uses in the buffer: it has no copy of its own, as it has of
 * what it may change and of what holds views. */
void captured_in_place(struct ctx *c, const struct launch *l, symbol_vec *out);

#endif
