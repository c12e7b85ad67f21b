/* strip.h - removes attributes, __extension__, _Pragma, restrict clauses and namespace prefixes
 * from the tokens, before the filter and without knowledge of names, as they may be anywhere. */
#ifndef PARSER_STRIP_H
#define PARSER_STRIP_H

#include "parser/state.h"

/* Compacts p->tokens in place; fills p->marks and p->prefixes. */
void strip_tokens(struct parser *p);

#endif
