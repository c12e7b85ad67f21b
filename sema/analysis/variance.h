/* variance.h - what varies over a tile: a dataflow analysis of amp code.
 *
 * A value varies when two threads of a tile may see different ones: what comes from the thread's
 * index, from memory that threads share, from atomics, and whatever is computed from that or chosen
 * by a condition that varies. Code diverges where such a condition decides who runs it. The
 * analysis follows the flow (a variable overwritten with a uniform value is uniform again) and
 * calls: a function is looked at once, in terms of its parameters.
 */
#ifndef SEMA_ANALYSIS_VARIANCE_H
#define SEMA_ANALYSIS_VARIANCE_H

#include "common/ctx.h"
#include "sema/types/symbol.h"

enum variance_kind {
    VARIANCE_SOURCE,    /* here it begins: 'source' says how */
    VARIANCE_VARIABLE,  /* the variable, or parameter, 'name' is read here */
    VARIANCE_ASSIGNED,  /* a variable gets its value under the condition that stands here */
    VARIANCE_CONDITION, /* the condition that stands here varies */
    VARIANCE_LEFT       /* only some threads take the jump that stands here */
};

enum variance_source {
    SOURCE_INDEX,   /* global and local index */
    SOURCE_ELEMENT, /* an element of a view or array */
    SOURCE_TILE,    /* a tile_static object that has changed since the last barrier */
    SOURCE_ATOMIC,  /* the result of an atomic function */
    SOURCE_POINTER, /* what a pointer points to */
    SOURCE_UNKNOWN  /* the result of a function without a body here */
};

/* One step of the way from a condition to what it varies with. */
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

/* Finds the waits of all amp code that not every thread reaches, those of functions in every
 * context in which the unit calls them; hands each to 'report', once for each call from
 * divergent code (not all, when these are many). The divergence
 * lives until report returns. */
void variance_divergences(struct ctx *c, struct program *p,
                          void (*report)(struct ctx *c, const struct divergence *d));

#endif
