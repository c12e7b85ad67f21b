/* work.h - how many floating-point operations does a thread of a kernel do, and how many elements
 * of views does it name? A sum of numbers, each times the rounds of the loops around it, which
 * follow from constants, captured integers and the extents of captured views.
 *
 * Relies on a typed tree. Example: `for (int k = 0; k < n; k++) sum += a(i[0], k) * b(k, i[1]);` is
 * 2, times the rounds of a loop from 0 to n. */
#ifndef SEMA_ANALYSIS_WORK_H
#define SEMA_ANALYSIS_WORK_H

#include "common/ctx.h"
#include "sema/types/symbol.h"

/* The rounds of a loop: the numbers from 'from', in steps of 'step', that are below 'to' (with a
 * step below 0: above), or also 'to' itself. Both are made of constants, captured integers,
 * constant variables of such values, components of extents of captured views, and + - * / and the
 * minus of one int. */
struct work_rounds {
    const struct expr *from, *to;
    long long step;
    bool closed;
    const struct work_rounds *outer;
};

struct work_term {
    long long operations;
    const struct work_rounds *loops; /* around, the innermost first; NULL: none */
};

struct work {
    VEC(struct work_term) terms; /* their sum */
    bool most;           /* it is the most that a thread may do: some depend on conditions */
    const char *unknown; /* why they are not known; NULL: they are */
    struct loc loc;      /* of what prevents it */
};

/* Counts additions, subtractions, multiplications, divisions and calls of mathematical functions of
 * real floating types, a vector's for each element; in c's arena. */
void work_count(struct ctx *c, const struct launch *l, struct work *w);
/* The same of elements of views that loops name: each term has loops. */
void work_elements(struct ctx *c, const struct launch *l, struct work *w);
/* The initialiser of a variable that keeps its value in the kernel; NULL: it is none such. */
const struct expr *work_value(const struct launch *l, const struct symbol *s);

#endif
