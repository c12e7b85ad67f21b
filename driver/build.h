/* build.h - what a command line asks for, as runs of cc with the translation of .ampc files between
 * them. */
#ifndef DRIVER_BUILD_H
#define DRIVER_BUILD_H

#include "driver/driver.h"

/* Command line without .ampc files: cc's own, with our headers and library. Replaces the process;
 * returns an exit status on failure. */
int build_other(struct driver *d);

/* Command line with .ampc files; the temporary directory exists. The result is d->status. */
void build_ampc(struct driver *d);

#endif
