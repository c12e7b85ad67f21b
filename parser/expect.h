/* expect.h - the tokens that bison could have taken, as text of a message. */
#ifndef PARSER_EXPECT_H
#define PARSER_EXPECT_H

#include "parser/state.h"

/* Whether the token is among the names of tokens. */
bool expect_has(const char **names, int n, const char *name);

/* "expected ';' or ','": at most 4 of the n tokens that could stand in place of the token 'at', or
 * a word for the construct that they begin; NULL if there are too many. Reorders the names. In the
 * parser's arena. */
const char *expect_text(struct parser *p, int at, const char **names, int n);

#endif
