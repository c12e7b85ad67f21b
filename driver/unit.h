/* unit.h - one .ampc file: preprocessed, translated, compiled. */
#ifndef DRIVER_UNIT_H
#define DRIVER_UNIT_H

#include "driver/driver.h"

/* Makes of the file what the mode asks for; 'object' is where MODE_LINK wants the object file.
 * Failures are reported and noted in d->status. */
void unit_build(struct driver *d, const char *name, const char *object);

#endif
