/* subparse.h - parsing a separate expression. */
#ifndef PARSER_SUBPARSE_H
#define PARSER_SUBPARSE_H

#include "parser/state.h"

/* Parses the tokens up to their TOKEN_END as a constant expression in the scopes that are open now.
 */
struct expr *subparse_expression(struct parser *p, struct token *tokens);

#endif
