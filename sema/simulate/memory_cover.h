/* memory_cover.h - whether a kernel writes all elements of a view: then its old elements are not
 * needed, unless it reads them. */
#ifndef SEMA_SIMULATE_MEMORY_COVER_H
#define SEMA_SIMULATE_MEMORY_COVER_H

#include "sema/simulate/lockstep.h"
#include "sema/types/answer.h"

/* What a run does not show of a kernel and the functions that it calls, as it may leave rounds of
 * loops out. */
struct cover_jumps {
    bool leaves;  /* the kernel has a return in a loop or switch ... */
    bool returns; /* ... it, or a function that it calls */
    bool others;  /* they have other jumps, or switches */
};

/* What is known of the writes to a view. Zeroed: there are none yet. */
struct cover {
    unsigned char *lanes;    /* 1: they write the element of their index, in each tile, if there is
                                one; NULL: none */
    int idle;                /* of these, how many are 0 */
    unsigned char *elements; /* of a launch that is one tile, and a view of known extent: 1:
                                written; NULL: none */
    long long left;          /* how many are 0 */
};

struct cover_jumps cover_jumps(struct ctx *c, const struct launch *launch);

/* Takes note of a write, that is no atomic. */
void cover_note(struct lockstep *l, struct cover *v, const struct cover_jumps *jumps,
                const struct access *a);

/* Behind a run that understood the whole kernel. Each thread writes the element of its index, if
 * the view has one there: PROVED or UNKNOWN. */
enum answer cover_own(const struct cover *v);
/* There is a thread with the index of each element. */
enum answer cover_threads(struct findings *findings, const struct launch *launch,
                          const struct symbol *view);
/* All elements are written: PROVED or UNKNOWN. */
enum answer cover_whole(const struct cover *v, struct findings *findings,
                        const struct launch *launch, const struct symbol *view);

#endif
