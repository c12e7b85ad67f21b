/* access_bounds.h - subscripts that are certainly outside, for some thread of a tile. */
#ifndef SEMA_SIMULATE_ACCESS_BOUNDS_H
#define SEMA_SIMULATE_ACCESS_BOUNDS_H

#include "sema/simulate/lockstep.h"

/* Reports an access that is outside (amp-bounds): to a tile_static object in a run of any tile, to
 * a view in a run of the first tile. Constant subscripts are left to sema/checks/values.c. */
void access_bounds_check(struct lockstep *l, const struct access *a);

/* Whether the thread with the largest index gives a view a subscript behind its end; *k gets the
 * dimension, *by how far. True is certain in a run of any tile; false may mean "not known". */
bool access_behind(struct lockstep *l, const struct access *a, int *k, long long *by);
void access_behind_report(struct lockstep *l, const struct access *a, int k, long long by);

#endif
