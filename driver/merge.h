/* merge.h - ampcc --merge-traces. */
#ifndef DRIVER_MERGE_H
#define DRIVER_MERGE_H

#include "driver/driver.h"

/* Joins the traces that the options name as files to one ('-o', else standard output), in which
 * each rank is a process. For supervise(); what cannot be read is reported, and is d->status. */
void traces_merge(struct driver *d);

#endif
