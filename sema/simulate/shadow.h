/* shadow.h - races in tile_static memory: the accesses of a tile's threads since the last barrier,
 * element by element, and which two of them clash. It hooks into a run of a kernel
 * (sema/simulate/lockstep.h) and lives as long as the run. */
#ifndef SEMA_SIMULATE_SHADOW_H
#define SEMA_SIMULATE_SHADOW_H

#include "sema/simulate/lockstep.h"

/* Two accesses to one element by two threads, with no barrier between them. */
struct race {
    enum access_kind first_kind, second_kind;
    struct expr *first, *second;
    struct symbol *object;
    int first_lane, second_lane; /* for example */
    bool at_once; /* one access, which two threads make together: no barrier can separate them */
    bool unknown; /* ... if two threads load the same subscript */
    bool first_sure, second_sure; /* the thread certainly comes to its access */
    int since;                    /* lockstep_items at the first access */
    bool weak;                    /* there is a barrier, which does not order tile_static memory */
    struct stmt *statement;       /* of the second access, in which it stands */
    struct symbol *function;      /* it stands in; NULL: the kernel */
    struct gap gap;               /* where a barrier ends it */
};

/* A read of an element into which nothing has been stored. */
struct unset {
    struct expr *expr;
    struct symbol *object;
    enum access_kind kind;
    bool element;            /* something has been stored in other elements */
    struct symbol *function; /* it stands in; NULL: the kernel */
    bool fine;               /* no fault: the read runs again after a store */
};

struct shadow;

struct shadow_reports {
    void *data;
    void (*race)(struct lockstep *l, const struct race *r);
    void (*unset)(struct lockstep *l, const struct unset *u);
};

/* Empty shadow memory, in the arena of the run. */
struct shadow *shadow_new(struct lockstep *l, const struct shadow_reports *reports);

/* What the data of a run's hooks begin with; the shadow is made when it is first asked for. */
struct shadow_client {
    const struct shadow_reports *reports;
    struct shadow *shadow;
};
struct shadow *shadow_of(struct lockstep *l);

/* Sets those hooks of a run with a shadow_client that do nothing but keep its shadow: all but
 * 'access' and 'cut'. */
void shadow_hook(struct lockstep_hooks *hooks);

/* The steps of a run, for PLACE_TILE accesses. After a race they act as if there were a barrier
 * before the second access. */
void shadow_access(struct shadow *s, const struct access *a);
void shadow_barrier(struct shadow *s, unsigned orders);
void shadow_fence(struct shadow *s, unsigned orders);
/* The object may get values without an access that the run sees; NULL: any object may. */
void shadow_cut(struct shadow *s, struct symbol *object);
void shadow_escape(struct shadow *s, const struct spot *p);
void *shadow_save(struct shadow *s);
void shadow_restore(struct shadow *s, void *saved);
void shadow_merge(struct shadow *s, void *saved);
/* At the end of the run: reports races and unset elements. */
void shadow_finish(struct shadow *s);

#endif
