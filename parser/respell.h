/* respell.h - a word of AMP's with a slip of the pen: reported, and read as if it were right. */
#ifndef PARSER_RESPELL_H
#define PARSER_RESPELL_H

#include "parser/state.h"

/* Reports the unknown name at the end of loc, which is meant to be 'meant'; the text counts as
 * understood. Returns 'meant' interned. */
const char *respell(struct parser *p, struct loc loc, const char *name, const char *meant);

#endif
