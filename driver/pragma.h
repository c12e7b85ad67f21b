/* pragma.h - pragmas that define macros for cc, but not when it preprocesses alone. */
#ifndef DRIVER_PRAGMA_H
#define DRIVER_PRAGMA_H

#include "common/buf.h"
#include "driver/driver.h"

/* Whether the macros that conditions ask for behind '#pragma GCC target' and 'optimize' are those
 * that cc would have there; an error (reported) if not. text: the preprocessed text, NUL-terminated
 * or empty. */
bool pragma_macros_hold(struct driver *d, const struct buf *text);

#endif
