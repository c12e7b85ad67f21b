/* twins.h - launches of a lambda with a name that another call has launched before. */
#ifndef SEMA_TREE_TWINS_H
#define SEMA_TREE_TWINS_H

#include "sema/types/symbol.h"

/* Gives each launch with a twin a copy of the twin's lambda: behind typing every launch has a
 * kernel of its own, since what is known of one, such as the domain, need not hold for the other.
 * Part of typing: it comes before anything looks at the tree. */
void tree_twins(struct ctx *c, struct program *p);

#endif
