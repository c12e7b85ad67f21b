/* respell.h - misspelt words of AMP's: reported, and parsed as intended. */
#ifndef PARSER_RESPELL_H
#define PARSER_RESPELL_H

#include "parser/state.h"

/* Reports the unknown name at the end of loc, which most likely means 'meant'; the text counts as
 * understood. Returns 'meant' interned. */
const char *respell(struct parser *p, struct loc loc, const char *name, const char *meant);

#endif
