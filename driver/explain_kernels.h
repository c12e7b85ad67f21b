/* explain_kernels.h - --explain-kernel: what kernels are made into, or what prevents it. */
#ifndef DRIVER_EXPLAIN_KERNELS_H
#define DRIVER_EXPLAIN_KERNELS_H

#include <stdio.h>

#include "common/ctx.h"
#include "sema/analysis/findings.h"
#include "sema/types/symbol.h"

/* Prints some lines for each launch, of CPUs and of GPUs, or for those on a line of the main file
 * (0: for all); false: there is none on it. kernels: the unit's OpenCL C, for the whole report with
 * arguments and text; NULL: of what is made of them alone. */
bool explain_kernels(FILE *out, struct ctx *c, const struct program *p,
                     const struct findings *findings, int line, const char *kernels);

#endif
