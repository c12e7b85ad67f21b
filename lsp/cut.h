/* cut.h - the text up to the cursor, closed so that it can be parsed. */
#ifndef LSP_CUT_H
#define LSP_CUT_H

#include <stdbool.h>

#include "lsp/text.h"

/* The name that stands where the cursor is. */
#define CUT_MARK "ampc__cursor"

struct cut {
    struct text text;
    size_t word; /* where the name that is being typed begins */
    bool member; /* behind '.' or '->' */
    bool scope;  /* behind '::' */
};

/* Cuts a text at an offset: the name being typed becomes CUT_MARK, what follows is left out, and
 * brackets that are open are closed. False: the cursor is in a comment, a string or a directive.
 * The text is the caller's: text_free. */
bool cut_make(const struct text *t, size_t offset, struct cut *out);

#endif
