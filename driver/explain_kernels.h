/* explain_kernels.h - --explain-kernels: what kernels are made into, or what prevents it. */
#ifndef DRIVER_EXPLAIN_KERNELS_H
#define DRIVER_EXPLAIN_KERNELS_H

#include <stdio.h>

#include "common/ctx.h"
#include "optimize/optimize.h"

/* Prints a line for each launch, and, where nothing is made, one for the place of what prevents
 * it. */
void explain_kernels(FILE *out, struct ctx *c, const struct program *p,
                     const struct block_kernel *blocks);

#endif
