/* variance.h - what varies over a tile: a dataflow analysis of amp code.
 *
 * A value varies when two threads of a tile may see different ones: values of the thread's index,
 * of memory that threads share, of atomics, and all that is computed from them or selected by a
 * condition that varies. Code is divergent where such a condition decides which threads run it. The
 * analysis is flow-sensitive (a variable that is overwritten with a uniform value is uniform again)
 * and goes through calls: a function is analysed once, in terms of its inputs. "Uniform" is a
 * proof; "varies" may mean "not known". variance.c has the lattice. */
#ifndef SEMA_ANALYSIS_VARIANCE_H
#define SEMA_ANALYSIS_VARIANCE_H

#include "common/ctx.h"
#include "sema/types/symbol.h"

enum variance_kind {
    VARIANCE_SOURCE,    /* the origin of the variation: 'source' says which */
    VARIANCE_VARIABLE,  /* the variable, or parameter, 'name' is read here */
    VARIANCE_ASSIGNED,  /* a variable is assigned under the condition that stands here */
    VARIANCE_CONDITION, /* the condition that stands here varies */
    VARIANCE_LEFT       /* only some threads take the jump that stands here */
};

enum variance_source {
    SOURCE_INDEX,   /* global and local index */
    SOURCE_ELEMENT, /* an element of a view or array */
    SOURCE_TILE,    /* a tile_static object that has changed since the last barrier */
    SOURCE_ATOMIC,  /* the result of an atomic function */
    SOURCE_POINTER, /* the target of a pointer */
    SOURCE_UNKNOWN  /* the result of a function without a body here */
};

/* One step on the way from a condition to the source of its variation. */
struct variance_why {
    enum variance_kind kind;
    enum variance_source source;
    struct loc loc;
    const char *name;
    const struct variance_why *next; /* NULL after a source */
};

/* The calls that lead from divergent code to a barrier. */
struct variance_call {
    const struct expr *call;
    const struct symbol *callee;
    const struct variance_call *next; /* nearer to the barrier */
};

/* A wait that not every thread of a tile reaches. */
struct divergence {
    const struct expr *wait;
    const struct variance_why *why;    /* begins with a condition or a jump */
    const struct variance_call *calls; /* outermost first; NULL: it stands in the divergent code */
    const struct launch *launch;       /* whose kernel the divergent code is; NULL: a function's */
};

/* Finds all waits that not every thread of a tile reaches, in functions for every call of the unit,
 * and hands each to 'report', once for each call from divergent code (at most VARIANCE_CALLS_MAX).
 * The divergence lives until report returns. */
void variance_divergences(struct ctx *c, const struct program *p,
                          void (*report)(struct ctx *c, const struct divergence *d));

#endif
