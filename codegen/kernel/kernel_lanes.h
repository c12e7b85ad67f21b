/* kernel_lanes.h - the values of several threads as vectors (optimize/), as OpenCL C. Relies on
 * kernel.h. */
#ifndef CODEGEN_KERNEL_KERNEL_LANES_H
#define CODEGEN_KERNEL_KERNEL_LANES_H

#include "codegen/kernel/kernel.h"

/* ---- kernel_lanes.c ---- */

/* The OpenCL name of a vector type ("float16"). */
const char *kernel_vector_type(struct kernel_gen *g, const struct type *t, struct loc loc);
/* The memory that an element is in. */
const char *kernel_memory_word(struct kernel_gen *g, const struct expr *element);
/* What the names of functions say of such memory. */
const char *kernel_memory_name(const char *word);
/* The memory types of 16, 8, 4, 2 and 1 elements of a vector type. */
void kernel_lanes_memory(struct kernel_gen *g, const struct type *t, struct loc loc);
/* How many lanes a vector of threads has, for names: "" for 16. */
const char *kernel_lanes_number(struct kernel_gen *g, const struct type *t);
/* Prints an operation on several threads' values (AMP_LANES). */
void kernel_lanes(struct kernel_gen *g, const struct expr *e, int prec);

/* ---- kernel_turn.c ---- */

/* Names the function that turns 16 vectors of type t, which has 16 elements; and prints it. */
const char *kernel_lanes_turn(struct kernel_gen *g, const struct type *t, struct loc loc);

/* ---- kernel_gather.c ---- */

/* Prints AMP_LANES_GATHER and AMP_LANES_SCATTER; the division of vectors. */
void kernel_lanes_gather(struct kernel_gen *g, const struct expr *e);
void kernel_lanes_divide(struct kernel_gen *g, const struct expr *e);

#endif
