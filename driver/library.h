/* library.h - libampc and what it needs, where a program is linked. */
#ifndef DRIVER_LIBRARY_H
#define DRIVER_LIBRARY_H

#include "driver/run.h"

/* Adds the library behind everything that may use it. False (reported) where it cannot be linked as
 * asked for. */
bool library_add(struct driver *d, struct command *k);

#endif
