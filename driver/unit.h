/* unit.h - one .ampc file: preprocessed, translated, compiled. */
#ifndef DRIVER_UNIT_H
#define DRIVER_UNIT_H

#include "driver/compile.h"
#include "driver/driver.h"
#include "driver/run.h"

/* Makes of the file what the mode asks for; 'object' is where MODE_LINK wants the object file.
 * Failures are reported and noted in d->status. */
void unit_build(struct driver *d, const char *name, const char *object);

/* ---- steps of it, for the language server ---- */

/* Adds the options of the command line that those runs of cc get (RUN_*). */
void unit_add_options(struct driver *d, struct command *k, unsigned runs);
/* The beginning of the command that preprocesses; 'shown': for the user (-E), without ampc_gen.h.
 */
void unit_preprocess_command(struct driver *d, struct command *k, bool shown);
/* Runs cc over the host C; what it says is added to the messages. */
void unit_compile_host(struct driver *d, const char *name, const char *object,
                       const struct buf *host, const struct unit_facts *facts);

#endif
