/* view_writes.h - elements of views that two threads of a launch provably write, with nothing that
 * orders them. It hooks into runs of a kernel (sema/simulate/lockstep.h) and lives as long as the
 * run. */
#ifndef SEMA_SIMULATE_VIEW_WRITES_H
#define SEMA_SIMULATE_VIEW_WRITES_H

#include "sema/simulate/lockstep.h"

/* Two threads that write one element. */
struct view_clash {
    struct expr *first,
        *second; /* may be the same one, made at once or in two iterations of a loop */
    const struct symbol *view;
    int first_lane, second_lane; /* for example */
    bool at_once;
    bool tiles; /* the threads are in different tiles */
    bool still; /* with 'tiles': some dimension of the domain has no subscript that depends on its
                   tile */
};

struct view_writes;

/* An empty one, in the arena of the run. tiles: it looks for threads of different tiles, in a run
 * of any tile; else for threads of one tile, in a run of the first. */
struct view_writes *view_writes_new(struct lockstep *l, bool tiles,
                                    void (*report)(struct lockstep *l, const struct view_clash *c));
/* The hooks of a run; accesses to PLACE_GLOBAL. */
void view_writes_access(struct view_writes *w, const struct access *a);
void view_writes_barrier(struct view_writes *w, unsigned orders);
void view_writes_fence(struct view_writes *w, unsigned orders);

#endif
