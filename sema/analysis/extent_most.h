/* extent_most.h - how many threads a launch has at the most, as far as its unit shows: functions of
 * the unit are taken to be called by the unit alone. For what a warning leaves out, not for proofs.
 * For check*.c only. */
#ifndef SEMA_ANALYSIS_EXTENT_MOST_H
#define SEMA_ANALYSIS_EXTENT_MOST_H

#include "sema/analysis/value_sources.h"

/* Finds them for a launch. Collects the sources when they are needed for the first time. */
void launch_most_find(struct ctx *c, struct program *p, struct findings *findings,
                      struct value_sources *sources, const struct launch *launch);
/* The most threads of each of RANK_MAX dimensions; 0: not known. */
const int *launch_most(const struct findings *findings, const struct launch *launch);

#endif
