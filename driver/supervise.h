/* supervise.h - work done in a child process, so that a signal or a crash leaves no files behind.
 */
#ifndef DRIVER_SUPERVISE_H
#define DRIVER_SUPERVISE_H

#include "driver/driver.h"

/* Makes the temporary directory, runs work(d) in a child, waits, removes the directory and every
 * unfinished output. Returns the exit status: d->status of the child; 4 and a message when the
 * compiler itself crashed. A signal that ends the child ends this process. */
int supervise(struct driver *d, void (*work)(struct driver *d));

#endif
