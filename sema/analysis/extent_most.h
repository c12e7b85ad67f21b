/* extent_most.h - how many threads a launch has at the most, as far as its unit shows: functions of
 * the unit are taken to be called by the unit alone. For what a warning leaves out, not for proofs.
 * For check*.c only. */
#ifndef SEMA_ANALYSIS_EXTENT_MOST_H
#define SEMA_ANALYSIS_EXTENT_MOST_H

#include "sema/analysis/value_sources.h"

/* Sets launch->most. Collects the sources when they are needed for the first time. */
void launch_most(struct ctx *c, struct program *p, struct value_sources *sources,
                 struct launch *launch);

#endif
