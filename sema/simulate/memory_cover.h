/* memory_cover.h - whether a kernel writes all elements of a view: then its old elements are not
 * needed. */
#ifndef SEMA_SIMULATE_MEMORY_COVER_H
#define SEMA_SIMULATE_MEMORY_COVER_H

#include "sema/simulate/lockstep.h"
#include "sema/types/limits.h"

struct cover_site {
    const struct expr *expr;
    const struct affine *at[RANK_MAX]; /* of its first write */
};

struct cover {
    unsigned char *lanes; /* lanes that certainly write, in every tile; NULL: none */
    unsigned moves;       /* a bit for each subscript that depends on the thread or on a loop */
    struct cover_site sites[COVER_SITES_MAX];
    int writes;
    bool sure; /* every thread writes the element of its index, unless the view has none there */
    bool some, whole; /* some threads of a tile write their element; all of every tile do, or one
                         thread writes all elements */
};

/* Notes a write. Bounds checks (index < end) do not make it conditional, other conditions do. */
void cover_note(struct lockstep *l, struct cover *v, const struct access *a);

/* After the run: is 'view' probably written as a whole by the launch's kernel? For advice. */
bool cover_complete(const struct cover *v, struct findings *findings, const struct launch *launch,
                    const struct symbol *view);
/* Is it certainly written as a whole? A proof; false may mean "not known". */
bool cover_proved(const struct cover *v, struct findings *findings, const struct launch *launch,
                  const struct symbol *view);

#endif
