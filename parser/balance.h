/* balance.h - braces that are missing or too many, found before parsing by the way the lines of the
 * file begin. */
#ifndef PARSER_BALANCE_H
#define PARSER_BALANCE_H

#include "parser/state.h"

/* Reports where a '}' is missing in p->tokens, or one is too many, and puts it in or takes it out,
 * so that what follows is parsed as it was meant. Touches nothing where braces are balanced. Comes
 * after strip_tokens. */
void balance_tokens(struct parser *p);

#endif
