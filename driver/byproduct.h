/* byproduct.h - the names of what cc writes beside its output (notes for coverage, split debugging
 * information, dumps, intermediate files): those that it gives them when it makes all of one file
 * in one step. */
#ifndef DRIVER_BYPRODUCT_H
#define DRIVER_BYPRODUCT_H

#include "driver/run.h"

/* "prog-a.i" for the suffix ".i" of a.ampc on the way to prog, "d/x.i" on the way to d/x.o. */
const char *byproduct_name(struct driver *d, const char *name, const char *suffix);

/* Adds the options that give cc these names, where it writes such files and the user did not name
 * them. */
void byproduct_options(struct driver *d, struct command *k, const char *name);

#endif
