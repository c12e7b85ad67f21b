/* messages.h - the messages of one run, ampcc's and cc's, as one stream: text as it comes, one JSON
 * array, or one SARIF log. */
#ifndef DRIVER_MESSAGES_H
#define DRIVER_MESSAGES_H

#include "common/buf.h"
#include "common/ctx.h"
#include "driver/driver.h"

/* Prints the JSON array or the SARIF log of the run, when that is the form. */
void messages_finish(struct driver *d);

/* Adds a message of the driver itself: kind is "error", "fatal error" or "warning". */
void messages_add_own(struct driver *d, const char *kind, const char *text);

/* Prints the compiler's own messages about a unit. */
void messages_add_unit(struct driver *d, struct ctx *c);

/* Where a run of cc has to put its standard error: 'err' when it is collected, NULL when it goes
 * straight to ours. */
struct buf *messages_capture(struct driver *d, struct buf *err);
/* Adds what a run of cc wrote to standard error; frees it. */
void messages_add_cc(struct driver *d, struct buf *err);

#endif
