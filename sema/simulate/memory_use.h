/* memory_use.h - how a kernel uses memory: which views it writes as a whole, and the cost of an
 * access by 32 threads. */
#ifndef SEMA_SIMULATE_MEMORY_USE_H
#define SEMA_SIMULATE_MEMORY_USE_H

#include "sema/analysis/effects.h"
#include "sema/simulate/memory_cover.h"

struct view_use {
    const struct symbol *view;
    struct cover cover; /* of its writes that are no atomics */
};

struct memory_use {
    VEC(struct view_use) views;
    bool complete; /* the whole kernel was understood */
};

/* Runs the kernel, reports perf-uncoalesced and perf-bank-conflict, and fills 'use', in c's arena.
 * Returns the steps it took, about 'budget' at the most. */
long long memory_use_run(struct ctx *c, struct findings *findings, const struct launch *l,
                         long long budget, struct memory_use *use);

/* The use of a view; NULL: the run met no access to its elements. */
const struct view_use *memory_use_find(const struct memory_use *use, const struct symbol *view);

/* effect_of_capture of a captured view, together with the run's results, by which
 * wholly_written_first may be proved. */
struct effect memory_use_effect(struct ctx *c, struct findings *f, const struct memory_use *use,
                                const struct launch *l, struct symbol *view);

#endif
