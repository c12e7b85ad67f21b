/* memory_cover.h - whether a kernel writes all elements of a view, for all that can be seen: then
 * its old elements are not needed. */
#ifndef SEMA_SIMULATE_MEMORY_COVER_H
#define SEMA_SIMULATE_MEMORY_COVER_H

#include "sema/simulate/lockstep.h"
#include "sema/types/limits.h"

struct cover_site {
    const struct expr *expr;
    const struct affine *at[RANK_MAX]; /* of its first write */
};

struct cover {
    unsigned char *lanes; /* threads that write for sure, wherever they stand; NULL: none */
    unsigned moves;       /* subscripts that follow the threads or a loop, one bit each */
    struct cover_site sites[COVER_SITES_MAX];
    int writes;
    bool sure; /* every thread writes the element of its index, unless the view has none there */
    bool some, whole; /* threads of a tile write their element; those of each do, or one for all */
};

/* Takes note of a write. A condition that keeps only threads behind the end of something from
 * writing does not count, other conditions do. */
void cover_note(struct lockstep *l, struct cover *v, const struct access *a);

/* After the run: is 'view', of the launch's kernel, written as a whole, as far as one can tell? */
bool cover_complete(const struct cover *v, struct findings *findings, const struct launch *launch,
                    const struct symbol *view);
/* ... for certain? */
bool cover_proved(const struct cover *v, struct findings *findings, const struct launch *launch,
                  const struct symbol *view);

#endif
