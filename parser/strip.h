/* strip.h - takes out of the token stream, before the filter and without knowing any name, what may
 * stand anywhere: attributes,
 * __extension__, _Pragma, restrict clauses, namespace prefixes. */
#ifndef PARSER_STRIP_H
#define PARSER_STRIP_H

#include "parser/state.h"

/* Compacts p->tokens in place; fills p->marks and p->prefixes. */
void strip_tokens(struct parser *p);

#endif
