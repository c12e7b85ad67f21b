/* shadow_internal.h - shared by the shadow*.c files, not for others. */
#ifndef SEMA_SIMULATE_SHADOW_INTERNAL_H
#define SEMA_SIMULATE_SHADOW_INTERNAL_H

#include "sema/simulate/shadow.h"
#include "sema/types/limits.h"

/* Who accessed an element, two different threads at most: a third adds nothing. */
struct visitor {
    int lane;                      /* -1: none */
    int record;                    /* which access */
    const struct passage *passage; /* on which path */
};

struct cell {
    int epoch;                                 /* older ones are empty */
    struct visitor at[3][SHADOW_THREADS_KEPT]; /* by access kind */
};

/* The elements of an object at offsets with the same symbols; others cannot be compared with them.
 */
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
    unsigned char *stored; /* of each element: perhaps */
    bool any, all;         /* something, or perhaps everything, has been stored to */
};

struct act {
    struct expr *expr;
    enum access_kind kind;
    const struct passage *passage;
    int barriers; /* weak ones before it */
    int items;    /* that had begun */
    int event;    /* the same for the options of one access */
};

struct loaded_read {
    const struct object *object;
    const struct affine *offset;
    int epoch;
};

/* Threads that accessed elements whose numbers they found in memory. */
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
    bool wild;   /* anything may have been stored anywhere */
};

/* ---- shadow.c ---- */

/* A race of two accesses, the second by 'lane' with record 'second'. */
void shadow_race(struct shadow *s, const struct object *o, const struct visitor *first, int second,
                 int lane, bool at_once);
/* The same for one access whose threads find the same number. */
void shadow_race_loaded(struct shadow *s, const struct object *o, int record, int one, int two);
/* Two kinds of access that may not meet. */
bool kinds_clash(enum access_kind a, enum access_kind b);
/* Whatever was done so far is parted from what follows. */
void shadow_epoch(struct shadow *s);

/* ---- shadow_loaded.c: elements whose numbers were found in memory ---- */

/* The number is made of what was found, and of what is known of every lane. */
bool is_loaded(const struct affines *s, const struct affine *at);
/* Such an access, against what was done so far. */
void loaded_access(struct shadow *s, const struct object *o, const struct access *a,
                   const struct affine *offset, const struct passage *passage, int record);
/* Another one against such accesses; true: there is a race. */
bool loaded_meets(struct shadow *s, const struct object *o, const struct access *a,
                  const struct affine *offset, const struct passage *passage, int record);

/* ---- shadow_unset.c: what nothing was stored in ---- */

void unset_read(struct shadow *s, struct object *o, const struct access *a);
void unset_stored(struct shadow *s, struct object *o, const struct access *a);

#endif
