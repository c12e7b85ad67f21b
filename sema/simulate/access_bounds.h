/* access_bounds.h - subscripts that are outside for some thread of a tile for sure. */
#ifndef SEMA_SIMULATE_ACCESS_BOUNDS_H
#define SEMA_SIMULATE_ACCESS_BOUNDS_H

#include "sema/simulate/lockstep.h"

/* Reports an access, in a run of any tile, to a tile_static object; in one of the first tile, to a
 * view (amp-bounds). Where a subscript is a constant, that is check_values.c's. */
void access_bounds_check(struct lockstep *l, const struct access *a);

/* The thread with the largest index gives a view a subscript behind its end, as far as this run can
 * tell: *k gets the dimension, *by how far. In a run of any tile that is certain. */
bool access_behind(struct lockstep *l, const struct access *a, int *k, long long *by);
void access_behind_report(struct lockstep *l, const struct access *a, int k, long long by);

#endif
