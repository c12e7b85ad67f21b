/* arrival.h - whether threads come to an expression of a kernel that accesses a view. */
#ifndef SEMA_SIMULATE_ARRIVAL_H
#define SEMA_SIMULATE_ARRIVAL_H

#include "sema/simulate/lockstep.h"

/* An element, row or section of a view, as it stands in the program. */
struct arrival {
    const struct expr *expr;
    enum answer comes; /* some thread evaluates it */
    bool seen;         /* some thread may come to the expression of which it is part */
};

/* Sets 'comes' of expressions in a launch's kernel, or in functions that it calls. Refuted: no
 * thread of the launch comes there, whatever its domain is. */
void arrivals_find(struct ctx *c, struct findings *findings, const struct launch *launch,
                   struct arrival *all, int n);

#endif
