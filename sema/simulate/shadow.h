/* shadow.h - what the threads of a tile did to its tile_static objects since the last barrier,
 * element by element, and which two accesses clash. It hooks into a run of a kernel
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
    bool at_once;            /* one access that two threads make together: no barrier parts them */
    bool unknown;            /* at once, if two threads find the same number */
    int since;               /* lockstep_items at the first access */
    bool weak;               /* there is a barrier, which does not order tile_static memory */
    struct stmt *statement;  /* of the second access */
    struct symbol *function; /* it stands in; NULL: the kernel */
    struct gap gap;          /* where a barrier ends it */
};

/* An access to what nothing has been stored in. */
struct unset {
    struct expr *expr;
    struct symbol *object;
    enum access_kind kind;
    bool element;            /* other elements have been stored to */
    struct symbol *function; /* it stands in; NULL: the kernel */
    bool fine;               /* no fault: it runs again when there is something */
};

struct shadow;

struct shadow_reports {
    void *data;
    void (*race)(struct lockstep *l, const struct race *r);
    void (*unset)(struct lockstep *l, const struct unset *u);
};

/* A new one, in the arena of the run. */
struct shadow *shadow_new(struct lockstep *l, const struct shadow_reports *reports);

/* The hooks of a run, for PLACE_TILE accesses. After a race it goes on as if there were a barrier
 * before the second access. */
void shadow_access(struct shadow *s, const struct access *a);
void shadow_barrier(struct shadow *s, unsigned orders);
void shadow_fence(struct shadow *s, unsigned orders);
/* Perhaps something is stored to the object without an access that is seen; NULL: to any object. */
void shadow_cut(struct shadow *s, struct symbol *object);
void shadow_escape(struct shadow *s, const struct spot *p);
void *shadow_save(struct shadow *s);
void shadow_restore(struct shadow *s, void *saved);
void shadow_merge(struct shadow *s, void *saved);
/* Reports what was found. */
void shadow_finish(struct shadow *s);

#endif
