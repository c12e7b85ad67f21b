/* expand.h - a preprocessor for the emulator's kernels and the macros of ampc_emulated.h. */
#ifndef DRIVER_EXPAND_H
#define DRIVER_EXPAND_H

#include <stdbool.h>

#include "common/arena.h"
#include "common/buf.h"

/* Appends the text with the macros of 'header' expanded, and those that it defines itself;
 * 'defined' are names that are macros from the start, for #ifdef, up to a NULL. False: a directive
 * or a macro is none of those that it knows, which is a fault of ours. */
bool expand_text(struct arena *arena, const char *header, const char *text,
                 const char *const *defined, struct buf *out);

#endif
