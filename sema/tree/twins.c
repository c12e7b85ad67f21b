/* twins.c - launches of a lambda with a name that another call has launched before; see twins.h.
 * Example: `auto f = [=](index<1> i) restrict(amp) { v[i]++; };`, launched over two extents. It
 * relies on clone.h. */
#include "sema/tree/twins.h"

#include "sema/tree/clone.h"

void tree_twins(struct ctx *c, struct program *p)
{
    for (int i = 0; i < p->launches.n; i++) {
        struct launch *l = p->launches.at[i];
        struct tree_clone k = tree_clone_begin(c);

        if (l->twin)
            tree_clone_kernel(&k, l->twin, l);
    }
}
