/* explain_kernels.h - --explain-kernels: what kernels are made into, or what prevents it. */
#ifndef DRIVER_EXPLAIN_KERNELS_H
#define DRIVER_EXPLAIN_KERNELS_H

#include <stdio.h>

#include "common/ctx.h"
#include "sema/analysis/findings.h"
#include "sema/types/symbol.h"

/* Prints two lines for each launch, of CPUs and of GPUs. */
void explain_kernels(FILE *out, struct ctx *c, const struct program *p,
                     const struct findings *findings);

#endif
