/* messages.h - the messages of one .ampc file, ampcc's and cc's, as one stream: gcc's text, one
 * JSON array, or all files' as one SARIF log. */
#ifndef DRIVER_MESSAGES_H
#define DRIVER_MESSAGES_H

#include "common/buf.h"
#include "common/ctx.h"
#include "driver/driver.h"

/* Begins a file's messages. */
void messages_begin(struct driver *d);
/* Prints the JSON array of the file, when that is the form. */
void messages_end(struct driver *d);
/* Prints the SARIF log of the whole run, when that is the form. */
void messages_finish(struct driver *d);

/* Prints the compiler's own messages about a unit. */
void messages_add_unit(struct driver *d, struct ctx *c);

/* Where a run of cc has to put its standard error: 'err' when it is collected, NULL when it goes
 * straight to ours. */
struct buf *messages_capture(struct driver *d, struct buf *err);
/* Adds what a run of cc wrote to standard error; frees it. */
void messages_add_cc(struct driver *d, struct buf *err);

#endif
