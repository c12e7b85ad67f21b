/* explain_facts.h - --explain-kernel: what a kernel is, before what is made of it. */
#ifndef DRIVER_EXPLAIN_FACTS_H
#define DRIVER_EXPLAIN_FACTS_H

#include <stdio.h>

#include "common/ctx.h"
#include "sema/types/symbol.h"

/* Prints its tiles or groups, local memory, and each argument: what it is, and what is moved for
 * it. */
void explain_facts(FILE *out, struct ctx *c, const struct launch *l);

/* Prints its function in 'kernels', the unit's OpenCL C, with the forms that devices choose from by
 * #if. */
void explain_opencl(FILE *out, struct ctx *c, const struct launch *l, const char *kernels);

#endif
