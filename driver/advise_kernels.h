/* advise_kernels.h - -Wperformance: changes of the source by which the optimiser could do more. */
#ifndef DRIVER_ADVISE_KERNELS_H
#define DRIVER_ADVISE_KERNELS_H

#include "common/ctx.h"
#include "sema/analysis/findings.h"
#include "sema/types/symbol.h"

/* Reports perf-loop-store, perf-loop-counter and perf-outside-call of a unit without errors. */
void advise_kernels(struct ctx *c, struct program *p, struct findings *findings);

#endif
