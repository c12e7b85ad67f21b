/* view_reads.h - elements of views that one thread of a launch reads and another writes, with
 * nothing that orders them. It hooks into runs of a kernel (sema/simulate/lockstep.h) and lives as
 * long as the run. */
#ifndef SEMA_SIMULATE_VIEW_READS_H
#define SEMA_SIMULATE_VIEW_READS_H

#include "sema/simulate/lockstep.h"

/* Two threads, one of which reads an element that the other writes, in a launch of some size. */
struct view_read {
    struct expr *read, *write;
    const struct symbol *view;                    /* as the read names it */
    const struct symbol *written;                 /* as the write does */
    struct symbol *function;                      /* in which the read stands; NULL: the kernel */
    long long reader[RANK_MAX], writer[RANK_MAX]; /* indices, for example */
    long long extent[RANK_MAX];                   /* of the domain ... */
    bool sized;                                   /* the extent is an example */
    bool tiles;                                   /* threads of different tiles */
    bool reads, writes;                           /* the thread certainly comes to its access */
};

struct view_reads;

/* An empty one, in the arena of the run. */
struct view_reads *view_reads_new(struct lockstep *l);
/* The hooks of a run, for PLACE_GLOBAL accesses. */
void view_reads_access(struct view_reads *r, const struct access *a);
void view_reads_barrier(struct view_reads *r, unsigned orders);
void view_reads_fence(struct view_reads *r, unsigned orders);
/* At the end of the run: some memory is both read and written, at different subscripts. */
bool view_reads_mixed(const struct view_reads *r);
/* At the end of a run of any tile that knows its domain: reports what is found, once for every read
 * and every write; 'reported' answers whether an expression has a message already. */
void view_reads_finish(struct view_reads *r,
                       bool (*reported)(struct lockstep *l, const struct expr *e),
                       void (*report)(struct lockstep *l, const struct view_read *v));

#endif
