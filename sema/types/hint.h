/* hint.h - advice for names that amp code does not have. */
#ifndef SEMA_TYPES_HINT_H
#define SEMA_TYPES_HINT_H

struct ctx;

/* The advice as the end of a message about the name: "; include <stddef.h>", "; write ...", or
 * "". */
const char *hint_text(struct ctx *c, const char *name);

#endif
