/* extent_most.h - an upper bound for the number of threads of a launch, as far as its unit shows:
 * functions of the unit are taken to be called by the unit alone. It may suppress warnings; it
 * proves nothing. */
#ifndef SEMA_ANALYSIS_EXTENT_MOST_H
#define SEMA_ANALYSIS_EXTENT_MOST_H

#include "sema/analysis/value_sources.h"

/* Finds the bounds for a launch. The first call for a unit collects the sources of its values. */
void launch_most_find(struct ctx *c, const struct program *p, struct findings *findings,
                      struct value_sources *sources, const struct launch *launch);
/* The bound for each of RANK_MAX dimensions; 0: not known. */
const int *launch_most(const struct findings *findings, const struct launch *launch);

#endif
