/* memory_use.h - how a kernel uses memory: which views it writes as a whole, and the cost of an
 * access by 32 threads. */
#ifndef SEMA_SIMULATE_MEMORY_USE_H
#define SEMA_SIMULATE_MEMORY_USE_H

#include "sema/analysis/effects.h"
#include "sema/simulate/lockstep.h"
#include "sema/simulate/memory_cover.h"

struct view_use {
    const struct symbol *view;
    struct cover cover; /* of its writes that are no atomics */
};

struct memory_use {
    VEC(struct view_use) views;
    bool complete; /* the whole kernel was understood */
};

/* What an access costs the first 32 threads, which go together: on today's GPUs memory is read in
 * segments of 128 bytes, and tile_static memory stands in 32 banks of 4 bytes. */
enum { MEMORY_WARP = 32, MEMORY_SEGMENT = 128, MEMORY_BANKS = 32, MEMORY_BANK = 4 };
struct memory_cost {
    int n;                  /* threads of these that make the access */
    int lanes[MEMORY_WARP]; /* which */
    int part[MEMORY_WARP];  /* of a view: the number of the segment, from 0 in order of the lanes;
                               of tile_static memory: the bank */
    int cost, least;        /* segments, or the ways of a bank conflict; and the lowest possible */
};
/* False: too few threads make it, or it is not known which elements are touched. */
bool memory_cost(struct lockstep *l, const struct access *a, struct memory_cost *cost);

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
