/* capture.h - what a command writes, for this process to read. */
#ifndef DRIVER_CAPTURE_H
#define DRIVER_CAPTURE_H

#include <signal.h>
#include <stdbool.h>

#include "common/buf.h"

/* For a command's standard output and standard error: descriptors to read and to write, -1 for what
 * the command shares with this process. They are not inherited as they are. */
struct written {
    int out[2], err[2];
};

/* False, with errno, after an error; capture_close() is called then, too. */
bool capture_open(struct written *c, bool out, bool err);
/* Called when the command has started: this process does not write. */
void capture_begin(struct written *c);
/* Reads standard error until every process has closed it, or one of 'signals' is pending. */
void capture_err(struct written *c, struct buf *into, const sigset_t *signals);
/* Reads standard output, when the command has ended and every process has closed it, or one of
 * 'signals' is pending. False, with errno, after an error. */
bool capture_out(struct written *c, struct buf *into, const sigset_t *signals);
void capture_close(struct written *c);

#endif
