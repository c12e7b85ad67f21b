/* instance.h - one case of what a run of a kernel leaves open: numbers for some of its symbols, and
 * what forms, tests and guards are then. */
#ifndef SEMA_SIMULATE_INSTANCE_H
#define SEMA_SIMULATE_INSTANCE_H

#include "sema/simulate/condition.h"

struct instance;

/* The symbols that a form is made of, by operations and products, but not of others; *n of at most
 * 'max' are there already. False: there are more, or some that lanes have for themselves. */
bool instance_bases(const struct affines *s, const struct affine *a, int *symbols, int *n, int max);

/* A case in which nothing is known yet; in the arena of s. */
struct instance *instance_new(struct affines *s);
/* Gives a symbol a number, before anything is asked. */
void instance_put(struct instance *in, int symbol, long long number);
/* The form with numbers in place of what is known. */
const struct affine *instance_form(struct instance *in, const struct affine *a);
/* The guards that are left to pass; what lanes pass for sure, or for sure do not, the tests say.
 * *none: no lane passes. */
const struct guard *instance_guards(struct instance *in, const struct guard *g, bool *none);

#endif
