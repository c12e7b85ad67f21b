/* times.h - --time-report: how long the phases of the front end took. */
#ifndef DRIVER_TIMES_H
#define DRIVER_TIMES_H

#include <stdbool.h>

enum phase { PHASE_PARSE, PHASE_SEMA, PHASE_CHECKS, PHASE_CODE, PHASES };

struct times {
    double last; /* seconds of processor time */
    double seconds[PHASES];
};

/* What follows belongs to the phase that ends next. */
void times_begin(struct times *t);
/* Ends a phase and begins the next. */
void times_end(struct times *t, enum phase phase);
/* Prints all units' times to standard error. */
void times_print(const struct times *t);

#endif
