/* instance.h - one case of a run of a kernel: numbers for some of its symbols, and the forms, tests
 * and guards that result from them. */
#ifndef SEMA_SIMULATE_INSTANCE_H
#define SEMA_SIMULATE_INSTANCE_H

#include "sema/simulate/condition.h"

struct instance;

/* Adds to 'symbols' the symbols from which the form is computed and which are not themselves
 * computed from others; *n of at most 'max' are there already. False: there are more, or one of
 * them varies. */
bool instance_bases(const struct affines *s, const struct affine *a, int *symbols, int *n, int max);

/* A case without numbers; in the arena of s. */
struct instance *instance_new(struct affines *s);
/* Gives a symbol a number, before the first question about the case. */
void instance_put(struct instance *in, int symbol, long long number);
/* The form with the case's numbers in place of symbols. */
const struct affine *instance_form(struct instance *in, const struct affine *a);
/* The guards that the case does not decide for all lanes. *none: no lane passes. */
const struct guard *instance_guards(struct instance *in, const struct guard *g, bool *none);

#endif
