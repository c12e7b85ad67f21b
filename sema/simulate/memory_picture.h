/* memory_picture.h - which threads of a tile touch which elements: the accesses of one run of a
 * kernel, for the tile at the origin, with what they cost and where they race, and which threads
 * reach its barriers. For pictures: costs
 * are those of memory_use.h, races those of shadow.h; nothing else may rest on it.
 *
 * Example: the tiled kernel of samples/matmul.ampc has a store of 256 threads to ta[row][col], each
 * to an element of its own, of which the first 32 take two rows and so all banks once. */
#ifndef SEMA_SIMULATE_MEMORY_PICTURE_H
#define SEMA_SIMULATE_MEMORY_PICTURE_H

#include "sema/simulate/memory_use.h"
#include "sema/simulate/shadow.h"

struct picture_access {
    enum access_kind kind;
    struct expr *expr;
    const struct spot *place;
    const struct type *type;
    const unsigned char *lanes; /* as of struct access; the arena's */
    int epoch;                  /* barriers before it */
    int time;                   /* how often the expression made one before, from 0 */
    bool costed;                /* cost is known */
    struct memory_cost cost;
};

/* A wait at a barrier, and who reaches it. */
struct picture_wait {
    struct expr *expr;
    const unsigned char *lanes; /* as of struct access; the arena's */
    int epoch;                  /* barriers before it */
};

struct picture {
    VEC(struct picture_access) accesses; /* in the order in which the run made them */
    VEC(struct race) races;
    VEC(struct picture_wait) waits;
    bool more; /* some accesses were left out */
};

/* Runs the kernel, and gives what it found to 'finish', which may ask the run further questions;
 * the picture ends with it. */
void memory_picture_run(struct ctx *c, struct findings *findings, const struct launch *l,
                        void (*finish)(void *data, struct lockstep *l, const struct picture *p),
                        void *data);

#endif
