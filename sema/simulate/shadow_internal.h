/* shadow_internal.h - shared by the shadow*.c files, not for others. */
#ifndef SEMA_SIMULATE_SHADOW_INTERNAL_H
#define SEMA_SIMULATE_SHADOW_INTERNAL_H

#include "sema/simulate/shadow.h"
#include "sema/types/limits.h"

/* A thread that accessed an element. */
struct visitor {
    int lane;                      /* -1: none */
    int record;                    /* index of the access in shadow.records */
    const struct passage *passage; /* guards of the path to it */
};

struct cell {
    int epoch;                                 /* a cell of an older epoch is empty */
    struct visitor at[3][SHADOW_THREADS_KEPT]; /* by access kind */
};

/* The cells of an object for offsets with the same symbols. Offsets with other symbols cannot be
 * compared with these. */
struct plane {
    const struct affine *form;
    long long base; /* offset of the first cell */
    int n;
    struct cell *cells;
};

struct object {
    struct symbol *symbol;
    long long granule; /* bytes of a cell */
    int n;
    VEC(struct plane) planes;
    long long element; /* bytes of an element of the innermost array */
    int elements;
    unsigned char *stored; /* for each element: something may have been stored in it */
    bool any, all;         /* some element has been stored in; perhaps all have */
};

struct act {
    struct expr *expr;
    enum access_kind kind;
    const struct passage *passage;
    int barriers; /* weak barriers before it */
    int items;    /* that had begun: lockstep_items */
    int event;    /* the same for the options of one access */
};

struct loaded_read {
    const struct object *object;
    const struct affine *offset;
    int epoch;
};

/* An access at a loaded offset. */
struct loaded_access {
    const struct object *object;
    const struct affine *offset;
    const unsigned char *lanes;
    const struct passage *passage;
    int record;
};

struct shadow {
    struct lockstep *l;
    struct affines *numbers;
    struct shadow_reports reports;
    VEC(struct object *) objects;
    VEC(struct act) records;
    VEC(struct cell *) touched; /* in this epoch */
    VEC(struct unset) perhaps;
    VEC(struct race) races;
    struct loaded_read reads[SHADOW_READS_KEPT];
    int reads_n;
    struct loaded_access loaded[SHADOW_LOADED_KEPT]; /* in this epoch */
    int loaded_n;
    int epoch, barriers, checks, events;
    bool fenced; /* no access since a fence of tile_static memory */
    bool wild;   /* any element of any object may have been stored in */
};

/* ---- shadow.c ---- */

/* A race of two accesses, the second by 'lane' with record 'second'. */
void shadow_race(struct shadow *s, const struct object *o, const struct visitor *first, int second,
                 int lane, bool at_once);
/* The same for one access whose threads find the same number. */
void shadow_race_loaded(struct shadow *s, const struct object *o, int record, int one, int two);
/* Two kinds of access that may not meet. */
bool kinds_clash(enum access_kind a, enum access_kind b);
/* Begins a new epoch: no access so far can race with a later one. */
void shadow_epoch(struct shadow *s);

/* ---- shadow_loaded.c: loaded offsets ---- */

/* The offset is computed from loaded values and numbers that are known for every lane. */
bool is_loaded(const struct affines *s, const struct affine *at);
/* Compares such an access with those of this epoch, and notes it. */
void loaded_access(struct shadow *s, const struct object *o, const struct access *a,
                   const struct affine *offset, const struct passage *passage, int record);
/* Compares an access at a known offset with those at loaded offsets; true: there is a race. */
bool loaded_meets(struct shadow *s, const struct object *o, const struct access *a,
                  const struct affine *offset, const struct passage *passage, int record);

/* ---- shadow_unset.c: reads of elements in which nothing was stored ---- */

void unset_read(struct shadow *s, struct object *o, const struct access *a);
void unset_stored(struct shadow *s, struct object *o, const struct access *a);

#endif
