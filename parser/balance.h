/* balance.h - missing and surplus braces, found before parsing by the indentation of lines. */
#ifndef PARSER_BALANCE_H
#define PARSER_BALANCE_H

#include "parser/state.h"

/* Reports missing and surplus '}' in p->tokens, and inserts or removes them, so that the rest is
 * parsed as intended. Changes nothing if braces are balanced. To be called after strip_tokens. */
void balance_tokens(struct parser *p);

#endif
