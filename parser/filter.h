/* filter.h - between flex and bison: classification of tokens by context. Names become type names
 * by the parser's scopes at the moment bison asks; AMP's words become tokens of their own where
 * they can only be AMP's. */
#ifndef PARSER_FILTER_H
#define PARSER_FILTER_H

#include "parser/make.h"

#include "parser/gram.h"

/* bison's yylex. */
int parser_lex(PARSER_STYPE *value, struct loc *loc, struct parser *p);

/* The lookahead was classified before a scope was closed: classifies it again, and returns its
 * token. */
int filter_again(struct parser *p, int token);

/* Notes that the '{' given last opens statements or members. */
void filter_block(struct parser *p);

/* Index of the token given last. */
int filter_last(const struct parser *p);

#endif
